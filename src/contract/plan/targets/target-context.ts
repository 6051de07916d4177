import { isJsonObject } from '../../../base/json.ts';
import type { Addressing } from '../addresses.ts';
import { addressIn, ancestorsIn } from '../addresses.ts';
import { findKey } from '../keys.ts';
import { idParameter } from '../resource-names.ts';
import { maskOf } from './update-masks.ts';
import { fieldsParameter } from '../lists/fields.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';
import type {
  Improvised,
  BodySpot,
  BulkChange,
  LinkChange,
  MembersChange,
  Stateful,
  StatefulRole,
  Target,
  WordList,
} from '../plan.ts';
import type { Lens } from '../views/evidence.ts';
import { givenTo, shownBy } from '../views/evidence.ts';
import type { ViewGroup } from '../views/groups.ts';
import type { RecordArray } from '../views/record-arrays.ts';
import type { RecordSpot } from '../views/records.ts';
import type { OperationEntry, PathSite, SiteMap } from '../views/sites.ts';
import type { CollectionView } from '../views/views.ts';

/** What the plan needs to find targets. */
export interface TargetInputs extends Addressing {
  readonly lens: Lens;
  readonly sites: SiteMap;
  readonly groups: readonly ViewGroup[];
}

/** A collection, and the view of it at one place. */
export interface Sight {
  readonly group: ViewGroup;
  readonly view: CollectionView;
}

export interface SiteRecords {
  readonly many?: Sight;
  readonly single?: Sight;
}

export interface TargetContext extends TargetInputs {
  readonly shownAt: (site: PathSite) => SiteRecords;
}

/** Adds what each place shows: all records of a collection, or one. */
export function createTargetContext(inputs: TargetInputs): TargetContext {
  const places = new Map<PathSite, SiteRecords>();
  for (const group of inputs.groups) {
    for (const view of group.views) {
      const name = view.kind === 'singleton' ? 'single' : 'many';
      places.set(view.site, { ...places.get(view.site), [name]: { group, view } });
    }
  }
  return { ...inputs, shownAt: (site) => places.get(site) ?? {} };
}

/** The item that the path's last parameter names; fixed segments may follow it. */
export function sightAbove(
  { sites, shownAt }: TargetContext,
  { pathPattern }: OperationEntry,
): Sight | undefined {
  const site = sites.ofItem.get(pathPattern.references.at(-1)?.pattern ?? '');
  return site && shownAt(site).many;
}

/** What the plan found out about an operation. */
export interface TargetFinding {
  readonly role: StatefulRole;
  readonly shown: BodySpot | undefined;
  readonly list?: Stateful['list'];
  readonly location?: Stateful['location'];
  readonly keyInBody?: readonly string[];
  readonly alias?: readonly string[];
  readonly links?: LinkChange;
  readonly bulk?: BulkChange;
  readonly words?: WordList;
  readonly members?: MembersChange;
  readonly isUpsert?: boolean;
  readonly isWholeList?: boolean;
  readonly isCopy?: boolean;
  readonly why: string;
}

/** What the methods of a path to one record do. */
export const itemRoles: Readonly<Record<string, StatefulRole>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'replace',
  PATCH: 'merge',
  DELETE: 'delete',
};

const wholeRoles: ReadonlySet<StatefulRole> = new Set(['list', 'count', 'create']);

export function stateful(
  context: TargetContext,
  entry: OperationEntry,
  { group, view }: Sight,
  finding: TargetFinding,
): Target {
  const { pathPattern } = entry;
  const count = pathPattern.references.length;
  const isKeyless =
    view.kind === 'singleton' ||
    (finding.keyInBody ?? finding.links ?? finding.bulk ?? finding.isWholeList) !== undefined;
  const isWhole = wholeRoles.has(finding.role) && finding.isCopy !== true;
  const isKeyed = !isKeyless && !isWhole;
  const key = isKeyed ? count - 1 : undefined;
  const address = addressIn(context, group, pathPattern, key);
  if (!address) return improvised('nothing is known of its records');
  const { records } = context.lens;
  const given = givenTo(records, entry, view.evidence.name, asRecord(finding.shown));
  const fields = fieldsParameter(entry.operation.parameters);
  const isNamed = address.collection.nameForm !== undefined && finding.role === 'create';
  const mask = finding.role === 'merge' ? maskOf(records, entry.operation, given) : undefined;
  return {
    ...(isNamed && { idParameter: idParameter(entry.operation) }),
    ...(mask && { mask }),
    ...(fields !== undefined && { fields }),
    list: undefined,
    location: undefined,
    ...finding,
    ...address,
    ancestors: ancestorsIn(context, pathPattern, key ?? count),
    given: given && { steps: given.steps, schema: given.schema },
  };
}

/** Where the reply has the record; undefined where the reply shows something else. */
export function shownIn(
  { lens }: TargetContext,
  entry: OperationEntry,
  { view, group }: Sight,
): BodySpot | undefined {
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

/** The record as it is read by itself: it may show more than a list does. */
export function recordIn({ group }: Sight): Part | undefined {
  return (group.of ?? group).views[0]?.evidence.read?.schema;
}

/** Where a list has its records. */
export function listedIn({ steps, items, wrapper }: RecordArray): BodySpot {
  return { steps, schema: items, ...(wrapper && { wrapper }) };
}

export function nounOf({ collections }: TargetContext, group: ViewGroup): string {
  return `"${collections.get(group)?.name ?? ''}"`;
}

/** What an operation says of itself. */
export function toldBy({ part }: Operation): string {
  const { summary, description } = isJsonObject(part.value) ? part.value : {};
  return [summary, description].filter((text) => typeof text === 'string').join('\n');
}

export function improvised(why: string): Improvised {
  return { role: 'improvised', why };
}

function asRecord(spot: BodySpot | undefined): RecordSpot | undefined {
  return spot?.schema && { ...spot, schema: spot.schema, identity: undefined };
}
