import { plainName } from '../../base/names.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { ContractIndex } from '../contract-index.ts';

/** The one collection whose records a member shows, or names by their keys; undefined: none, or several. */
export function referredBy(
  { embeddedIn, references }: Pick<ContractIndex, 'embeddedIn' | 'references'>,
  collection: Collection,
  name: string,
): Collection | undefined {
  // What a member shows says more of it than its name, which several collections may have.
  const embedded = embeddedIn(collection).get(name) ?? [];
  const named = (references().get(plainName(name)) ?? []).filter(({ form }) => form !== 'within');
  const found = embedded.length > 0 ? embedded : named;
  const [only, ...others] = new Set(found.map((one) => one.collection));
  return others.length === 0 ? only : undefined;
}

/** The members that say where a record stands: its own key, and those of its parents. */
export function placingMembers({ key, parents }: Collection): ReadonlySet<string | undefined> {
  return new Set([key?.[0], ...parents.map(({ member, parameter }) => member ?? parameter)]);
}
