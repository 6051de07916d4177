import type { Violation } from '../../base/errors.ts';
import { ApiError, describeViolation, endSentence } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import { listNames, suggestNames } from '../../base/nearest.ts';
import { encodePart } from '../../base/texts.ts';
import type { CollectionShape, Item, Parents, RecordChange } from '../record.ts';
import { findMissingParent } from '../state/fixtures.ts';
import { applyChanges, plantIn } from '../state/state.ts';
import type { World } from '../worlds/world.ts';

/** A planned change of a state: all of it happens, or nothing. */
export interface Rewrite<Shown> {
  /** What the reply shows. */
  readonly shown: Shown;
  /** Whether it makes a record that did not exist. */
  readonly isNew: boolean;
  /** In effect when it returns; durable when its promise resolves. */
  commit(this: void): Promise<void> | undefined;
}

/** A record to store, and the pointer to it in the sent body. */
export interface WantedRecord {
  readonly shape: CollectionShape;
  readonly item: Item;
  readonly pointer: string;
}

export interface RewritePlan {
  readonly changes: readonly RecordChange[];
  /** The collections that the change makes complete. */
  readonly complete: readonly string[];
  readonly wanted: readonly WantedRecord[];
}

/** Throws where a wanted record would have a parent, or link a record, that does not exist. */
export function assertParents(world: World, { changes, complete, wanted }: RewritePlan): void {
  if (wanted.length === 0) return;
  const planted = complete.reduce(plantIn, world.save());
  const { madeFor, tables, authoritative } = applyChanges(planted, changes);
  const setting = { shapes: madeFor.shapes, tables, authoritative };
  const faults = wanted.flatMap(({ shape, item, pointer }): readonly Violation[] => {
    const orphan = findMissingParent(item, shape, setting);
    return orphan ? [complain(stepDown(pointer, orphan.parameter), orphan.message, 'parents')] : [];
  });
  if (faults.length > 0) throw refuseFaults(faults, true);
}

/**
 * A journal entry can't say that a collection is complete. So where the plan makes one complete for
 * the first time, this restores the world to the new state, and the next write stores all of it.
 */
export function commitPlan(
  world: World,
  { changes, complete }: RewritePlan,
): Rewrite<unknown>['commit'] {
  return () => {
    const planted = complete.filter((name) => !world.isAuthoritative(name));
    if (planted.length === 0) return world.commit(changes);
    return world.restore(applyChanges(planted.reduce(plantIn, world.save()), changes));
  };
}

/** A violation in the sent body. */
export function complain(pointer: string, message: string, keyword = 'record'): Violation {
  return { in: 'body', pointer, message, keyword };
}

/** A refusal lists at most this many violations. */
const mostShown = 100;

/** Where the check was on, the detail says how to switch it off. */
export function refuseFaults(faults: readonly Violation[], isChecked: boolean): ApiError {
  const shown = faults.slice(0, mostShown);
  const rest = faults.length - shown.length;
  const more = rest === 0 ? '' : `; and ${rest} more`;
  const way = isChecked
    ? '; ?check=false (in the library { check: false }) takes what breaks the schema, too'
    : '';
  const detail = `${shown.map(describeViolation).join('; ')}${more}. Nothing was changed${way}.`;
  return new ApiError('invalid-request', detail, { violations: shown });
}

export function refuseCollection(known: readonly string[], name: string): ApiError {
  const instead = suggestNames(name, known);
  const all = instead.endsWith('?') ? ` The contract has ${listNames(known)}.` : '';
  const detail = endSentence(`There is no collection "${name}": ${instead}`);
  return new ApiError('record-not-found', detail + all);
}

export function refuseKey({ name, key: own, parents }: CollectionShape, key: string): ApiError {
  if (own) return new ApiError('record-not-found', `There is no "${key}" in ${name}.`);
  const where =
    parents.length === 0 ? 'There is only one' : 'There is one under each of its parents';
  const hint = key === '' ? '' : ` ${where}: its key is written "-".`;
  return new ApiError('record-not-found', `There is no such record in ${name}.${hint}`);
}

/** Several records have the key, and the request does not say under which parents. */
export function refuseChoice(
  shape: CollectionShape,
  key: string,
  found: readonly Parents[],
): ApiError {
  const shown = found.slice(0, 10).map((parents) => `?${toQuery(shape, parents)}`);
  const rest = found.length - shown.length;
  const more = rest === 0 ? '' : ` and ${rest} more`;
  const what = shape.kind === 'singleton' ? 'the one record' : `"${key}"`;
  const detail = `In ${shape.name} there are ${found.length} of ${what}, under several parents. Say which in the query: ${shown.join(' or ')}${more}.`;
  return new ApiError('ambiguous-record', detail);
}

function toQuery({ parents: declared }: CollectionShape, parents: Parents): string {
  return declared
    .flatMap(({ parameter }, index) => {
      const parent = parents[index];
      if (parent === undefined) return [];
      return [`${encodePart(parameter)}=${encodePart(parent)}`];
    })
    .join('&');
}
