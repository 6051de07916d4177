import type { Collection } from '../contract/plan/plan.ts';
import type { Change } from '../store/record.ts';
import type { World } from '../store/world.ts';
import type { MadeUpKeys } from './made-up-keys.ts';

interface Setting {
  readonly collections: readonly Collection[];
  readonly world: World;
  readonly keysUnder: MadeUpKeys;
}

/**
 * What goes along with a record besides what is stored: made-up records that were listed under it and
 * that a path without it could ask for. `seen` are the collections on the way.
 */
export function findOrphans(
  setting: Setting,
  { collection: name, before }: Change,
  seen: ReadonlySet<string>,
): readonly Change[] {
  const { collections, world, keysUnder } = setting;
  if (!before) return [];
  return collections.flatMap((child) => {
    const index = child.parents.findLastIndex((parent) => parent.collection === name);
    const isApart = child.kind !== 'links' && child.parents.some(({ isOptional }) => isOptional);
    const isKnown = world.isAuthoritative(child.name);
    if (index < 0 || !isApart || isKnown || seen.has(child.name)) return [];
    const shared = world.parentsIn(child.name, name, before.parents);
    const parents = shared.map((parent, at) => (at === index ? before.key : parent));
    return keysUnder(child, parents).flatMap((key): readonly Change[] => {
      const isStored = world.find(child.name, key, parents) !== undefined;
      if (isStored || world.isGone(child.name, key, parents)) return [];
      const orphan = { key, parents, body: {} };
      const change = { collection: child.name, before: orphan, after: undefined };
      return [change, ...findOrphans(setting, change, new Set([...seen, name]))];
    });
  });
}
