import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordChange, Item } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';

/** Replaces a record; `before` is undefined where it was generated, and so not stored. */
export function putChange(world: World, { name }: Collection, after: Item): RecordChange {
  const before = world.find(name, after.key, after.parents);
  return { collection: name, before, after };
}

/** Adds a record that did not exist before, not even as a generated one. */
export function birthChange({ name }: Collection, after: Item, knownSince?: string): RecordChange {
  const change = { collection: name, before: undefined, after, isNew: true };
  return knownSince === undefined ? change : { ...change, knownSince };
}
