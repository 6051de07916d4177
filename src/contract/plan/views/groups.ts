import { isWorldwide } from '../keys.ts';
import { isShortOf, plainName, singular } from '../../../base/names.ts';
import { findEntry, schemasIn } from './evidence.ts';
import type { Homes } from './homes.ts';
import {
  areSame,
  bareNounsIn,
  findHome,
  haveSameParents,
  indexHomes,
  isAlike,
  nounsIn,
} from './homes.ts';
import type { Records } from './records.ts';
import { isChosen, isWorkedOut } from './selections.ts';
import type { SiteMap } from './sites.ts';
import type { CollectionView } from './views.ts';
import { isSameRecord } from './views.ts';

/** The views of one collection. */
export interface ViewGroup {
  /** The view with the best evidence of the records is first. */
  readonly views: readonly CollectionView[];
  /** For links: the group of the linked records. */
  readonly of: ViewGroup | undefined;
}

/** Groups the views of one collection: they show the same records under different parents. */
export function groupViews(
  records: Records,
  sites: SiteMap,
  views: readonly CollectionView[],
): readonly ViewGroup[] {
  const homes = groupItems(records, sites, views);
  const grouping: Grouping = { records, sites, homes: indexHomes(homes) };
  const groups = [...homes];
  for (const view of views) {
    if (isHome(view)) continue;
    const home = view.kind === 'singleton' ? undefined : homeOf(grouping, homes, view);
    const isOther = home?.views.some((each) => isWorkedOut(view, each));
    if (isSearch(view, home) || isReport(records, view, home) || isOther) continue;
    if (view.kind === 'items' && home && belongsTo(grouping, view, home)) home.views.push(view);
    else if (home && (view.hasItems || view.evidence.list)) {
      groups.push({ views: [{ ...view, kind: 'links' }], of: home });
    } else if (isWorthwhile(view)) groups.push({ views: [view], of: undefined });
  }
  return groups;
}

function homeOf(
  { records, homes }: Grouping,
  groups: readonly Growing[],
  view: CollectionView,
): Growing | undefined {
  const found = findHome(records, homes, view);
  return found ?? groups.find(({ views: [main] }) => main && areSame(records, view, main));
}

interface Growing extends ViewGroup {
  readonly views: CollectionView[];
}

interface Grouping {
  readonly records: Records;
  readonly sites: SiteMap;
  readonly homes: Homes<Growing>;
}

function isHome({ kind, hasItems }: CollectionView): boolean {
  return kind === 'items' && hasItems;
}

function groupItems(
  records: Records,
  sites: SiteMap,
  views: readonly CollectionView[],
): readonly Growing[] {
  const clusters = new Map<string, Growing[]>();
  const groups: Growing[] = [];
  const ranked = views.filter(isHome).toSorted((one, other) => rankOf(other) - rankOf(one));
  for (const view of ranked) {
    const { identity } = view;
    const name = identity === undefined ? undefined : `${identity} ${keyOf(view).join('.')}`;
    const cluster = name === undefined ? [] : (clusters.get(name) ?? []);
    const same = cluster.find((group) => group.views.every((other) => areOne(sites, view, other)));
    if (same) same.views.push(view);
    else {
      const group: Growing = { views: [view], of: undefined };
      groups.push(group);
      if (name !== undefined) clusters.set(name, [...cluster, group]);
    }
  }
  const order = new Map(views.map((view, index) => [view, index]));
  const placeOf = ({ views: [first] }: Growing): number => (first ? (order.get(first) ?? 0) : 0);
  return uniteAudiences(records, adoptBare(groups)).toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  );
}

/** A record without a key among its members has the key beside it. */
function keyOf({ key, evidence }: CollectionView): readonly string[] {
  return key ?? [evidence.name.short];
}

/** A group that only has actions on its items joins the only group of that name that reads them. */
function adoptBare(groups: readonly Growing[]): readonly Growing[] {
  const isBare = ({ views }: Growing): boolean =>
    views.every(({ site, evidence }) => {
      const isTouched = ['GET', 'PUT', 'PATCH'].some((it) => findEntry(site.item?.entries, it));
      return !isTouched && schemasIn(evidence).length === 0;
    });
  const isTop = ({ views: [main] }: Growing): boolean => main?.parents.length === 0;
  const segmentOf = ({ views: [main] }: Growing): string => plainName(main?.site.segment ?? '');
  const bare = groups.filter((group) => isTop(group) && isBare(group));
  const adopted = new Set<Growing>();
  for (const group of bare) {
    const others = groups.filter(
      (other) =>
        other !== group && segmentOf(other) === segmentOf(group) && other.views[0]?.evidence.read,
    );
    const [home, second] = others;
    if (!home || second || !isTop(home)) continue;
    home.views.push(...group.views);
    adopted.add(group);
  }
  return groups.filter((group) => !adopted.has(group));
}

/** The first view of a group is the one that reads its items and has the fewest parents. */
function rankOf({ evidence, site, parents }: CollectionView): number {
  const isRead = evidence.read ? 100 : 0;
  const done = (site.item?.entries.length ?? 0) + site.whole.length;
  return isRead - parents.length * 10 + Math.min(done, 9);
}

function areOne(sites: SiteMap, one: CollectionView, other: CollectionView): boolean {
  const isNamedAlike = isAlike(one, other);
  const isUnder = (child: CollectionView, parent: CollectionView): boolean =>
    child.parents.some(({ pattern }) => sites.ofItem.get(pattern) === parent.site);
  // Below a view with the same schema, another name means a part, a version or an answer; and what
  // many places show, each shows for itself.
  if (!isNamedAlike && (one.isShared || isUnder(one, other) || isUnder(other, one))) return false;
  // `/global/rules` has none of those at `/regions/{region}/rules`.
  if (isGlobal(one) !== isGlobal(other)) return false;
  const isSamePlace = haveSameParents(one, other);
  // Two names under the same parents are two sets of such records: kept, deleted, drafted ones.
  if (isSamePlace && !isNamedAlike) return false;
  if (isSamePlace && (one.parents.length === 0 || bareNounsIn(one) === bareNounsIn(other)))
    return true;
  // A name identifies a record only among its siblings.
  return isWorldwide(keyOf(one));
}

function isGlobal({ site: { steps } }: CollectionView): boolean {
  return steps.some((step) => step.kind === 'text' && /^globals?$/i.test(step.text));
}

/**
 * `/admin/users` and `/users` are one collection if the records of one show all that those of the
 * other do, and more. Other versions of a contract may mean other things.
 */
function uniteAudiences(records: Records, groups: readonly Growing[]): readonly Growing[] {
  const united: Growing[] = [];
  for (const group of groups) {
    const [main] = group.views;
    const same =
      main && united.find(({ views: [other] }) => other && areSame(records, main, other));
    if (!same) united.push(group);
    else if (sizeOf(records, group) > sizeOf(records, same)) same.views.unshift(...group.views);
    else same.views.push(...group.views);
  }
  return united;
}

function sizeOf(records: Records, { views: [main] }: Growing): number {
  return main?.schema ? records.members(main.schema).size : 0;
}

/** Whether a place without items shows the whole collection, or only some of its records. */
function belongsTo({ records, sites }: Grouping, view: CollectionView, home: Growing): boolean {
  if (makes(sites, view, home)) return true;
  const [main] = home.views;
  if (!main || isChosen(view, main)) return false;
  const isOwn = home.views.some(
    ({ identity }) => identity !== undefined && identity === view.identity,
  );
  // With another name and another component, the place shows a selection of the records.
  const isWhole = isOwn && !view.isShared && isWorldwide(main.key ?? []);
  if (!isAlike(main, view) && !isWhole) return false;
  const parentOf = (pattern: string): unknown => {
    const site = sites.ofItem.get(pattern);
    return site ? (groupOf(home, site.pattern) ?? site) : pattern;
  };
  const known = new Set(
    home.views.flatMap(({ parents }) => parents.map((it) => parentOf(it.pattern))),
  );
  const extra = view.parents.filter(({ pattern }) => !known.has(parentOf(pattern)));
  const schema = view.evidence.list?.items;
  const members = new Set(schema ? [...records.members(schema).keys()].map(plainName) : []);
  return extra.every(({ pattern, parameter }) => {
    const segment = sites.ofItem.get(pattern)?.segment;
    const written = segment === undefined ? undefined : singular(segment);
    const one = written === undefined ? undefined : plainName(written);
    const names = [plainName(parameter), ...(one === undefined ? [] : [one, `${one}id`])];
    const short = [...members].filter((name) => written !== undefined && isShortOf(name, written));
    return names.some((name) => name !== 'id' && members.has(name)) || short.length === 1;
  });
}

function groupOf(home: Growing, pattern: string): Growing | undefined {
  return home.views.some(({ site }) => site.pattern === pattern) ? home : undefined;
}

/** Whether records are created here; an action on an item may answer with such a record, too. */
function makes(sites: SiteMap, view: CollectionView, home: Growing): boolean {
  const { evidence, parents } = view;
  const made = evidence.made?.identity ?? evidence.madeFrom?.identity;
  if (made === undefined) return isOfSameName(view, home);
  const isSame = home.views.some(({ identity }) => identity === made);
  if (!isSame) return false;
  const isNamedAlike = home.views.some((each) => isAlike(each, view));
  const isBelow = parents.some(({ pattern }) => {
    const above = sites.ofItem.get(pattern);
    return above !== undefined && groupOf(home, above.pattern) !== undefined;
  });
  return isNamedAlike || (!isBelow && (evidence.list !== undefined || parents.length === 0));
}

/** A record that is created below a parent may be read without it, at a path with the same name. */
function isOfSameName(view: CollectionView, { views: [main] }: Growing): boolean {
  const isMade = view.evidence.made !== undefined;
  return isMade && main !== undefined && nounsIn(main) === nounsIn(view);
}

/** A search selects records by terms that only the real service understands. */
function isSearch({ site, identity }: CollectionView, home: ViewGroup | undefined): boolean {
  const texts = site.steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  const [before = '', last = ''] = texts.slice(-2).map(plainName);
  if (before === 'search') return true;
  const isOwn = home?.views.some((view) => identity !== undefined && view.identity === identity);
  return last === 'search' && isOwn !== true;
}

/** What is reported of records under their name is another record, if its component is another. */
function isReport(records: Records, view: CollectionView, home: ViewGroup | undefined): boolean {
  const { site, schema, identity, hasItems } = view;
  const before = site.steps.at(-2);
  if (!home || hasItems || before?.kind !== 'text' || !reports.test(before.text)) return false;
  return !home.views.some((each) =>
    identity === undefined
      ? schema && each.schema && isSameRecord(records, schema, each.schema)
      : each.identity === identity,
  );
}

const reports =
  /^(?:reports?|reporting|stats|statistics|analytics|charts?|exports?|feeds?|insights?|metrics)$/i;

/** A place cannot hold records if they have no key, if no operation lists them, or if many places do. */
function isWorthwhile({ kind, key, evidence, isShared, site }: CollectionView): boolean {
  if (kind !== 'items') return true;
  // What is also given as files is a list of its own, whatever its records have.
  return !isShared && evidence.list !== undefined && (key !== undefined || site.item !== undefined);
}
