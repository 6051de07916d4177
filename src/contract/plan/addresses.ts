import type { Ancestry } from './parents.ts';
import type { TargetAddress, Collection, Location, LocationPiece } from './plan.ts';
import type { ViewGroup } from './views/groups.ts';
import type { PathPattern } from './views/path-pattern.ts';
import type { OperationEntry } from './views/sites.ts';

/** The parts of the plan that tell which records a path names. */
export interface Addressing {
  readonly ancestry: Ancestry;
  readonly collections: ReadonlyMap<ViewGroup, Collection>;
}

/** How the first parameters of a path name a record, or all records of a group; `key` counts its references. */
export function addressIn(
  { ancestry, collections }: Addressing,
  group: ViewGroup,
  pathPattern: PathPattern,
  key: number | undefined,
): TargetAddress | undefined {
  const collection = collections.get(group);
  if (!collection) return undefined;
  const { references, passed } = pathPattern;
  const above = ancestry.identities(key === undefined ? references : references.slice(0, key));
  const parents = ancestry.parentsOf(group).map(({ identity }) => {
    const index = above.indexOf(identity);
    return index === -1 ? undefined : passed + index;
  });
  return { collection, key: key === undefined ? undefined : passed + key, parents };
}

/** The records that a path names before its own, outermost first. */
export function ancestorsIn(
  addressing: Addressing,
  pathPattern: PathPattern,
  count: number,
): readonly TargetAddress[] {
  const references = pathPattern.references.slice(0, count);
  return references.flatMap(({ pattern }, index) => {
    const group = addressing.ancestry.groupAt(pattern);
    return group ? (addressIn(addressing, group, pathPattern, index) ?? []) : [];
  });
}

/** The path at which a record can be read that this operation creates. */
export function locate(
  { ancestry }: Addressing,
  group: ViewGroup,
  entry: OperationEntry,
): Location | undefined {
  const parents = ancestry.parentsOf(group).map(({ identity }) => identity);
  const here = ancestry.identities(entry.pathPattern.references);
  const own = entry.pathPattern.pattern;
  const able = group.views.flatMap((view) => {
    const reading = view.hasItems ? readingIn(view.site.item?.entries ?? []) : undefined;
    if (!reading) return [];
    const above = ancestry.identities(view.parents);
    return above.every((identity) => here.includes(identity))
      ? [{ reading, above, isOwn: view.site.pattern === own }]
      : [];
  });
  const best = able.find(({ isOwn }) => isOwn) ?? able.toSorted(byDepth)[0];
  return best && { pieces: piecesOf(best.reading, best.above, parents) };
}

function byDepth(
  one: { readonly above: readonly string[] },
  other: { readonly above: readonly string[] },
): number {
  return other.above.length - one.above.length;
}

function readingIn(entries: readonly OperationEntry[]): OperationEntry | undefined {
  const plain = entries.filter(({ pathPattern }) => pathPattern.verb === undefined);
  return plain.find(({ operation }) => operation.method === 'GET') ?? plain[0];
}

function piecesOf(
  { pathPattern, operation }: OperationEntry,
  above: readonly string[],
  parents: readonly string[],
): readonly LocationPiece[] {
  let count = 0;
  let text = '';
  const pieces: LocationPiece[] = [];
  for (const step of pathPattern.steps) {
    if (step.kind === 'text') {
      text += `/${step.written}`;
      continue;
    }
    const identity = above[count];
    count += 1;
    pieces.push({ kind: 'text', text: `${text}/${step.written[0]}` });
    pieces.push(
      identity === undefined
        ? { kind: 'key' }
        : { kind: 'parent', index: parents.indexOf(identity) },
    );
    [, text] = step.written;
  }
  if (operation.path.endsWith('/')) text += '/';
  return text === '' ? pieces : [...pieces, { kind: 'text', text }];
}
