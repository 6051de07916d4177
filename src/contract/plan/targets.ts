import type { Operation } from '../operations.ts';
import type { Addressing } from './addresses.ts';
import { addressIn, ancestorsIn, locate } from './addresses.ts';
import type { Lens } from './evidence.ts';
import { find, findList, givenTo, shownBy } from './evidence.ts';
import type { Group } from './groups.ts';
import { findKey } from './keys.ts';
import { planList } from './list-plan.ts';
import type { Improvised, Spot, Stateful, StatefulRole, Target } from './plan.ts';
import type { Entry, Site, SiteMap } from './sites.ts';
import { referencesIn } from './sites.ts';
import type { RecordSpot } from './spots.ts';
import { bodyOf, replyOf } from './spots.ts';
import type { View } from './views.ts';
import { patternOf } from './way.ts';

/** What targets are found with. */
export interface Ground extends Addressing {
  readonly lens: Lens;
  readonly sites: SiteMap;
  readonly groups: readonly Group[];
}

export type FindTarget = (operation: Operation) => Target;

/** Says of each operation what it does, and why that is thought. */
export function createTargeting(ground: Ground): FindTarget {
  const places = new Map<Site, Place>();
  for (const group of ground.groups) {
    for (const view of group.views) {
      const name = view.kind === 'singleton' ? 'single' : 'many';
      places.set(view.site, { ...places.get(view.site), [name]: { group, view } });
    }
  }
  const scene: Scene = { ...ground, placeOf: (site) => places.get(site) ?? {} };
  return (operation) => {
    const entry = ground.sites.entries.get(operation);
    if (!entry) return improvised('its path has more in a segment than one name');
    return findTarget(scene, entry);
  };
}

/** A collection, as one of its places shows it. */
interface Sight {
  readonly group: Group;
  readonly view: View;
}

interface Place {
  readonly many?: Sight;
  readonly single?: Sight;
}

interface Scene extends Ground {
  readonly placeOf: (site: Site) => Place;
}

function findTarget(scene: Scene, entry: Entry): Target {
  const { steps, verb } = entry.way;
  const pattern = patternOf(steps);
  if (verb !== undefined)
    return actionAbove(scene, entry) ?? improvised('it acts on no one record');
  const ofItem = scene.sites.ofItem.get(pattern);
  const item = ofItem && scene.placeOf(ofItem).many;
  if (item) return ofItemTarget(scene, entry, item);
  if (steps.at(-1)?.kind === 'parameter') {
    return improvised('nothing says what its last parameter is a record of');
  }
  const site = scene.sites.at.get(pattern);
  const place = site ? scene.placeOf(site) : {};
  return (
    (place.single && ofSingleTarget(scene, entry, place.single)) ??
    (place.many && ofWholeTarget(scene, entry, place.many)) ??
    selfTarget(scene, entry) ??
    actionAbove(scene, entry) ??
    improvised(whyNothing(scene, entry))
  );
}

const itemRoles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'delete',
};

function ofItemTarget(scene: Scene, entry: Entry, sight: Sight): Target {
  const { view, group } = sight;
  const { method } = entry.operation;
  const what = nounOf(scene, group);
  const isLink = view.kind === 'links';
  const shown = shownIn(scene, entry, sight);
  const reply = replyOf(entry.operation);
  if (method === 'GET' && reply && !shown && !isLink) {
    return improvised('its reply is no record');
  }
  if (isLink && (method === 'PUT' || method === 'POST')) {
    return stateful(scene, entry, sight, { role: 'link', shown, why: `puts it among ${what}` });
  }
  if (method === 'POST' || (method === 'PUT' && !bodyOf(entry.operation))) {
    const isUpdate = method === 'POST' && isUpdating(scene, entry, sight);
    const why = isUpdate ? `changes one of ${what}` : `does something with one of ${what}`;
    return stateful(scene, entry, sight, { role: isUpdate ? 'merge' : 'action', shown, why });
  }
  const role = itemRoles[method];
  if (!role) return improvised(`${method} says nothing of a record`);
  const why = isLink ? `what belongs among ${what}` : `the path ends in one of ${what}`;
  return stateful(scene, entry, sight, { role, shown, why });
}

/** Some contracts change records by POST: it answers with the record, or takes what the record has. */
function isUpdating({ lens }: Scene, entry: Entry, { view, group }: Sight): boolean {
  const { records } = lens;
  const { name, read } = view.evidence;
  const shown = shownBy(records, entry, name);
  const own = group.views.flatMap(({ identity }) => identity ?? []);
  if (shown?.identity !== undefined && own.includes(shown.identity)) {
    return bodyOf(entry.operation) !== undefined;
  }
  const entries = view.site.item?.entries;
  if (find(entries, 'PUT') ?? find(entries, 'PATCH')) return false;
  const given = givenTo(records, entry, name);
  if (!given || !read) return false;
  const known = records.members(read.schema);
  const sent = [...records.members(given.schema).keys()];
  return sent.length > 0 && sent.every((member) => known.has(member));
}

const singleRoles: Readonly<Record<string, StatefulRole>> = { ...itemRoles };

function ofSingleTarget(scene: Scene, entry: Entry, sight: Sight): Target | undefined {
  const { method } = entry.operation;
  const { view, group } = sight;
  const shown = shownIn(scene, entry, sight);
  const isDeletable = find(view.site.whole, 'DELETE') !== undefined;
  const isMade = isDeletable || find(view.site.whole, 'PUT') !== undefined;
  const posted: StatefulRole = isMade ? 'create' : 'merge';
  const isPost = method === 'POST';
  if (isPost && scene.placeOf(view.site).many) return undefined;
  if (isPost && !shown && replyOf(entry.operation)) return undefined;
  const role = isPost ? posted : singleRoles[method];
  if (!role) return undefined;
  const why = `${nounOf(scene, group)} is one thing, read and written here`;
  return stateful(scene, entry, sight, { role, shown, why });
}

function ofWholeTarget(scene: Scene, entry: Entry, sight: Sight): Target | undefined {
  const { operation } = entry;
  const { group } = sight;
  const what = nounOf(scene, group);
  if (operation.method === 'GET') {
    const array = findList(scene.lens, entry);
    if (!array) return undefined;
    const shown = { steps: array.steps, schema: array.items };
    const list = planList(scene.lens.documents, operation, array);
    const why = `answers with an array of ${what}`;
    return stateful(scene, entry, sight, { role: 'list', shown, list, why });
  }
  if (operation.method !== 'POST' || !isCreating(scene, entry, sight)) return undefined;
  const shown = shownIn(scene, entry, sight);
  const location = locate(scene, group, entry);
  const why = `the path is that of all ${what}`;
  return stateful(scene, entry, sight, { role: 'create', shown, location, why });
}

/** A POST to all records makes one, unless it answers with many, or with something else. */
function isCreating({ lens }: Scene, entry: Entry, { group, view }: Sight): boolean {
  const { records } = lens;
  if (view.kind === 'links') return false;
  const reply = replyOf(entry.operation);
  const body = bodyOf(entry.operation);
  if (body && records.isList(body)) return false;
  if (!reply) return body !== undefined || entry.operation.body === undefined;
  if (records.isList(reply) || findList(lens, entry)) return false;
  const { name } = view.evidence;
  const shown = shownBy(records, entry, name);
  const own = new Set(group.views.flatMap(({ identity }) => identity ?? []));
  const given = givenTo(records, entry, name);
  if ([shown?.identity, given?.identity].some((each) => each !== undefined && own.has(each))) {
    return true;
  }
  const key = group.views[0]?.key;
  if (!shown) return body !== undefined && records.types(reply).size === 0;
  return key === undefined
    ? view.site.item !== undefined
    : findKey(records, shown.schema, name)?.join('.') === key.join('.');
}

/** Some places below an item show the item itself, and let a part of it be written. */
function selfTarget(scene: Scene, entry: Entry): Target | undefined {
  const sight = sightAbove(scene, entry);
  const { method } = entry.operation;
  const role = itemRoles[method];
  if (!sight || !role || method === 'DELETE' || sight.view.kind === 'links') return undefined;
  const { identity, evidence } = sight.view;
  const { records } = scene.lens;
  const shown = shownBy(records, entry, evidence.name);
  if (identity === undefined || shown?.identity !== identity) return undefined;
  const given = givenTo(records, entry, evidence.name);
  const isWritten = method === 'PUT' || method === 'PATCH';
  const isRead = isWritten || isReadBySite(scene, entry);
  if (!isRead || (isWritten && given?.identity !== identity && method === 'PUT')) return undefined;
  const why = `shows one of ${nounOf(scene, sight.group)} itself`;
  return stateful(scene, entry, sight, { role, shown, why });
}

/** A lone GET that answers with the like of an item may as well answer with another one. */
function isReadBySite({ sites }: Scene, { way }: Entry): boolean {
  const site = sites.at.get(patternOf(way.steps));
  return ['PUT', 'PATCH'].some((method) => find(site?.whole, method) !== undefined);
}

const actingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What is done below an item, at a place that holds nothing, is done with the item. */
function actionAbove(scene: Scene, entry: Entry): Target | undefined {
  const { method } = entry.operation;
  if (!actingMethods.has(method)) return undefined;
  const sight = sightAbove(scene, entry);
  if (!sight || sight.view.kind === 'links') return undefined;
  const { records } = scene.lens;
  const { identity, evidence } = sight.view;
  const found = shownBy(records, entry, evidence.name);
  const isOwn = identity !== undefined && found?.identity === identity;
  const why = `does something with one of ${nounOf(scene, sight.group)}`;
  return stateful(scene, entry, sight, { role: 'action', shown: isOwn ? found : undefined, why });
}

/** The item that a path goes on from, fixed segments in between or not. */
function sightAbove({ sites, placeOf }: Scene, { way }: Entry): Sight | undefined {
  const last = way.steps.findLastIndex(({ kind }) => kind === 'parameter');
  const site = sites.ofItem.get(patternOf(way.steps.slice(0, last + 1)));
  return site && placeOf(site).many;
}

function whyNothing({ lens }: Scene, entry: Entry): string {
  const { method } = entry.operation;
  if (method !== 'GET') return 'it acts on no one record';
  if (findList(lens, entry)) return 'its records have no key';
  return replyOf(entry.operation) ? 'it is only read' : 'its reply shows nothing';
}

interface Finding {
  readonly role: StatefulRole;
  readonly shown: Spot | undefined;
  readonly list?: Stateful['list'];
  readonly location?: Stateful['location'];
  readonly why: string;
}

function stateful(scene: Scene, entry: Entry, { group, view }: Sight, finding: Finding): Target {
  const { steps } = entry.way;
  const count = referencesIn(steps).length;
  const isKeyed = view.kind !== 'singleton' && finding.role !== 'list' && finding.role !== 'create';
  const key = isKeyed ? count - 1 : undefined;
  const address = addressIn(scene, group, steps, key);
  if (!address) return improvised('nothing is known of its records');
  const { records } = scene.lens;
  const given = givenTo(records, entry, view.evidence.name, asRecord(finding.shown));
  return {
    list: undefined,
    location: undefined,
    ...finding,
    ...address,
    ancestors: ancestorsIn(scene, steps, key ?? count),
    given: given && { steps: given.steps, schema: given.schema },
  };
}

function asRecord(spot: Spot | undefined): RecordSpot | undefined {
  return spot?.schema && { ...spot, schema: spot.schema, identity: undefined };
}

/** The record in the reply, if that is what stands there. */
function shownIn({ lens }: Scene, entry: Entry, { view, group }: Sight): Spot | undefined {
  const { records } = lens;
  const { name } = view.evidence;
  const found = shownBy(records, entry, name);
  if (!found) return undefined;
  const { method } = entry.operation;
  const own = group.views.flatMap(({ identity }) => identity ?? []);
  const isOwn = found.identity !== undefined && own.includes(found.identity);
  const isKeyed = findKey(records, found.schema, name) !== undefined;
  const isExpected = method === 'GET' || view.kind === 'singleton';
  if (!isOwn && !isKeyed && !isExpected) return undefined;
  return { steps: found.steps, schema: found.schema };
}

function nounOf({ collections }: Scene, group: Group): string {
  return `"${collections.get(group)?.name ?? ''}"`;
}

function improvised(why: string): Improvised {
  return { role: 'improvised', why };
}
