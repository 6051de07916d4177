import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordChange } from '../../store/record.ts';
import type { World } from '../../store/worlds/world.ts';
import type { SeedTools } from '../seed-tools.ts';

type OrphanSearch = Pick<SeedTools, 'keysUnder'> & {
  readonly contractIndex: Pick<SeedTools['contractIndex'], 'collectionsUnder'>;
};

/**
 * What goes with deleted records, besides stored ones: generated records that were listed under
 * them and that a path without them could still ask for.
 */
export function findOrphans(
  tools: OrphanSearch,
  world: World,
  changes: readonly RecordChange[],
): readonly RecordChange[] {
  // There may be very many changes, but of few collections, most of them without such children.
  const childrenOf = new Map<string, readonly Collection[]>();
  const orphans: RecordChange[] = [];
  for (const change of changes) {
    const { collection: name } = change;
    const children = childrenOf.get(name) ?? findApart(tools, world, name);
    childrenOf.set(name, children);
    if (children.length === 0) continue;
    for (const orphan of findUnder(tools, world, change, new Set())) orphans.push(orphan);
  }
  return orphans;
}

/** The collections below, not complete, whose records a path can name without this parent. */
function findApart(
  { contractIndex }: OrphanSearch,
  world: World,
  name: string,
): readonly Collection[] {
  return contractIndex
    .collectionsUnder(name)
    .filter(
      ({ name: child, kind, parents }) =>
        kind !== 'links' &&
        parents.some(({ isOptional }) => isOptional) &&
        !world.isAuthoritative(child),
    );
}

/** `seen` are the collections on the way down. */
function findUnder(
  tools: OrphanSearch,
  world: World,
  { collection: name, before }: RecordChange,
  seen: ReadonlySet<string>,
): readonly RecordChange[] {
  if (!before) return [];
  return findApart(tools, world, name).flatMap((child) => {
    if (seen.has(child.name)) return [];
    const index = child.parents.findLastIndex((parent) => parent.collection === name);
    const shared = world.parentsIn(child.name, name, before.parents);
    const parents = shared.map((parent, at) => (at === index ? before.key : parent));
    return tools.keysUnder(child, parents).flatMap((key): readonly RecordChange[] => {
      const isStored = world.find(child.name, key, parents) !== undefined;
      if (isStored || world.isGone(child.name, key, parents)) return [];
      const orphan = { key, parents, body: {} };
      const change = { collection: child.name, before: orphan, after: undefined };
      return [change, ...findUnder(tools, world, change, new Set([...seen, name]))];
    });
  });
}
