import type { Change } from '../store/record.ts';
import type { World } from '../store/world.ts';
import type { Craft } from './craft.ts';

/**
 * What goes along with a record besides what is stored: made-up records that were listed under it and
 * that a path without it could ask for. `seen` are the collections on the way.
 */
export function findOrphans(
  craft: Pick<Craft, 'keysUnder' | 'knowledge'>,
  world: World,
  { collection: name, before }: Change,
  seen: ReadonlySet<string>,
): readonly Change[] {
  const { keysUnder, knowledge } = craft;
  if (!before) return [];
  return knowledge.collectionsUnder(name).flatMap((child) => {
    const index = child.parents.findLastIndex((parent) => parent.collection === name);
    const isApart = child.kind !== 'links' && child.parents.some(({ isOptional }) => isOptional);
    const isKnown = world.isAuthoritative(child.name);
    if (!isApart || isKnown || seen.has(child.name)) return [];
    const shared = world.parentsIn(child.name, name, before.parents);
    const parents = shared.map((parent, at) => (at === index ? before.key : parent));
    return keysUnder(child, parents).flatMap((key): readonly Change[] => {
      const isStored = world.find(child.name, key, parents) !== undefined;
      if (isStored || world.isGone(child.name, key, parents)) return [];
      const orphan = { key, parents, body: {} };
      const change = { collection: child.name, before: orphan, after: undefined };
      return [change, ...findOrphans(craft, world, change, new Set([...seen, name]))];
    });
  });
}
