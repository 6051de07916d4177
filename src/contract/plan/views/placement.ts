import type { CompileContext } from '../../compile-context.ts';
import type { Operation } from '../../operations.ts';
import type { Correction } from '../corrections.ts';
import { below, complainOfName } from '../corrections.ts';
import type { UnknownKeys } from '../plan.ts';
import type { Lens } from './evidence.ts';
import { gatherEvidence } from './evidence.ts';
import type { ViewGroup } from './groups.ts';
import { isNoun } from './path-pattern.ts';
import type { PathSite, SiteMap } from './sites.ts';
import type { CollectionView } from './views.ts';
import { createView } from './views.ts';

/** The collections of a contract, with its corrections applied. */
export interface Placing {
  readonly groups: readonly ViewGroup[];
  readonly names: ReadonlyMap<ViewGroup, string>;
  readonly keys: ReadonlyMap<ViewGroup, readonly string[]>;
  readonly unknownKeys: ReadonlyMap<ViewGroup, UnknownKeys>;
  /** The group that a parameter names a record of, by the pattern up to it; undefined for none. */
  readonly parents: ReadonlyMap<string, ViewGroup | undefined>;
}

type Corrections = ReadonlyMap<Operation, Correction>;

export function placeGroups(
  context: CompileContext,
  lens: Lens,
  sites: SiteMap,
  found: readonly ViewGroup[],
  corrections: Corrections,
): Placing {
  const inferred = nameGroups(found, new Map());
  if (corrections.size === 0) {
    const none = { keys: new Map(), unknownKeys: new Map(), parents: new Map() };
    return { groups: found, names: inferred, ...none };
  }
  const moves = collectMoves(context, sites, corrections);
  const { groups, fixed } = moveViews(lens, found, inferred, moves);
  const names = nameGroups(groups, fixed);
  const placing = { groups, names };
  return {
    ...placing,
    keys: collectKeys(context, lens, sites, placing, corrections),
    unknownKeys: collectUnknownKeys(context, sites, placing, corrections),
    parents: collectParents(context, sites, placing, corrections),
  };
}

/** The collection that corrections name for each place. */
function collectMoves(
  context: CompileContext,
  sites: SiteMap,
  corrections: Corrections,
): ReadonlyMap<PathSite, string> {
  const moves = new Map<PathSite, string>();
  for (const [operation, { collection, part }] of corrections) {
    if (collection === undefined) continue;
    const site = siteOf(sites, operation);
    if (site) moves.set(site, collection);
    else {
      const message = `${operation.path} can be no place of a collection`;
      context.complain(below(part, 'collection'), message);
    }
  }
  return moves;
}

function siteOf({ entries, ofItem, at }: SiteMap, operation: Operation): PathSite | undefined {
  const entry = entries.get(operation);
  const pattern = entry && entry.pathPattern.pattern;
  return pattern === undefined ? undefined : (ofItem.get(pattern) ?? at.get(pattern));
}

function moveViews(
  lens: Lens,
  found: readonly ViewGroup[],
  inferred: ReadonlyMap<ViewGroup, string>,
  moves: ReadonlyMap<PathSite, string>,
): { readonly groups: readonly ViewGroup[]; readonly fixed: ReadonlyMap<ViewGroup, string> } {
  const fixed = new Map<ViewGroup, string>();
  const remade = new Map<ViewGroup, ViewGroup>();
  const byName = new Map<string, Growing>();
  for (const group of found) {
    const views = group.views.filter(({ site }) => !moves.has(site));
    const name = inferred.get(group) ?? '';
    if (views.length === 0) continue;
    const rest = { ...group, views };
    remade.set(group, rest);
    byName.set(name, rest);
    fixed.set(rest, name);
  }
  for (const [site, name] of moves) {
    const before = found.flatMap(({ views }) => views).find((view) => view.site === site);
    // The place only linked to records of others; its correction says that they are its own.
    const isOwn = before && (before.kind !== 'links' || before.hasItems);
    const own = isOwn ? before : createView(lens, site, gatherEvidence(lens, site), 'items');
    const group = byName.get(name);
    const kind = group?.views[0]?.kind ?? own.kind;
    if (group) group.views.push({ ...own, kind });
    else {
      const made = { views: [own], of: undefined };
      byName.set(name, made);
      fixed.set(made, name);
    }
  }
  const groups = [...byName.values()];
  // The group of the linked records may be a new object, too.
  for (const group of groups) group.of = group.of && remade.get(group.of);
  return { groups, fixed };
}

interface Growing extends ViewGroup {
  readonly views: CollectionView[];
  of: ViewGroup | undefined;
}

type Placed = Pick<Placing, 'groups' | 'names'>;

function collectKeys(
  context: CompileContext,
  { records }: Lens,
  sites: SiteMap,
  { groups }: Placed,
  corrections: Corrections,
): Placing['keys'] {
  const keys = new Map<ViewGroup, readonly string[]>();
  for (const [operation, { key, part }] of corrections) {
    if (!key) continue;
    const place = below(part, 'key');
    const group = groupFor(context, sites, { groups, operation, place });
    if (!group) continue;
    keys.set(group, key);
    let schema = group.views.find((view) => view.schema)?.schema;
    for (const step of key) {
      const members = schema && records.members(schema);
      if (!members || members.size === 0) break;
      if (!members.has(step)) complainOfName(context, place, step, [...members.keys()]);
      schema = members.get(step);
    }
  }
  return keys;
}

function collectUnknownKeys(
  context: CompileContext,
  sites: SiteMap,
  { groups }: Placed,
  corrections: Corrections,
): Placing['unknownKeys'] {
  const all = new Map<ViewGroup, UnknownKeys>();
  for (const [operation, { unknownKeys, part }] of corrections) {
    if (!unknownKeys) continue;
    const place = below(part, 'unknown-keys');
    const group = groupFor(context, sites, { groups, operation, place });
    if (group) all.set(group, unknownKeys);
  }
  return all;
}

interface GroupSearch {
  readonly groups: readonly ViewGroup[];
  readonly operation: Operation;
  readonly place: ReturnType<typeof below>;
}

/** The collection at the path of a corrected operation; complains where there is none. */
function groupFor(
  context: CompileContext,
  sites: SiteMap,
  { groups, operation, place }: GroupSearch,
): ViewGroup | undefined {
  const site = siteOf(sites, operation);
  const group = groups.find(({ views }) => views.some((view) => view.site === site));
  if (!group) context.complain(place, `${operation.path} is no place of a collection`);
  return group;
}

function collectParents(
  context: CompileContext,
  sites: SiteMap,
  { groups, names }: Placed,
  corrections: Corrections,
): Placing['parents'] {
  const parents = new Map<string, ViewGroup | undefined>();
  const byName = new Map(groups.map((group) => [names.get(group) ?? '', group]));
  for (const [operation, { parents: given, part }] of corrections) {
    const entry = sites.entries.get(operation);
    if (!given || !entry) continue;
    const place = below(part, 'parents');
    const all = entry.pathPattern.references;
    const isItem = entry.pathPattern.steps.at(-1)?.kind === 'parameter';
    const references = isItem ? all.slice(0, -1) : all;
    if (references.length !== given.length) {
      const message = `${operation.path} names ${references.length} parents, not ${given.length}`;
      context.complain(place, message);
      continue;
    }
    for (const [index, { pattern }] of references.entries()) {
      const name = given[index];
      const group = name === undefined ? undefined : byName.get(name);
      if (name !== undefined && !group) complainOfName(context, place, name, [...byName.keys()]);
      parents.set(pattern, group);
    }
  }
  return parents;
}

/** Gives each collection a unique name: the last fixed segment, with more segments where needed. */
function nameGroups(
  groups: readonly ViewGroup[],
  fixed: ReadonlyMap<ViewGroup, string>,
): ReadonlyMap<ViewGroup, string> {
  const names = new Map(fixed);
  const holders = new Map([...fixed].map(([group, name]) => [name, group]));
  const give = (group: ViewGroup, name: string): void => {
    let free = name;
    for (let count = 2; holders.has(free); count += 1) free = `${name}-${count}`;
    names.set(group, free);
    holders.set(free, group);
  };
  const settle = (clashing: readonly ViewGroup[], depth: number): void => {
    for (const [name, namesakes] of gatherBy(clashing, (group) => nameOf(group, depth))) {
      const owner = namesakes.length === 1 ? namesakes[0] : ownerOf(namesakes);
      const canGrow = namesakes.some((group) => depth < nounsOf(group).length);
      if (owner) give(owner, name);
      const others = namesakes.filter((group) => group !== owner);
      if (canGrow) settle(others, depth + 1);
      else for (const group of others) give(group, lastNameOf(group, name, holders.get(name)));
    }
  };
  settle(
    groups.filter((group) => !fixed.has(group)),
    1,
  );
  return names;
}

/** Of groups with the same name, the only one with the fewest parents keeps it. */
function ownerOf(groups: readonly ViewGroup[]): ViewGroup | undefined {
  const able = groups.some(isMainKind) ? groups.filter(isMainKind) : groups;
  const fewest = Math.min(...able.map(countParents));
  const [first, ...others] = able.filter((group) => countParents(group) === fewest);
  return others.length === 0 ? first : undefined;
}

function isMainKind({ views: [main] }: ViewGroup): boolean {
  return main?.kind === 'items' && main.hasItems;
}

function countParents({ views: [main] }: ViewGroup): number {
  return main?.parents.length ?? 0;
}

function nameOf(group: ViewGroup, depth: number): string {
  return nounsOf(group).slice(-depth).join('.');
}

/** For groups with equal segments, such as two versions, or a singleton beside many items. */
function lastNameOf(group: ViewGroup, name: string, holder: ViewGroup | undefined): string {
  if (!holder) return name;
  if (group.views[0]?.site === holder.views[0]?.site) return `${name}.itself`;
  const [whole, other] = [group, holder].map((each) => textsOf(each).join('.'));
  return whole === undefined || whole === other ? name : whole;
}

function textsOf({ views: [main] }: ViewGroup): readonly string[] {
  return (main?.site.steps ?? []).flatMap((step) => (step.kind === 'text' ? [step.text] : []));
}

function nounsOf(group: ViewGroup): readonly string[] {
  const texts = textsOf(group);
  return [...texts.slice(0, -1).filter(isNoun), ...texts.slice(-1)];
}

export function gatherBy<T>(
  all: readonly T[],
  nameOne: (each: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const gathered = new Map<string, T[]>();
  for (const each of all) {
    const name = nameOne(each);
    const others = gathered.get(name) ?? [];
    others.push(each);
    gathered.set(name, others);
  }
  return gathered;
}
