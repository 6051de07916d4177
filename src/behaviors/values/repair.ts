import type { JsonValue } from '../../base/json.ts';
import type { Check, BodyDirection, SchemaFault } from '../../contract/checks/validators.ts';
import { matchesSeveral } from '../../contract/schema/ambiguous-faults.ts';
import type { SchemaSite } from '../../contract/schema/merging/merged-schemas.ts';
import { hashOf } from './chance.ts';
import { makeValue } from './traversal.ts';
import type {
  WalkBounds,
  ExampleUse,
  Obstacle,
  WalkPlan,
  ValueSpot,
  WalkTally,
  SchemaWalk,
  GeneratorTools,
} from './walk.ts';
import { pointerOf } from './walk.ts';

/** The value to make: its schemas, seed, place and limits. */
export interface Order {
  readonly site: SchemaSite;
  readonly seed: string;
  readonly place: string;
  readonly direction: BodyDirection;
  readonly examples: ExampleUse;
  readonly bounds: WalkBounds;
}

export interface MadeValue {
  readonly value: JsonValue;
  /** Whether parts of it are as the contract's examples have them. */
  readonly hasExamples: boolean;
}

/** How many values are made at most until one breaks no rule. */
const rounds = 30;
/** The default limits of optional members. */
export const wide: WalkBounds = {
  depthOfOptionals: 4,
  manyValues: 2000,
  wanted: new Set(),
  unwanted: undefined,
};
/** The same within narrower bounds. Then `wide` applies, because optional members may help. */
const narrowRounds = 6;
/**
 * How many rounds try the alternatives again without the rule to break the others: an optional
 * member may break them, and no rule of theirs leads to it.
 */
const plainRounds = 4;
/** The search ends when a round makes more values than this and fails: the next takes as long. */
const hopeless = 20_000;
/** The most contradicting combinations of alternatives, in one round and in all rounds. */
const mostLooks = { round: 4000, all: 8000 };

/** Makes values until one passes the check. Throws `Unsatisfiable` if none does. */
export function makeValid(bench: GeneratorTools, order: Order, check: Check): MadeValue {
  const narrow = order.bounds === wide ? undefined : search(bench, order, check, narrowRounds);
  if (narrow && 'value' in narrow) return narrow;
  const found = search(bench, { ...order, bounds: wide }, check, rounds);
  if ('value' in found) return found;
  throw found;
}

const nothing = { values: 0, examples: 0, looks: 0, obstacle: undefined };

function search(
  bench: GeneratorTools,
  order: Order,
  check: Check,
  most: number,
): MadeValue | Unsatisfiable {
  const forced = order.bounds.wanted;
  let plan: WalkPlan = { attempts: new Map(), dropped: new Set(), forced, strict: 'where tried' };
  let fewest: readonly SchemaFault[] | undefined;
  let obstacle: Obstacle | undefined;
  let looks = 0;
  let plainFrom = Infinity;
  for (let round = 0; round < most && looks < mostLooks.all; round += 1) {
    const tally: WalkTally = { ...nothing, wholes: [], mostLooks: mostLooks.round };
    const value = makeOnce(bench, order, plan, tally);
    looks += tally.looks;
    if (value !== undefined) {
      const faults = check(value);
      if (faults.length === 0) return { value, hasExamples: tally.examples > 0 };
      fewest = fewerOf(fewest, faults);
      plan = planNext(plan, faults, tally, round);
    } else {
      obstacle ??= tally.obstacle;
      if (tally.values > hopeless) break;
      plan = planWithout(plan, tally, round);
      if (fewest?.some(matchesSeveral)) plainFrom = Math.min(plainFrom, round);
    }
    if (round >= plainFrom && round < plainFrom + plainRounds)
      plan = { ...plan, strict: 'nowhere' };
  }
  return describeFailure(fewest, obstacle);
}

function describeFailure(
  faults: readonly SchemaFault[] | undefined,
  obstacle: Obstacle | undefined,
): Unsatisfiable {
  // A fault of a whole choice says more than the faults of its alternatives.
  const fault = faults?.find(({ keyword }) => ofChoices.has(keyword)) ?? faults?.[0];
  if (fault) return new Unsatisfiable(fault.pointer, fault.message);
  const rule = obstacle?.rule ?? 'has rules that exclude each other';
  return new Unsatisfiable(obstacle?.pointer ?? '', rule);
}

function makeOnce(
  bench: GeneratorTools,
  { site, seed, place, direction, examples, bounds }: Order,
  plan: WalkPlan,
  tally: WalkTally,
): JsonValue | undefined {
  const walk: SchemaWalk = { bench, direction, plan, bounds, tally, make: makeValue };
  const spot: ValueSpot = {
    within: undefined,
    step: '',
    hash: hashOf(seed, place),
    depth: 0,
    name: nameIn(place),
    holder: '',
    examples,
    isLean: false,
    above: undefined,
  };
  return makeValue(site, spot, walk);
}

/** What stands before a key (`customers#7`), or the last step that is no index. */
function nameIn(place: string): string {
  const steps = place.split('/').map((step) => step.split('#')[0] ?? '');
  return steps.findLast((step) => step !== '' && !/^\d/.test(step)) ?? '';
}

const ofChoices = new Set(['oneOf', 'anyOf', 'not', 'if', 'contains']);
const ofStrangers = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'false schema',
]);

function fewerOf(
  known: readonly SchemaFault[] | undefined,
  faults: readonly SchemaFault[],
): readonly SchemaFault[] {
  return known && known.length <= faults.length ? known : faults;
}

/** Where no value was found, another way is tried at the obstacle, later also above it. */
function planWithout(plan: WalkPlan, { obstacle }: WalkTally, round: number): WalkPlan {
  const { pointer = '' } = obstacle ?? {};
  return reconsider(plan, round < 3 ? [pointer] : [pointer, above(pointer)]);
}

function planNext(
  plan: WalkPlan,
  faults: readonly SchemaFault[],
  tally: WalkTally,
  round: number,
): WalkPlan {
  const wholes = new Set(tally.wholes.map(pointerOf));
  const pointers = choosePlaces(faults, round).map((pointer) => wholeAbove(pointer, wholes));
  const { attempts } = reconsider(plan, pointers);
  const strangers = faults.filter(({ keyword }) => ofStrangers.has(keyword));
  const missing = faults.filter(({ keyword }) => keyword === 'required');
  return {
    attempts,
    dropped: new Set([
      ...plan.dropped,
      ...strangers.map(({ pointer }) => pointer),
      // Members that stay wrong are left out if they are optional.
      ...(round >= 6 && round % 3 === 0 ? pointers : []),
      ...(round >= 10 && round % 3 === 1 ? pointers.map(above) : []),
    ]),
    forced: new Set([...plan.forced, ...missing.map(({ pointer }) => pointer)]),
    // A wrong choice deep in the value may show only as a fault of a choice far above.
    strict: round >= 4 && round % 8 < 6 ? 'everywhere' : 'where tried',
  };
}

/** By turns: the deepest faults, the deepest choices with faults, and all choices with faults. */
function choosePlaces(faults: readonly SchemaFault[], round: number): readonly string[] {
  const all = faults.map(({ pointer }) => pointer);
  const choices = faults
    .filter(({ keyword }) => ofChoices.has(keyword))
    .map(({ pointer }) => pointer);
  if (round % 3 === 0 || choices.length === 0) {
    const ends = deepestOf(all);
    return round >= 3 && round % 2 === 0 ? ends.flatMap((one) => [one, above(one)]) : ends;
  }
  return round % 3 === 1 || round < 9 ? deepestOf(choices) : choices;
}

function deepestOf(pointers: readonly string[]): readonly string[] {
  return pointers.filter((one) => !pointers.some((other) => other.startsWith(`${one}/`)));
}

/** Plans the next attempt at some places. */
function reconsider(plan: WalkPlan, pointers: readonly string[]): WalkPlan {
  const attempts = new Map(plan.attempts);
  for (const pointer of new Set(pointers)) attempts.set(pointer, (attempts.get(pointer) ?? 0) + 1);
  return { ...plan, attempts };
}

/** An example or listed value can be replaced only as a whole. */
function wholeAbove(pointer: string, wholes: ReadonlySet<string>): string {
  let place = pointer;
  for (let up = pointer; up !== ''; up = above(up)) if (wholes.has(above(up))) place = above(up);
  return place;
}

function above(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The generator found no value that meets a schema. */
export class Unsatisfiable extends Error {
  override readonly name = 'Unsatisfiable';
  /** The place in the value where the schema cannot be met. */
  readonly pointer: string;

  /** `rule` says what cannot be met there: "must be …". */
  constructor(pointer: string, rule: string) {
    super(`no value was found for ${pointer || 'the whole'}: it ${rule}`);
    this.pointer = pointer;
  }
}
