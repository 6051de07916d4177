import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import type { Direction } from '../../contract/checks/validators.ts';
import type { Documents } from '../../contract/load/documents.ts';
import { hashBelow } from './chance.ts';
import type { TextMaker } from './kinds/texts.ts';
import type { RankOf } from './ranks.ts';
import type { Match } from './schemas/facts.ts';
import type { Site, Views } from './schemas/sites.ts';

/** When the examples of a schema are used: before all else, for want of better, or not at all. */
export type ExampleUse = 'first' | 'last' | 'never';

/** What stays the same for all values of a contract. */
export interface Workbench {
  readonly documents: Documents;
  readonly views: Views;
  readonly rankOf: RankOf;
  readonly texts: TextMaker;
  readonly match: Match;
}

/** What is to be done otherwise than by default, by the pointers of the places. */
export interface Plan {
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
export interface Bounds {
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
export interface Walk {
  readonly bench: Workbench;
  readonly direction: Direction;
  readonly plan: Plan;
  readonly bounds: Bounds;
  readonly tally: Tally;
  /** A value for a place, or undefined where none is found; the tally knows why. */
  make(site: Site, spot: Spot, walk: Walk): JsonValue | undefined;
}

/** What is counted and noted on the way. */
export interface Tally {
  values: number;
  /** Ways through alternatives that turned out to contradict themselves. */
  looks: number;
  /** How many there may be. */
  mostLooks: number;
  /** Places whose value was taken whole, from an example or a list. */
  readonly wholes: Spot[];
  obstacle: Obstacle | undefined;
}

export interface Obstacle {
  readonly pointer: string;
  readonly rule: string;
}

/** A place in a value, and what is known of it before its schema is looked at. */
export interface Spot {
  /** What it stands in, and how it is called there: few ever ask for its pointer. */
  readonly within: Spot | undefined;
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

export function memberSpot(spot: Spot, name: string): Spot {
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

export function itemSpot(spot: Spot, index: number): Spot {
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

export function pointerOf({ within, step }: Spot): string {
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
export function attemptsAt({ attempts }: Plan, spot: Spot): number {
  return attempts.size === 0 ? 0 : (attempts.get(pointerOf(spot)) ?? 0);
}

/** Notes the first obstacle, which is the nearest to the cause. */
export function giveUp({ tally }: Walk, spot: Spot, rule: string): undefined {
  tally.obstacle ??= { pointer: pointerOf(spot), rule };
}
