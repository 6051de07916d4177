import { mayBeSame } from '../parents.ts';
import type { CollectionShape, Item, RecordChange } from '../record.ts';
import type { World } from '../worlds/world.ts';
import type { EditedPlace } from './given-record.ts';

/** What the server shows of a world where nothing is stored. */
export interface MadeUpRecords {
  /** The record that a read of this key would show. */
  readonly imagine: Imagine;
  /** The same, where clients meet it unasked: in lists, in references, in an example of the contract. */
  readonly findShown: Imagine;
  /** The made-up records of a collection that lists show, as far as the server looks through them. */
  listShown(this: void, world: World, collection: string): Iterable<Item>;
  /** Whether clients met a record there when the world began, made up or stored, that no request made. */
  isOfBeginning(this: void, world: World, place: EditedPlace): boolean;
  /**
   * What goes with removed records besides stored ones: those that lists show under them, where a path
   * could name them without. Without bodies.
   */
  findOrphans(this: void, world: World, removal: readonly RecordChange[]): readonly RecordChange[];
}

/** A record that is not stored; undefined where the server shows none. */
export type Imagine = (world: World, place: EditedPlace) => Item | undefined;

/** A world to be edited, and what it shows besides its stored records. */
export interface Editing {
  readonly world: World;
  readonly madeUp: MadeUpRecords;
}

/** What stands at a place before an edit; both undefined: nothing. */
export interface Standing {
  readonly stored: Item | undefined;
  readonly madeUp: Item | undefined;
}

/**
 * Stores a record, as operations of the contract do: a made-up one stays what it is to others, who go
 * on to speak of it, and stand below it. So does one that the world began with and that was deleted
 * since: this puts it back. Any other record is new.
 */
export function planPut(
  { world, madeUp: { isOfBeginning } }: Editing,
  shape: CollectionShape,
  { stored, madeUp }: Standing,
  after: Item,
): readonly RecordChange[] {
  const { key, parents } = after;
  const put = { collection: shape.name, before: stored, after };
  if (stored) return [put];
  if (!madeUp) return [{ ...put, isNew: !isOfBeginning(world, { shape, key, parents }) }];
  if (mayBeSame(madeUp.parents, parents)) return [{ ...put, madeUp }];
  // It leaves the place that it had, where the server would make it up again.
  return [{ collection: shape.name, before: madeUp, after: undefined }, put];
}
