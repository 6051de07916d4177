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
export interface TargetInputs extends Addressing {
  readonly lens: Lens;
  readonly sites: SiteMap;
  readonly groups: readonly Group[];
}

/** A collection, as one of its places shows it. */
export interface Sight {
  readonly group: Group;
  readonly view: View;
}

export interface ShownRecords {
  readonly many?: Sight;
  readonly single?: Sight;
}

export interface TargetContext extends TargetInputs {
  readonly shownAt: (site: Site) => ShownRecords;
}

/** Knows what each place shows. */
export function createTargetContext(inputs: TargetInputs): TargetContext {
  const places = new Map<Site, ShownRecords>();
  for (const group of inputs.groups) {
    for (const view of group.views) {
      const name = view.kind === 'singleton' ? 'single' : 'many';
      places.set(view.site, { ...places.get(view.site), [name]: { group, view } });
    }
  }
  return { ...inputs, shownAt: (site) => places.get(site) ?? {} };
}

/** The item that a path goes on from, fixed segments in between or not. */
export function sightAbove(
  { sites, shownAt }: TargetContext,
  { pathPattern }: Entry,
): Sight | undefined {
  const site = sites.ofItem.get(pathPattern.references.at(-1)?.pattern ?? '');
  return site && shownAt(site).many;
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
  context: TargetContext,
  entry: Entry,
  { group, view }: Sight,
  finding: Finding,
): Target {
  const { pathPattern } = entry;
  const count = pathPattern.references.length;
  const isKeyed = view.kind !== 'singleton' && finding.role !== 'list' && finding.role !== 'create';
  const key = isKeyed ? count - 1 : undefined;
  const address = addressIn(context, group, pathPattern, key);
  if (!address) return improvised('nothing is known of its records');
  const { records } = context.lens;
  const given = givenTo(records, entry, view.evidence.name, asRecord(finding.shown));
  return {
    list: undefined,
    location: undefined,
    ...finding,
    ...address,
    ancestors: ancestorsIn(context, pathPattern, key ?? count),
    given: given && { steps: given.steps, schema: given.schema },
  };
}

/** The record in the reply, if that is what stands there. */
export function shownIn(
  { lens }: TargetContext,
  entry: Entry,
  { view, group }: Sight,
): Spot | undefined {
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

export function nounOf({ collections }: TargetContext, group: Group): string {
  return `"${collections.get(group)?.name ?? ''}"`;
}

export function improvised(why: string): Improvised {
  return { role: 'improvised', why };
}

function asRecord(spot: Spot | undefined): RecordSpot | undefined {
  return spot?.schema && { ...spot, schema: spot.schema, identity: undefined };
}
