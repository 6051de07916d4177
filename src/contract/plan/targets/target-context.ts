import type { Addressing } from '../addresses.ts';
import { addressIn, ancestorsIn } from '../addresses.ts';
import { findKey } from '../keys.ts';
import type { Improvised, Spot, Stateful, StatefulRole, Target } from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { givenTo, shownBy } from '../views/evidence.ts';
import type { Group } from '../views/groups.ts';
import type { RecordSpot } from '../views/records.ts';
import type { Entry, Site, SiteMap } from '../views/sites.ts';
import type { View } from '../views/views.ts';

/** What targets are found with. */
export interface Ground extends Addressing {
  readonly lens: Lens;
  readonly sites: SiteMap;
  readonly groups: readonly Group[];
}

/** A collection, as one of its places shows it. */
export interface Sight {
  readonly group: Group;
  readonly view: View;
}

export interface Place {
  readonly many?: Sight;
  readonly single?: Sight;
}

export interface Scene extends Ground {
  readonly placeOf: (site: Site) => Place;
}

/** Knows what each place shows. */
export function createScene(ground: Ground): Scene {
  const places = new Map<Site, Place>();
  for (const group of ground.groups) {
    for (const view of group.views) {
      const name = view.kind === 'singleton' ? 'single' : 'many';
      places.set(view.site, { ...places.get(view.site), [name]: { group, view } });
    }
  }
  return { ...ground, placeOf: (site) => places.get(site) ?? {} };
}

/** The item that a path goes on from, fixed segments in between or not. */
export function sightAbove({ sites, placeOf }: Scene, { way }: Entry): Sight | undefined {
  const site = sites.ofItem.get(way.references.at(-1)?.pattern ?? '');
  return site && placeOf(site).many;
}

/** What was found out of an operation. */
export interface Finding {
  readonly role: StatefulRole;
  readonly shown: Spot | undefined;
  readonly list?: Stateful['list'];
  readonly location?: Stateful['location'];
  readonly why: string;
}

export function stateful(
  scene: Scene,
  entry: Entry,
  { group, view }: Sight,
  finding: Finding,
): Target {
  const { way } = entry;
  const count = way.references.length;
  const isKeyed = view.kind !== 'singleton' && finding.role !== 'list' && finding.role !== 'create';
  const key = isKeyed ? count - 1 : undefined;
  const address = addressIn(scene, group, way, key);
  if (!address) return improvised('nothing is known of its records');
  const { records } = scene.lens;
  const given = givenTo(records, entry, view.evidence.name, asRecord(finding.shown));
  return {
    list: undefined,
    location: undefined,
    ...finding,
    ...address,
    ancestors: ancestorsIn(scene, way, key ?? count),
    given: given && { steps: given.steps, schema: given.schema },
  };
}

/** The record in the reply, if that is what stands there. */
export function shownIn({ lens }: Scene, entry: Entry, { view, group }: Sight): Spot | undefined {
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

export function nounOf({ collections }: Scene, group: Group): string {
  return `"${collections.get(group)?.name ?? ''}"`;
}

export function improvised(why: string): Improvised {
  return { role: 'improvised', why };
}

function asRecord(spot: Spot | undefined): RecordSpot | undefined {
  return spot?.schema && { ...spot, schema: spot.schema, identity: undefined };
}
