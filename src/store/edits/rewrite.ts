import type { Violation } from '../../base/errors.ts';
import { stepDown } from '../../base/json.ts';
import type { RecordChange, Item, CollectionShape } from '../record.ts';
import { findMissingParent } from '../state/fixtures.ts';
import { applyChanges, plantIn } from '../state/state.ts';
import type { World } from '../worlds/world.ts';
import { complain, refuseFaults } from './refusals.ts';

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
 * the first time, this restores the world to the new state, and the ledger writes all of it.
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
