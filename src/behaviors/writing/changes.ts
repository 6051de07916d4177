import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordChange, Item } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';

/** Puts a record in the place of what is stored there; a record that was made up is stored nowhere yet. */
export function putChange(world: World, { name }: Collection, after: Item): RecordChange {
  const before = world.find(name, after.key, after.parents);
  return { collection: name, before, after };
}

/** Puts a record there that there was none of, not even a made-up one. */
export function birthChange({ name }: Collection, after: Item): RecordChange {
  return { collection: name, before: undefined, after, isNew: true };
}
