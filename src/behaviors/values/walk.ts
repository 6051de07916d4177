import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { BodyDirection } from '../../contract/checks/validators.ts';
import type { Documents } from '../../contract/load/documents.ts';
import { hashBelow } from './chance.ts';
import type { TextMaker } from './kinds/texts.ts';
import type { RankOf } from './ranks.ts';
import type { MatchPattern } from './schemas/facts.ts';
import type { SchemaSite, SchemaSites } from './schemas/sites.ts';

/** When the examples of a schema are used: before all else, for want of better, or not at all. */
export type ExampleUse = 'first' | 'last' | 'never';

/** What stays the same for all values of a contract. */
export interface GeneratorTools {
  readonly documents: Documents;
  readonly views: SchemaSites;
  readonly rankOf: RankOf;
  readonly texts: TextMaker;
  readonly match: MatchPattern;
}

/** What is to be done otherwise than by default, by the pointers of the places. */
export interface WalkPlan {
  /** Which of the possible ways is taken, counted from 0. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Members that aren't made where nobody demands them. */
  readonly dropped: ReadonlySet<string>;
  /** Members that are made though nobody seems to demand them. */
  readonly forced: ReadonlySet<string>;
  /** Whether alternatives of `oneOf` are held off everywhere, and not only where a way failed. */
  readonly isStrict: boolean;
}

/** How much of a value is made that nobody demands. */
export interface WalkBounds {
  /** Optional members are made down to here. */
  readonly depthOfOptionals: number;
  /** From so many values on only what is demanded is made. */
  readonly manyValues: number;
  /** Pointers of members that are made all the same. */
  readonly wanted: ReadonlySet<string>;
  /** The pointer of a value of which only what is demanded is made. */
  readonly unwanted: string | undefined;
}

/** One walk through a schema. */
export interface SchemaWalk {
  readonly bench: GeneratorTools;
  readonly direction: BodyDirection;
  readonly plan: WalkPlan;
  readonly bounds: WalkBounds;
  readonly tally: WalkTally;
  /** A value for a place, or undefined where none is found; the tally knows why. */
  make(site: SchemaSite, spot: ValueSpot, walk: SchemaWalk): JsonValue | undefined;
}

/** What is counted and noted on the way. */
export interface WalkTally {
  values: number;
  /** Ways through alternatives that turned out to contradict themselves. */
  looks: number;
  /** How many there may be. */
  mostLooks: number;
  /** Places whose value was taken whole, from an example or a list. */
  readonly wholes: ValueSpot[];
  obstacle: Obstacle | undefined;
}

export interface Obstacle {
  readonly pointer: string;
  readonly rule: string;
}

/** A place in a value, and what is known of it before its schema is looked at. */
export interface ValueSpot {
  /** What it stands in, and how it is called there: few ever ask for its pointer. */
  readonly within: ValueSpot | undefined;
  readonly step: string | number;
  readonly hash: number;
  readonly depth: number;
  /** The name of the member, or of the list that it is an item of. */
  readonly name: string;
  /** The name of what the member belongs to. */
  readonly holder: string;
  readonly examples: ExampleUse;
  /** Whether only what is demanded is made. */
  readonly isLean: boolean;
  /** The schemas of the values around it. */
  readonly above: Above | undefined;
}

/** The names of schemas, the nearest first. */
export interface Above {
  readonly key: string;
  /** Whether it holds only what is demanded. */
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
    // A list of the same example over and over is worth less than different values.
    examples: examples === 'first' && index > 0 ? 'last' : examples,
    isLean: spot.isLean,
    above: spot.above,
  };
}

export function pointerOf({ within, step }: ValueSpot): string {
  return within ? stepDown(pointerOf(within), step) : '';
}

/** How a value with the same schemas stands around: without what is optional, if one does. */
export function findAbove(key: string, above: Above | undefined): 'lean' | 'full' | undefined {
  let found: 'full' | undefined;
  for (let next = above; next; next = next.above) {
    if (next.key !== key) continue;
    if (next.isLean) return 'lean';
    found = 'full';
  }
  return found;
}

/** Which of the possible ways is to be taken at a place. */
export function attemptsAt({ attempts }: WalkPlan, spot: ValueSpot): number {
  return attempts.size === 0 ? 0 : (attempts.get(pointerOf(spot)) ?? 0);
}

/** Notes the first obstacle, which is the nearest to the cause. */
export function giveUp({ tally }: SchemaWalk, spot: ValueSpot, rule: string): undefined {
  tally.obstacle ??= { pointer: pointerOf(spot), rule };
}
