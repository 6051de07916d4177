import type { Facts } from '../../../contract/schema/merging/facts.ts';
import { fitsFacts } from '../../../contract/schema/merging/facts.ts';
import type { Surroundings } from '../chance.ts';
import { createDraw } from '../chance.ts';
import { timeNamed } from './formats.ts';
import type { Hints } from './texts.ts';
import { spellWords } from '../vocabulary/words.ts';

/** How many numbers to choose from where a bound is missing. */
const span = 1000;
/** How many neighbours are tried until one fits. */
const neighbours = 40;

/** Makes a number for a place; undefined where none fits. Each attempt gives another number. */
export type MakeNumber = (
  hash: number,
  attempt: number,
  around: () => Surroundings,
) => number | undefined;

/** Makes numbers that meet the facts and are plausible for their name. */
export function compileNumber(facts: Facts, hints: Hints): MakeNumber {
  const isWhole =
    !facts.types.includes('number') || facts.formats.some((name) => /^u?int/.test(name));
  const bounded = withFormat(isWhole ? { ...facts, types: ['integer'] } : facts);
  const range = rangeFor(hints, isWhole);
  const given = range ? undefined : hints.fallbacks.find((value) => typeof value === 'number');
  const example = given !== undefined && fits(bounded, given) ? given : undefined;
  const grids = [...gridsFor(bounded, range)];
  const edge = edgesOf(bounded).find((value) => fits(bounded, value));
  const unit = range?.unit;
  return (hash, attempt, around) => {
    if (unit !== undefined && attempt === 0) {
      const time = Math.floor(timeNamed(hints.name, hash, around().record).getTime() / unit);
      if (fits(bounded, time)) return time;
    }
    if (example !== undefined && attempt === 0) return example;
    for (const grid of grids) {
      const value = pickFrom(grid, bounded, hash, attempt);
      if (value !== undefined) return value;
    }
    return edge;
  };
}

function pickFrom(grid: Grid, facts: Facts, hash: number, attempt: number): number | undefined {
  const { first, last } = grid;
  const count = last - first + 1;
  if (!(count > 0)) return undefined;
  const start = createDraw(hash)(Math.min(count, 2 ** 31)) + attempt;
  for (let offset = 0; offset < Math.min(count, neighbours); offset += 1) {
    const value = onGrid(first + ((start + offset) % count), grid);
    if (fits(facts, value)) return value;
  }
  return undefined;
}

/** The multiples of `step`; `first` and `last` count steps. */
interface Grid {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  /** How many decimals the numbers have. */
  readonly digits: number;
}

type Raster = Pick<Grid, 'step' | 'digits'>;

function* gridsFor(facts: Facts, range: NumberRange | undefined): Generator<Grid> {
  const isWhole = !facts.types.includes('number');
  const demanded = commonMultiple(isWhole ? [1, ...facts.steps] : facts.steps);
  // A fraction shows that the type is not `integer`.
  const steps = demanded === undefined ? [0.01, 1e-4, 1e-8] : [demanded];
  if (range) {
    const step = demanded ?? range.step ?? 0.01;
    const { minimum, maximum } = facts;
    yield gridBetween(
      { ...facts, minimum: Math.max(minimum, range.least), maximum: Math.min(maximum, range.most) },
      step,
    );
  }
  for (const step of steps) yield gridBetween(facts, step);
}

function gridBetween(facts: Facts, step: number): Grid {
  const least = Math.max(facts.minimum, facts.exclusiveMinimum);
  const most = Math.min(facts.maximum, facts.exclusiveMaximum);
  const digits = decimalsOf(step);
  const raster = { step, digits };
  // The tolerance allows for rounding errors of binary fractions.
  let first = Math.ceil(least / step - 1e-9);
  let last = Math.floor(most / step + 1e-9);
  if (onGrid(first, raster) <= facts.exclusiveMinimum) first += 1;
  if (onGrid(last, raster) >= facts.exclusiveMaximum) last -= 1;
  if (first === -Infinity) first = last === Infinity || last >= 0 ? Math.min(0, last) : last - span;
  if (last === Infinity) last = first + span;
  return { first, last, step, digits };
}

function onGrid(multiple: number, { step, digits }: Raster): number {
  const value = multiple * step;
  return digits === 0 || digits > 20 || Math.abs(value) > 1e15
    ? value
    : Number(value.toFixed(digits));
}

function decimalsOf(step: number): number {
  const [digits = '', exponent = '0'] = String(step).split('e');
  const { length } = digits.split('.')[1] ?? '';
  return Math.max(0, length - Number(exponent));
}

/** The least common multiple of the steps; undefined without steps. */
function commonMultiple(steps: readonly number[]): number | undefined {
  const [first, ...others] = steps;
  if (first === undefined) return undefined;
  if (others.length === 0) return first;
  const scale = 10 ** Math.min(12, Math.max(...steps.map(decimalsOf)));
  const whole = steps.map((step) => Math.max(1, Math.round(step * scale)));
  const multiple = whole.reduce((one, other) => (one / greatestDivisor(one, other)) * other);
  return multiple / scale;
}

function greatestDivisor(left: number, right: number): number {
  let [one, other] = [left, right];
  while (other > 0) [one, other] = [other, one % other];
  return one;
}

/** Values at the bounds, for bounds too close together or too far out for a grid. */
function edgesOf(facts: Facts): readonly number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = facts;
  const low = Math.max(minimum, exclusiveMinimum);
  const high = Math.min(maximum, exclusiveMaximum);
  const middle = low / 2 + high / 2;
  const edges = [
    minimum,
    maximum,
    middle,
    Math.round(middle),
    0,
    low + Math.abs(low) * 2 ** -50,
    high - Math.abs(high) * 2 ** -50,
  ];
  return edges.filter((value) => Number.isFinite(value));
}

function fits(facts: Facts, value: number): boolean {
  return fitsFacts(facts, value, () => false);
}

const byFormat: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
};

/** A format sets one missing bound. If both are missing they stay so, which keeps numbers small. */
function withFormat(facts: Facts): Facts {
  const [least, most] = facts.formats.flatMap((name) => {
    const bounds = Object.hasOwn(byFormat, name) ? byFormat[name] : undefined;
    return bounds ? [bounds] : [];
  })[0] ?? [-Infinity, Infinity];
  const isOpenBelow = facts.minimum === -Infinity && facts.exclusiveMinimum === -Infinity;
  const isOpenAbove = facts.maximum === Infinity && facts.exclusiveMaximum === Infinity;
  return {
    ...facts,
    minimum: isOpenBelow && !isOpenAbove ? Math.max(facts.minimum, least) : facts.minimum,
    maximum: isOpenAbove && !isOpenBelow ? Math.min(facts.maximum, most) : facts.maximum,
  };
}

/** Plausible numbers, and their step. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  /** Of times: how many milliseconds make one. */
  readonly unit?: number;
}

/** The start of 2024, 2025 and 2026 in seconds since 1970: fixed, as in `formats.ts`. */
const [start, middle, end] = [1_704_067_200, 1_735_689_600, 1_767_225_600];

/** The first rule whose pattern matches the words of the name applies. */
const wholeNumbers: readonly (readonly [RegExp, NumberRange])[] = [
  [
    /\b(creat\w*|start\w*|began|joined|opened|issued|added) ?(at|on|date|time|timestamp)?$/,
    moment(start, middle),
  ],
  [
    /\b(at|date|timestamp|time|epoch|since|until|expires|modified|updated|exp|iat|nbf)$/,
    moment(middle, end),
  ],
  [/\byears?$/, { least: 2015, most: 2026, step: 1 }],
  [/\bmonths?$/, { least: 1, most: 12, step: 1 }],
  [/\b(days?|day of month)$/, { least: 1, most: 28, step: 1 }],
  [/\bhours?$/, { least: 0, most: 23, step: 1 }],
  [/\b(minutes?|seconds?|secs?|mins?)$/, { least: 0, most: 59, step: 1 }],
  [/\bages?$/, { least: 18, most: 80, step: 1 }],
  [/\b(total pages|page count|pages)$/, { least: 1, most: 20, step: 1 }],
  [/\bpage( number)?$/, { least: 1, most: 1, step: 1 }],
  [/\b(per page|page size|limit|pagesize)$/, { least: 20, most: 20, step: 1 }],
  [/\boffset$/, { least: 0, most: 0, step: 1 }],
  [/\b(status code|http status|response code)$/, { least: 200, most: 200, step: 1 }],
  [/\b(percent|percentage|progress|pct)$/, { least: 0, most: 100, step: 1 }],
  [/\b(rating|stars)$/, { least: 1, most: 5, step: 1 }],
  [/\b(priority|level|rank|position|order|index|sequence|sort)$/, { least: 1, most: 10, step: 1 }],
  [/\bversion$/, { least: 1, most: 9, step: 1 }],
  [/\bport$/, { least: 1024, most: 9999, step: 1 }],
  [/\b(width|height)$/, { least: 100, most: 1920, step: 1 }],
  [/\b(bytes|size|length|memory|disk|capacity)$/, { least: 1000, most: 500_000, step: 1 }],
  [/\b(duration|ttl|timeout|interval|elapsed|uptime)\b/, { least: 30, most: 3600, step: 1 }],
  [
    /\b(price|amount|cost|fee|balance|subtotal|discount|salary|revenue)s?\b/,
    { least: 5, most: 500 },
  ],
  [/\b(quantity|qty)$/, { least: 1, most: 12, step: 1 }],
  [/\b(count|total|number of .*|num .*|.*s)$/, { least: 0, most: 100, step: 1 }],
  [/\bid$/, { least: 1, most: 10_000, step: 1 }],
];

const fractions: readonly (readonly [RegExp, NumberRange])[] = [
  [/\b(latitude|lat)$/, { least: -60, most: 70, step: 1e-4 }],
  [/\b(longitude|lng|lon|long)$/, { least: -180, most: 180, step: 1e-4 }],
  [
    /\b(tax rate|rate|ratio|probability|confidence|score|weighting|opacity|alpha)$/,
    { least: 0, most: 1 },
  ],
  [/\b(percent|percentage|progress|pct)$/, { least: 0, most: 100, step: 0.1 }],
  [/\b(rating|stars)$/, { least: 1, most: 5, step: 0.1 }],
  [
    /\b(price|amount|cost|fee|balance|subtotal|total|discount|tax|salary|revenue|payment)s?\b/,
    { least: 5, most: 500 },
  ],
  [/\b(temperature|temp)$/, { least: -10, most: 35, step: 0.1 }],
  [/\b(weight|mass|distance|depth|radius|speed)$/, { least: 0.5, most: 100, step: 0.1 }],
];

function rangeFor({ name, description }: Hints, isWhole: boolean): NumberRange | undefined {
  const words = spellWords(name);
  const rules = isWhole ? wholeNumbers : [...fractions, ...wholeNumbers];
  const range = rules.find(([names]) => names.test(words))?.[1];
  const isTime = range !== undefined && range.least >= start;
  // Milliseconds, where the name or description says so.
  if (isTime && /\bmilli|\bms\b/i.test(`${words} ${description}`)) {
    return { least: range.least * 1000, most: range.most * 1000, step: 1, unit: 1 };
  }
  // A `time` may also be a duration. Only the description shows that it is a moment.
  if (isTime && /\btime$/.test(words) && !/epoch|unix|since|timestamp/i.test(description))
    return undefined;
  return range && { step: isWhole || isTime ? 1 : 0.01, ...range };
}

function moment(least: number, most: number): NumberRange {
  return { least, most, step: 1, unit: 1000 };
}
