import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { stepDown } from '../../../base/json.ts';
import type { Part } from '../../../contract/load/documents.ts';
import type { MergedSchemas, SchemaSite } from '../../../contract/schema/merging/merged-schemas.ts';
import { createDraw } from '../chance.ts';
import { sampleText } from '../patterns/patterns.ts';
import type { ValueSpot, SchemaWalk } from '../walk.ts';
import { giveUp, memberSpot, pointerOf } from '../walk.ts';
import type { ObjectMaking, Outline, Planned } from './member-names.ts';
import { demandedOf, isForbidden, outlineOf } from './member-names.ts';

/** The largest `minProperties` that is tried. */
const mostMembers = 20_000;
/** How many names are tried for each undeclared member. */
const namesPerMember = 20;

export function makeObject(
  view: MergedSchemas,
  parts: readonly Part[],
  spot: ValueSpot,
  walk: SchemaWalk,
): JsonObject | undefined {
  const members = view.members();
  if (view.facts.minProperties > mostMembers)
    return giveUp(walk, spot, `must have ${view.facts.minProperties} members, which are too many`);
  const making = { view, members, spot, walk };
  const outline = outlineOf(making);
  if (!outline) return undefined;
  if (members.dependents.size === 0) return fill(making, outline);
  const dependents = [...outline.names].flatMap((name) => members.dependents.get(name) ?? []);
  const more = dependents.filter((part) => !parts.includes(part) && !isMet(view, part));
  if (more.length > 0) return makeWith(more, parts, making, outline);
  return fill(making, outline);
}

function isMet({ sources }: MergedSchemas, part: Part): boolean {
  return part.value === true || sources.some(({ schema }) => schema === part.value);
}

/** Adds the `dependentSchemas` of members; where they cannot be met, drops those members. */
function makeWith(
  more: readonly Part[],
  parts: readonly Part[],
  { members, spot, walk }: ObjectMaking,
  { names, demanded }: Outline,
): JsonObject | undefined {
  const { views } = walk.bench;
  const made = walk.make(views.siteOf([...parts, ...more]), { ...spot, examples: 'never' }, walk);
  if (isPlainObject(made)) return made;
  const causes = [...names].filter((name) => members.dependents.has(name) && !demanded.has(name));
  if (causes.length === 0) return undefined;
  const dropped = new Set(walk.plan.dropped);
  for (const name of causes) dropped.add(stepDown(pointerOf(spot), name));
  const narrower = { ...walk, plan: { ...walk.plan, dropped } };
  const value = walk.make(views.siteOf(parts), spot, narrower);
  return isPlainObject(value) ? value : undefined;
}

function isPlainObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fill(making: ObjectMaking, outline: Outline): JsonObject | undefined {
  const { view, members, spot, walk } = making;
  const { demanded, names, planned } = outline;
  const { minProperties } = view.facts;
  const made: MadeEntries = {};
  const idle = new Map<string, JsonValue>();
  for (const member of planned) {
    const value = makeMember(member, spot, walk);
    if (value !== undefined && isIdle(value, member, making)) idle.set(member.name, value);
    else if (value !== undefined) put(made, member.name, value);
    else if (member.isDemanded || names.size <= minProperties) return undefined;
  }
  for (const [name, value] of idle) if (sizeOf(made) < minProperties) put(made, name, value);
  // A member is removed if one that it requires could not be made.
  for (const { name } of members.companions.size > 0 ? planned : []) {
    const companions = demandedOf(members, [name]);
    const isLonely = [...companions].some((other) => !Object.hasOwn(made, other));
    if (!demanded.has(name) && isLonely) delete made[name];
  }
  addUnnamed(making, outline, made);
  if (minProperties > 0 && sizeOf(made) < minProperties)
    return giveUp(walk, spot, `must have at least ${minProperties} members`);
  return made;
}

/** Filled by assignment: to make objects from entries takes six times as long. */
type MadeEntries = Record<string, JsonValue>;

/** Assigning `__proto__` would set the prototype instead of a member. */
function put(made: MadeEntries, name: string, value: JsonValue): void {
  if (name !== '__proto__') made[name] = value;
  else
    Object.defineProperty(made, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
}

function sizeOf(made: MadeEntries): number {
  return Object.keys(made).length;
}

function makeMember(
  { name, site, isDemanded }: Planned,
  spot: ValueSpot,
  walk: SchemaWalk,
): JsonValue | undefined {
  // An endless optional member is not started.
  if (!isDemanded && site.isEndless()) return undefined;
  const { obstacle } = walk.tally;
  const value = walk.make(site, memberSpot(spot, name), walk);
  if (value !== undefined || !isDemanded) walk.tally.obstacle = obstacle;
  return value;
}

const kindNames = new Set(['type', 'kind', 'object', '@type', '_type', '__typename']);

/** Whether the object says as much without the member. Null stands in where a value goes too deep. */
function isIdle(
  value: JsonValue,
  { name, site, isDemanded }: Planned,
  { members, spot, walk }: ObjectMaking,
): boolean {
  if (isDemanded || members.companions.size > 0) return false;
  if (value !== null && !isBare(value, site)) return false;
  const { forced } = walk.plan;
  return forced.size === 0 || !forced.has(stepDown(pointerOf(spot), name));
}

/** An object without any of the members that it may have, but its kind, says less than no object. */
export function isBare(value: JsonValue | undefined, site: SchemaSite): boolean {
  if (!isPlainObject(value)) return false;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined) return others.length === 0 && kindNames.has(name);
  return (site.sole()?.members().declared.length ?? 0) > 0;
}

/** Adds undeclared members: up to `minProperties`, and one or two to an empty map. */
function addUnnamed(making: ObjectMaking, { demanded }: Outline, made: MadeEntries): void {
  const { view, members, spot, walk } = making;
  const isMap = members.isMap || members.patterns.length > 0;
  if (!isMap && view.facts.minProperties === 0) return;
  let size = sizeOf(made);
  const wanted = wantedIn(making, isMap, size);
  if (size >= wanted) return;
  let left = (wanted - size) * namesPerMember;
  for (const name of namesFor(making)) {
    if (size >= wanted || (left -= 1) < 0) return;
    if (Object.hasOwn(made, name) || isSpokenOf(making, name)) continue;
    const site = walk.bench.views.siteOf(members.of(name));
    const value = makeMember({ name, site, isDemanded: demanded.has(name) }, spot, walk);
    if (value === undefined) continue;
    put(made, name, value);
    size += 1;
  }
}

function wantedIn({ view, spot }: ObjectMaking, isMap: boolean, size: number): number {
  const { minProperties, maxProperties } = view.facts;
  const natural = isMap && size === 0 && !spot.isLean ? 1 + (spot.hash % 2) : 0;
  return Math.min(maxProperties, Math.max(minProperties, natural));
}

/** Whether a rule declares or forbids the name, or depends on it. */
function isSpokenOf(making: ObjectMaking, name: string): boolean {
  const { members } = making;
  if (members.declared.includes(name) || isForbidden(making, name)) return true;
  return members.companions.has(name) || members.dependents.has(name);
}

const mapNames = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

function* namesFor({ members, spot, walk }: ObjectMaking): Generator<string> {
  const { nameParts, patterns } = members;
  const draw = createDraw(spot.hash);
  const site = nameParts.length > 0 ? nameSite(nameParts, walk) : undefined;
  for (let turn = 0; ; turn += 1) {
    if (site) {
      const place = memberSpot(spot, `~name${turn}`);
      const name = walk.make(site, place, walk);
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

function nameSite(nameParts: readonly Part[], { bench }: SchemaWalk): SchemaSite {
  const [first] = nameParts;
  const text = { uri: first?.uri ?? '', pointer: first?.pointer ?? '', value: textSchema };
  return bench.views.siteOf([...nameParts, text]);
}
