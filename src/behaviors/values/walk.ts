import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { BodyDirection } from '../../contract/checks/validators.ts';
import type { MergedMembers } from '../../contract/schema/merging/contents.ts';
import type { MatchPattern } from '../../contract/schema/merging/facts.ts';
import type { SchemaSite, SchemaSites } from '../../contract/schema/merging/merged-schemas.ts';
import type { Surroundings } from './chance.ts';
import { hashBelow } from './chance.ts';
import type { TextMaker } from './kinds/texts.ts';

/** When examples are used: before generated values, where nothing better is found, or never. */
export type ExampleUse = 'first' | 'last' | 'never';

/** The tools that all values of a contract share. */
export interface GeneratorTools {
  readonly views: SchemaSites;
  readonly texts: TextMaker;
  readonly match: MatchPattern;
}

/** What differs from the default, by the pointers of the places. */
export interface WalkPlan {
  /** The number of the attempt to make, from 0. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Members that are left out if they are optional. */
  readonly dropped: ReadonlySet<string>;
  /** Members that are made although they seem optional. */
  readonly forced: ReadonlySet<string>;
  /** Where values must break the unchosen `oneOf` alternatives: where an attempt failed, or … */
  readonly strict: 'where tried' | 'everywhere' | 'nowhere';
}

/** How much of a value is made beyond its required members. */
export interface WalkBounds {
  /** From this level on, only required members are made. */
  readonly depthOfOptionals: number;
  /** After this many values, only required members are made. */
  readonly manyValues: number;
  /** Pointers of optional members that are made in any case. */
  readonly wanted: ReadonlySet<string>;
  /** The pointer of a value that gets only its required members. */
  readonly unwanted: string | undefined;
}

export interface SchemaWalk {
  readonly bench: GeneratorTools;
  readonly direction: BodyDirection;
  readonly plan: WalkPlan;
  readonly bounds: WalkBounds;
  readonly tally: WalkTally;
  /** Makes a value for a place; undefined where it finds none. The tally says why. */
  make(site: SchemaSite, spot: ValueSpot, walk: SchemaWalk): JsonValue | undefined;
}

export interface WalkTally {
  values: number;
  /** How many values are examples of the contract. */
  examples: number;
  /** Combinations of alternatives that contradicted themselves. */
  looks: number;
  /** The limit of `looks`. */
  mostLooks: number;
  /** Places whose value is an example or a listed value. */
  readonly wholes: ValueSpot[];
  obstacle: Obstacle | undefined;
}

export interface Obstacle {
  readonly pointer: string;
  readonly rule: string;
}

/** A place in a value, as known before its schema is read. */
export interface ValueSpot {
  /** The parent place. `pointerOf` builds the pointer from these links, because few need it. */
  readonly within: ValueSpot | undefined;
  readonly step: string | number;
  readonly hash: number;
  readonly depth: number;
  /** The name of the member, or of the list that has the item. */
  readonly name: string;
  /** The name of the object that has the member. */
  readonly holder: string;
  readonly examples: ExampleUse;
  /** Whether only required members and items are made. */
  readonly isLean: boolean;
  readonly above: Above | undefined;
}

/** The keys of the schemas around a place, the nearest first. */
export interface Above {
  readonly key: string;
  readonly isLean: boolean;
  readonly above: Above | undefined;
}

export function memberSpot(spot: ValueSpot, name: string): ValueSpot {
  return {
    within: spot,
    step: name,
    hash: hashBelow(spot.hash, name),
    depth: spot.depth + 1,
    name,
    holder: spot.name,
    examples: spot.examples,
    isLean: spot.isLean,
    above: spot.above,
  };
}

export function itemSpot(spot: ValueSpot, index: number): ValueSpot {
  const { examples } = spot;
  return {
    within: spot,
    step: index,
    hash: hashBelow(spot.hash, index),
    depth: spot.depth + 1,
    name: spot.name,
    holder: spot.holder,
    // Different values are more useful than a list that repeats the same example.
    examples: examples === 'first' && index > 0 ? 'last' : examples,
    isLean: spot.isLean,
    above: spot.above,
  };
}

/** These members hold more of the thing that has them. */
const parts = /^(attributes|details?|info|name|personal|profile)$/i;
/** Lists of records, where a reply has one. */
const envelopes =
  /^(data|results?|items|records|list|values?|content|entries|rows|objects|hits|nodes|edges)$/i;

export function surroundingsOf(spot: ValueSpot, direction: BodyDirection): Surroundings {
  let record: number | undefined;
  let root = spot;
  for (; root.within; root = root.within) {
    if (isRecordOfItsOwn(root, direction)) record ??= root.hash;
  }
  return { holder: holderOf(spot), record: record ?? root.hash };
}

/** An item of a list has nothing in common with its neighbours. */
function holderOf(spot: ValueSpot): number {
  let { within } = spot;
  while (within?.within && parts.test(String(within.step))) ({ within } = within);
  return typeof spot.step === 'number' || !within ? spot.hash : within.hash;
}

/** A record in a reply that lists records, or one of several countries. */
function isRecordOfItsOwn(
  { step, name, within: list }: ValueSpot,
  direction: BodyDirection,
): boolean {
  if (typeof step !== 'number' || !list) return false;
  if (/countr|currenc|languag|locale/i.test(name)) return true;
  const isWhole = !list.within || (!list.within.within && envelopes.test(String(list.step)));
  return isWhole && direction !== 'rest';
}

export function pointerOf({ within, step }: ValueSpot): string {
  return within ? stepDown(pointerOf(within), step) : '';
}

/** Whether the place is inside a value of the same schemas; `lean` if one of those is lean. */
export function findAbove(key: string, above: Above | undefined): 'lean' | 'full' | undefined {
  let found: 'full' | undefined;
  for (let next = above; next; next = next.above) {
    if (next.key !== key) continue;
    if (next.isLean) return 'lean';
    found = 'full';
  }
  return found;
}

export function attemptsAt({ attempts }: WalkPlan, spot: ValueSpot): number {
  return attempts.size === 0 ? 0 : (attempts.get(pointerOf(spot)) ?? 0);
}

/** Notes only the first obstacle, because it is the nearest to the cause. */
export function giveUp({ tally }: SchemaWalk, spot: ValueSpot, rule: string): undefined {
  tally.obstacle ??= { pointer: pointerOf(spot), rule };
}

/** Whether values that are sent in this direction leave the member out. */
export function isHidden(members: MergedMembers, name: string, direction: BodyDirection): boolean {
  if (direction === 'rest') return false;
  const { isReadOnly, isWriteOnly } = members.marksOf(name);
  return direction === 'response' ? isWriteOnly : isReadOnly;
}
