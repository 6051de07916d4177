import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordChange, Item } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { Outcome } from '../../pipeline/exchange.ts';

/** Replaces a record. One that was generated leaves the place that it had. */
export function putChanges(
  world: World,
  { name }: Collection,
  found: Item,
  after: Item,
): readonly RecordChange[] {
  const before = world.find(name, found.key, found.parents);
  const put = { collection: name, before, after };
  // A new link is what it was found as.
  if (before || found === after) return [put];
  const isLeft = found.parents !== after.parents;
  return isLeft
    ? [{ collection: name, before: found, after: undefined }, put]
    : [{ ...put, madeUp: found }];
}

/** Adds a record that did not exist before, not even as a generated one. */
export function birthChange({ name }: Collection, after: Item, knownSince?: string): RecordChange {
  const change = { collection: name, before: undefined, after, isNew: true };
  return knownSince === undefined ? change : { ...change, knownSince };
}

/** Adds changes to those of an outcome: they take effect in the same tick, and are stored together. */
export function withChanges(
  outcome: Outcome,
  { world }: { readonly world: Pick<World, 'commit'> },
  list: () => readonly RecordChange[],
): Outcome {
  const commit: Outcome['commit'] = () => {
    const changes = list();
    const own = outcome.commit?.();
    return world.commit(changes) ?? own;
  };
  return { ...outcome, isLasting: false, commit };
}
