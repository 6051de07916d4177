import type { Part } from '../../load/documents.ts';
import { createKeyName } from '../key-names.ts';
import { findKey } from '../keys.ts';
import type { Collection } from '../plan.ts';
import { plainName, singular } from '../../../base/names.ts';
import type { Evidence, Lens } from './evidence.ts';
import { findEntry, findMaking, gatherEvidence, givenTo, schemasIn } from './evidence.ts';
import { hasKeyedItems } from './item-keys.ts';
import type { ParentReference } from './path-pattern.ts';
import { bodyOf } from './record-spots.ts';
import type { Records } from './records.ts';
import type { OperationEntry, PathSite } from './sites.ts';
import { hasWords } from './text-lists.ts';

/** What one place tells of a collection; several places may tell of the same one. */
export interface CollectionView {
  readonly site: PathSite;
  readonly kind: Collection['kind'];
  readonly evidence: Evidence;
  /** The schema of its records, as this place gives it. */
  readonly schema: Part | undefined;
  /** The component that the schema is. */
  readonly identity: string | undefined;
  /** The member that identifies a record; undefined where records have none. */
  readonly key: readonly string[] | undefined;
  readonly parents: readonly ParentReference[];
  /** Whether there are paths to its items, and not only to all of them. */
  readonly hasItems: boolean;
  /** Whether items of many unlike places are of its component: then none of these places owns it. */
  readonly isShared: boolean;
}

/** The views of all places, not yet grouped by collection. */
export function createViews(lens: Lens, sites: readonly PathSite[]): readonly CollectionView[] {
  const all = sites.map((site) => ({ site, evidence: gatherEvidence(lens, site) }));
  const homes = new Map<string, PathSite>();
  const readAt = new Map<string, string>();
  const segments = new Map<string, Set<string>>();
  for (const { site, evidence } of all) {
    const identity = evidence.read?.identity;
    if (identity === undefined || !site.item) continue;
    readAt.set(site.item.pattern, identity);
    if (!homes.has(identity)) homes.set(identity, site);
    const names = segments.get(identity) ?? new Set();
    segments.set(identity, names.add(plainName(singular(site.segment))));
  }
  const known = { homes, readAt };
  const views = all.flatMap(({ site, evidence }) => viewsOf(lens, site, evidence, known));
  return views.map((view) =>
    (segments.get(view.identity ?? '')?.size ?? 0) < manyPlaces ? view : asShared(lens, view),
  );
}

const manyPlaces = 4;

/** Below `channels`, a `channelId` of what may be no channel says where it belongs, and `id` what it is. */
function asShared({ records }: Lens, view: CollectionView): CollectionView {
  const { schema, evidence, key } = view;
  const own = createKeyName({ ...evidence.name, parameter: evidence.name.short });
  return { ...view, isShared: true, key: key && (findKey(records, schema, own) ?? key) };
}

/** Which components the items of the contract have. */
interface KnownItems {
  readonly homes: ReadonlyMap<string, PathSite>;
  /** By the pattern of an item. */
  readonly readAt: ReadonlyMap<string, string>;
}

function viewsOf(
  lens: Lens,
  site: PathSite,
  evidence: Evidence,
  known: KnownItems,
): readonly CollectionView[] {
  const views: CollectionView[] = [];
  const hasItems = hasKeyedItems(lens, site);
  if (hasItems) {
    const kind = isLinkSet(lens, site, evidence, known) ? 'links' : 'items';
    views.push(createView(lens, site, evidence, kind));
  }
  if (isSingleton(lens, site, evidence, known) || hasWords(lens, site)) {
    views.push(createView(lens, site, evidence, 'singleton'));
  } else if (!hasItems && (evidence.list ?? findMaking(lens, site.whole))) {
    views.push(createView(lens, site, evidence, 'items'));
  }
  return views;
}

/** Describes what a place tells of a collection of this kind. */
export function createView(
  lens: Lens,
  site: PathSite,
  evidence: Evidence,
  kind: CollectionView['kind'],
): CollectionView {
  const { records } = lens;
  const isSingle = kind === 'singleton';
  const [schema] = isSingle
    ? [evidence.single?.schema]
    : kind === 'links'
      ? [evidence.list?.items, ...schemasIn(evidence)]
      : schemasIn(evidence);
  return {
    site,
    kind,
    evidence,
    schema,
    // Where a parameter names the list, records of all kinds stand there.
    identity: schema && site.steps.at(-1)?.kind === 'text' ? records.identity(schema) : undefined,
    key: isSingle ? undefined : findKey(records, schema, evidence.name),
    parents: !isSingle && site.item ? site.item.parents : site.parents,
    hasItems: !isSingle && hasKeyedItems(lens, site),
    isShared: false,
  };
}

/** Whether the place is one record that clients can read and write there. */
function isSingleton(
  { records }: Lens,
  site: PathSite,
  { single, made, list, name }: Evidence,
  { readAt }: KnownItems,
): boolean {
  if (isToggle(site)) return true;
  if (list || !single || records.members(single.schema).size === 0) return false;
  // Some places show the item above them, and may write a part of it.
  const above = readAt.get(site.parents.at(-1)?.pattern ?? '');
  if (single.identity !== undefined && single.identity === above) return false;
  const has = (method: string): boolean => findEntry(site.whole, method) !== undefined;
  const change = findEntry(site.whole, 'PUT') ?? findEntry(site.whole, 'PATCH');
  if (change) return isOfItsKind(records, change, { name, single });
  const isSame = single.identity !== undefined && made?.identity === single.identity;
  // Paths below the one record may name its parts by a parameter, if no operation ends in it.
  const isAlone = !site.item || site.item.entries.length === 0;
  return isAlone && (has('DELETE') || isSame);
}

/** Whether PUT sets something, DELETE removes it, and GET only tells whether it is set. */
function isToggle({ whole, item }: PathSite): boolean {
  const [asking, putting, removing] = ['GET', 'PUT', 'DELETE'].map((method) =>
    findEntry(whole, method),
  );
  if (item || !asking || !putting || !removing) return false;
  return (
    [asking, putting, removing].every((entry) => !saysAnything(entry)) && !bodyOf(putting.operation)
  );
}

/** Whether the request body has a member of the reply; otherwise they describe different things. */
export function isOfItsKind(
  records: Records,
  change: OperationEntry,
  { name, single }: Pick<Evidence, 'name' | 'single'>,
): boolean {
  const given = givenTo(records, change, name);
  const sent = given ? [...records.members(given.schema).keys()] : [];
  const known = single ? records.members(single.schema) : new Map<string, Part>();
  return sent.length === 0 || sent.some((member) => known.has(member));
}

/**
 * Whether items only say that a record belongs to its parent: no request describes them, and no
 * operation reads them.
 */
function isLinkSet(lens: Lens, site: PathSite, evidence: Evidence, known: KnownItems): boolean {
  const { item } = site;
  if (!item || evidence.read || findEntry(item.entries, 'PATCH')) return false;
  if (makesRecords(lens, evidence)) return false;
  const put = findEntry(item.entries, 'PUT') ?? findEntry(item.entries, 'POST');
  const isElsewhere = isAtHomeElsewhere(lens, site, evidence, known);
  if (put) return isLinking(lens, put, evidence) && isRemovable(item.entries);
  if (isElsewhere && isRemovable(item.entries)) return true;
  // A client can only ask whether the record belongs to the parent.
  const asking = findEntry(item.entries, 'GET');
  return evidence.list !== undefined && asking !== undefined && !saysAnything(asking);
}

function saysAnything({ operation }: OperationEntry): boolean {
  return operation.success?.status !== '204';
}

function isRemovable(entries: readonly OperationEntry[]): boolean {
  return findEntry(entries, 'DELETE') !== undefined;
}

function makesRecords({ records }: Lens, { made, list, name }: Evidence): boolean {
  if (!made) return false;
  const identity = list && records.identity(list.items);
  return findKey(records, made.schema, name) !== undefined || made.identity === identity;
}

/** Whether neither the request body nor the reply of the operation describes the record. */
function isLinking({ records }: Lens, { operation }: OperationEntry, evidence: Evidence): boolean {
  const { changed, list, name } = evidence;
  const body = bodyOf(operation);
  if (body && list && isSameRecord(records, body, list.items)) return false;
  if (!body && !changed) return true;
  const isShown = changed && findKey(records, changed.schema, name) !== undefined;
  if (isShown && !list) return false;
  return list !== undefined || !body;
}

export function isSameRecord(records: Lens['records'], one: Part, other: Part): boolean {
  const identity = records.identity(one);
  if (identity !== undefined && identity === records.identity(other)) return true;
  const members = new Set([...records.members(other).keys()].map(plainName));
  const own = [...records.members(one).keys()];
  return own.length > 1 && own.every((member) => members.has(plainName(member)));
}

function isAtHomeElsewhere(
  lens: Lens,
  site: PathSite,
  { list }: Evidence,
  { homes }: KnownItems,
): boolean {
  const identity = list && lens.records.identity(list.items);
  const home = identity === undefined ? undefined : homes.get(identity);
  return home !== undefined && home !== site;
}
