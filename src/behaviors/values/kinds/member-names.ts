import { stepDown } from '../../../base/json.ts';
import type { MergedMembers } from '../../../contract/schema/merging/contents.ts';
import { fitsFacts } from '../../../contract/schema/merging/facts.ts';
import type { MergedSchemas, SchemaSite } from '../../../contract/schema/merging/merged-schemas.ts';
import type { ValueSpot, SchemaWalk } from '../walk.ts';
import { giveUp, isHidden, memberSpot, pointerOf } from '../walk.ts';

/** An object that is being made: the rules for its members, and its place. */
export interface ObjectMaking {
  readonly view: MergedSchemas;
  readonly members: MergedMembers;
  readonly spot: ValueSpot;
  readonly walk: SchemaWalk;
}

/** The members that an object gets. */
export interface Outline {
  readonly demanded: ReadonlySet<string>;
  /** Declared members first, in their order. */
  readonly names: ReadonlySet<string>;
  readonly planned: readonly Planned[];
}

export interface Planned {
  readonly name: string;
  readonly site: SchemaSite;
  readonly isDemanded: boolean;
}

/** Outlines without dropped and forced members, by direction and leanness. */
const usual = new WeakMap<MergedMembers, Map<string, Outline>>();

/** Undefined where rules exclude each other. Only repairs need an outline of their own. */
export function outlineOf(making: ObjectMaking): Outline | undefined {
  const { members, spot, walk } = making;
  const { dropped, forced } = walk.plan;
  if (dropped.size > 0 || forced.size > 0) return drawOutline(making);
  const kept = usual.get(members) ?? new Map<string, Outline>();
  const manner = spot.isLean ? leanly[walk.direction] : walk.direction;
  const known = kept.get(manner);
  if (known) return known;
  const outline = drawOutline(making);
  if (!outline) return undefined;
  kept.set(manner, outline);
  usual.set(members, kept);
  return outline;
}

const leanly = { request: 'lean request', response: 'lean response', rest: 'lean rest' } as const;

function drawOutline(making: ObjectMaking): Outline | undefined {
  const { members, walk } = making;
  const demanded = demandedOf(members, members.required);
  const names = chooseNames(making, demanded);
  return (
    names && {
      demanded,
      names,
      planned: [...names].map((name) => ({
        name,
        site: walk.bench.views.siteOf(members.of(name)),
        isDemanded: demanded.has(name),
      })),
    }
  );
}

/** The names, and the names that they require in turn (`dependentRequired`). */
export function demandedOf(
  { companions }: MergedMembers,
  names: Iterable<string>,
): ReadonlySet<string> {
  const demanded = new Set(names);
  for (const name of demanded) for (const other of companions.get(name) ?? []) demanded.add(other);
  return demanded;
}

function chooseNames(
  making: ObjectMaking,
  demanded: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const { view, members, spot, walk } = making;
  const { forced, dropped } = walk.plan;
  const isHiddenName = (name: string): boolean => isHidden(members, name, walk.direction);
  const shown = [...demanded].filter((name) => !isHiddenName(name));
  const forbidden = shown.find((name) => isForbidden(making, name));
  if (forbidden !== undefined)
    return giveUp(walk, memberSpot(spot, forbidden), 'is required, and forbidden by another rule');
  const names = new Set(shown);
  const { minProperties, maxProperties } = view.facts;
  if (names.size > maxProperties)
    return giveUp(walk, spot, `must have more than ${maxProperties} members, and must not`);
  const optional = members.declared.filter(
    (name) => !names.has(name) && !isHiddenName(name) && !isForbidden(making, name),
  );
  for (const name of optional) {
    const isWanted = !spot.isLean || names.size < minProperties || isListed(forced, spot, name);
    if (!isWanted || isListed(dropped, spot, name)) continue;
    if (!members.companions.has(name)) {
      if (names.size < maxProperties) names.add(name);
      continue;
    }
    const group = demandedOf(members, [name]);
    const isPossible = [...group].every((other) => !isForbidden(making, other));
    const isRoom = new Set([...names, ...group]).size <= maxProperties;
    if (isPossible && isRoom) for (const other of group) names.add(other);
  }
  addRelated(making, names);
  return inOrder(names, members.declared);
}

/** Up to `minProperties`, adds names with dependent rules that no schema declares. */
function addRelated(making: ObjectMaking, names: Set<string>): void {
  const { view, members, spot, walk } = making;
  const { minProperties, maxProperties } = view.facts;
  const related = [...members.companions.keys(), ...members.dependents.keys()];
  for (const name of related) {
    if (names.size >= minProperties) return;
    const group = demandedOf(members, [name]);
    const isPossible = [...group].every((other) => !isForbidden(making, other));
    const isRoom = new Set([...names, ...group]).size <= maxProperties;
    const isDropped = isListed(walk.plan.dropped, spot, name);
    if (isPossible && isRoom && !isDropped) for (const other of group) names.add(other);
  }
}

function inOrder(names: ReadonlySet<string>, declared: readonly string[]): ReadonlySet<string> {
  return new Set([...declared.filter((name) => names.has(name)), ...names]);
}

function isListed(pointers: ReadonlySet<string>, spot: ValueSpot, name: string): boolean {
  return pointers.size > 0 && pointers.has(stepDown(pointerOf(spot), name));
}

export function isForbidden({ members, walk }: ObjectMaking, name: string): boolean {
  if (members.of(name).some((part) => part.value === false)) return true;
  if (members.nameParts.length === 0) return false;
  if (members.nameParts.some((part) => part.value === false)) return true;
  const { views, match } = walk.bench;
  const { facts } = views.view(members.nameParts, () => 0, false);
  if (facts.allowed) return !facts.allowed.includes(name);
  const isRanged = facts.patterns.length > 0 || facts.maxLength < Infinity || facts.minLength > 0;
  return isRanged && !fitsFacts(facts, name, match);
}
