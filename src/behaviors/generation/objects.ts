import type { Part } from '../../contract/documents.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { stepDown } from '../../json.ts';
import { createDraw } from './chance.ts';
import { fitsFacts } from './facts.ts';
import type { Members } from './members.ts';
import { isHidden, membersOf } from './members.ts';
import { sampleText } from './patterns.ts';
import type { View } from './views.ts';
import type { Spot, Walk } from './walk.ts';
import { giveUp, memberSpot } from './walk.ts';

/** An object being made: what its members have to meet, and where it stands. */
interface Making {
  readonly view: View;
  readonly members: Members;
  readonly spot: Spot;
  readonly walk: Walk;
  readonly demanded: ReadonlySet<string>;
}

/** How many members more than needed an object may be asked for. */
const mostMembers = 20_000;
/** How many names are tried for every member that nobody named. */
const namesPerMember = 20;

export function makeObject(
  view: View,
  parts: readonly Part[],
  spot: Spot,
  walk: Walk,
): JsonObject | undefined {
  const { documents, match } = walk.bench;
  const members = membersOf(view, documents, match);
  if (view.facts.minProperties > mostMembers)
    return giveUp(walk, spot, `must have ${view.facts.minProperties} members, which are too many`);
  const demanded = demandedOf(members, members.required);
  const making = { view, members, spot, walk, demanded };
  const names = chooseNames(making);
  if (!names) return undefined;
  if (members.dependents.size === 0) return fill(making, names);
  const dependents = [...names].flatMap((name) => members.dependents.get(name) ?? []);
  const more = dependents.filter((part) => !parts.includes(part) && !isMet(view, part));
  if (more.length > 0) return makeWith(more, parts, making, names);
  return fill(making, names);
}

function isMet({ sources }: View, part: Part): boolean {
  return part.value === true || sources.some(({ schema }) => schema === part.value);
}

/** With what a member that is there asks of the whole; where that can't be met, without the member. */
function makeWith(
  more: readonly Part[],
  parts: readonly Part[],
  { members, spot, walk, demanded }: Making,
  names: ReadonlySet<string>,
): JsonObject | undefined {
  const made = walk.make([...parts, ...more], { ...spot, examples: 'never' }, walk);
  if (isPlainObject(made)) return made;
  const causes = [...names].filter((name) => members.dependents.has(name) && !demanded.has(name));
  if (causes.length === 0) return undefined;
  const dropped = new Set(walk.plan.dropped);
  for (const name of causes) dropped.add(stepDown(spot.pointer, name));
  const narrower = { ...walk, plan: { ...walk.plan, dropped } };
  const value = walk.make(parts, spot, narrower);
  return isPlainObject(value) ? value : undefined;
}

function isPlainObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is required, and what that requires in turn. */
function demandedOf({ companions }: Members, names: Iterable<string>): ReadonlySet<string> {
  const demanded = new Set(names);
  for (const name of demanded) for (const other of companions.get(name) ?? []) demanded.add(other);
  return demanded;
}

function chooseNames(making: Making): ReadonlySet<string> | undefined {
  const { view, members, spot, walk, demanded } = making;
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
    const pointer = stepDown(spot.pointer, name);
    const isWanted = walk.plan.forced.has(pointer) || !spot.isLean || names.size < minProperties;
    if (!isWanted || walk.plan.dropped.has(pointer)) continue;
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

/** Names that only what they bring along speaks of, where there are too few others. */
function addRelated(making: Making, names: Set<string>): void {
  const { view, members, spot, walk } = making;
  const { minProperties, maxProperties } = view.facts;
  const related = [...members.companions.keys(), ...members.dependents.keys()];
  for (const name of related) {
    if (names.size >= minProperties) return;
    const group = demandedOf(members, [name]);
    const isPossible = [...group].every((other) => !isForbidden(making, other));
    const isRoom = new Set([...names, ...group]).size <= maxProperties;
    const isDropped = walk.plan.dropped.has(stepDown(spot.pointer, name));
    if (isPossible && isRoom && !isDropped) for (const other of group) names.add(other);
  }
}

function inOrder(names: ReadonlySet<string>, declared: readonly string[]): ReadonlySet<string> {
  return new Set([...declared.filter((name) => names.has(name)), ...names]);
}

function isForbidden({ members, walk }: Making, name: string): boolean {
  if (members.of(name).some((part) => part.value === false)) return true;
  if (members.nameParts.length === 0) return false;
  if (members.nameParts.some((part) => part.value === false)) return true;
  const { views, match } = walk.bench;
  const { facts } = views.view(members.nameParts, () => 0, false);
  if (facts.allowed) return !facts.allowed.includes(name);
  const isRanged = facts.patterns.length > 0 || facts.maxLength < Infinity || facts.minLength > 0;
  return isRanged && !fitsFacts(facts, name, match);
}

function fill(making: Making, names: ReadonlySet<string>): JsonObject | undefined {
  const { view, members, spot, walk, demanded } = making;
  const made = new Map<string, JsonValue>();
  for (const name of names) {
    const value = makeMember(making, name);
    if (value !== undefined) made.set(name, value);
    else if (isNeeded(making, name, names)) return undefined;
  }
  // A companion that could not be made takes along those that don't go without it.
  for (const name of members.companions.size > 0 ? made.keys() : []) {
    const companions = demandedOf(members, [name]);
    if (!demanded.has(name) && [...companions].some((other) => !made.has(other))) made.delete(name);
  }
  addUnnamed(making, made);
  if (made.size < view.facts.minProperties)
    return giveUp(walk, spot, `must have at least ${view.facts.minProperties} members`);
  return Object.fromEntries(made);
}

function isNeeded({ demanded, view }: Making, name: string, names: ReadonlySet<string>): boolean {
  return demanded.has(name) || names.size <= view.facts.minProperties;
}

function makeMember(
  { members, spot, walk, demanded }: Making,
  name: string,
): JsonValue | undefined {
  const parts = members.of(name);
  const { rankOf } = walk.bench;
  // What never ends isn't begun where nobody demands it.
  if (!demanded.has(name) && parts.some((part) => rankOf(part) === Infinity)) return undefined;
  const obstacle = walk.tally.obstacle;
  const value = walk.make(parts, memberSpot(spot, name), walk);
  if (value !== undefined || !demanded.has(name)) walk.tally.obstacle = obstacle;
  return value;
}

/** Members that nobody named: as many as are asked for, and a few where the object is a map. */
function addUnnamed(making: Making, made: Map<string, JsonValue>): void {
  const { view, members, spot } = making;
  const { minProperties, maxProperties } = view.facts;
  const isMap = members.isMap || members.patterns.length > 0;
  const natural = isMap && made.size === 0 && !spot.isLean ? 1 + (spot.hash % 2) : 0;
  const wanted = Math.min(maxProperties, Math.max(minProperties, natural));
  if (made.size >= wanted) return;
  let left = (wanted - made.size) * namesPerMember;
  for (const name of namesFor(making)) {
    if (made.size >= wanted || (left -= 1) < 0) return;
    if (made.has(name) || members.declared.includes(name) || isForbidden(making, name)) continue;
    if (members.companions.has(name) || members.dependents.has(name)) continue;
    const value = makeMember(making, name);
    if (value !== undefined) made.set(name, value);
  }
}

const mapNames = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

function* namesFor({ members, spot, walk }: Making): Generator<string> {
  const { nameParts, patterns } = members;
  const draw = createDraw(spot.hash);
  for (let turn = 0; ; turn += 1) {
    if (nameParts.length > 0) {
      const place = memberSpot(spot, `~name${turn}`);
      const name = walk.make([...nameParts, textPart(nameParts)], place, walk);
      if (typeof name === 'string') yield name;
    }
    for (const pattern of patterns) {
      const name = sampleText(pattern, draw);
      if (name !== undefined) yield name;
    }
    if (nameParts.length === 0) yield mapNames[turn] ?? `member${turn + 1}`;
  }
}

const textSchema: JsonObject = { type: 'string' };

function textPart([first]: readonly Part[]): Part {
  return { uri: first?.uri ?? '', pointer: first?.pointer ?? '', value: textSchema };
}
