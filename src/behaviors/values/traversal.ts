import type { JsonValue } from '../../base/json.ts';
import type { Facts } from '../../contract/schema/merging/facts.ts';
import type {
  ListedValues,
  MergedSchemas,
  SchemaSite,
} from '../../contract/schema/merging/merged-schemas.ts';
import type { Surroundings } from './chance.ts';
import { hashBelow } from './chance.ts';
import type { Chosen } from './choosing.ts';
import { chooseFirst, chooseView } from './choosing.ts';
import type { Fallbacks } from './examples.ts';
import { exampleOf, fallbacksAt, hintsOf } from './examples.ts';
import { makeArray } from './kinds/arrays.ts';
import type { MakeNumber } from './kinds/numbers.ts';
import { compileNumber } from './kinds/numbers.ts';
import { makeObject } from './kinds/objects.ts';
import { successAmong, usualFlag } from './vocabulary/flags.ts';
import { isOfCountry, isOfKind, textKindOf } from './vocabulary/text-names.ts';
import type { MakeText } from './kinds/texts.ts';
import type { ValueSpot, SchemaWalk } from './walk.ts';
import { attemptsAt, giveUp, findAbove, pointerOf, surroundingsOf } from './walk.ts';

/** The deepest level that is made. */
const deepest = 100;
/** The most values that one value may consist of. */
const mostValues = 200_000;
/** How many combinations of alternatives are examined at one place, and how many are tried. */
const mostWays = 3000;
const mostTries = 64;
/** The share of the remaining looks that one of several combinations may use. */
const shareOfLooks = 1 / 4;

/** Makes a value that meets the schemas of a site; undefined where it finds none. */
export function makeValue(
  site: SchemaSite,
  place: ValueSpot,
  walk: SchemaWalk,
): JsonValue | undefined {
  const { tally, bounds } = walk;
  tally.values += 1;
  if (tally.values > mostValues) return giveUp(walk, place, 'would get too large');
  const around = findAbove(site.key, place.above);
  if (place.depth > deepest || (around && (site.isEndless() || isInVain(around, place, walk))))
    return giveUp(walk, place, 'goes in a circle that never ends');
  const isLean =
    place.isLean ||
    around !== undefined ||
    place.depth >= bounds.depthOfOptionals ||
    tally.values > bounds.manyValues ||
    (bounds.unwanted !== undefined && pointerOf(place) === bounds.unwanted);
  return search(site, isLean === place.isLean ? place : { ...place, isLean }, walk);
}

/** Inside a lean value of the same schemas, this value could take the place of the outer one. */
function isInVain(around: 'lean' | 'full', place: ValueSpot, { plan }: SchemaWalk): boolean {
  return around === 'lean' && !(plan.forced.size > 0 && plan.forced.has(pointerOf(place)));
}

/** Tries combinations of alternatives in turn, and skips those that contradict themselves. */
function search(site: SchemaSite, spot: ValueSpot, walk: SchemaWalk): JsonValue | undefined {
  const { tally, plan } = walk;
  const { mostLooks } = tally;
  const skipped = attemptsAt(plan, spot);
  const first = chooseFirst(site, spot, walk);
  // Without alternatives, the number of the attempt goes to the value itself.
  const start = first.ways === 1 && first.view.clash === undefined ? skipped : 0;
  let left = skipped - start;
  let ways = 1;
  let tries = 0;
  for (let way = start; way - start < mostWays && tally.looks < mostLooks; way += 1) {
    const chosen = way === 0 ? first : chooseView(site.parts, spot, way, walk);
    // Some choices lead to further choices, so more combinations may appear.
    ways = Math.max(ways, chosen.ways * Math.max(1, chosen.types.length));
    if (chosen.view.clash !== undefined) {
      tally.looks += 1;
      giveUp(walk, spot, chosen.view.clash);
      if (way + 1 >= ways && tries === 0 && left === skipped) return undefined;
      continue;
    }
    if (left > 0) {
      left -= 1;
      continue;
    }
    if (ways > 1) tally.mostLooks -= Math.floor((mostLooks - tally.looks) * (1 - shareOfLooks));
    const value = makeByView(chosen, site, spot, walk);
    tally.mostLooks = mostLooks;
    if (value !== undefined) return value;
    tries += 1;
    if (tries >= Math.min(ways, mostTries) || tally.values > mostValues) return undefined;
  }
  return undefined;
}

function makeByView(
  { view, attempt, parts, types }: Chosen,
  site: SchemaSite,
  place: ValueSpot,
  walk: SchemaWalk,
): JsonValue | undefined {
  if (view.isLost) return null;
  if (view.facts.allowed) {
    walk.tally.wholes.push(place);
    const listed = view.listed();
    if (listed.all.length === 0)
      return giveUp(walk, place, 'must be one of values that another rule excludes');
    return tellListed(listed, place, attempt, walk) ?? pickListed(listed, place.hash, attempt);
  }
  const example = exampleOf(view, place, walk);
  if (example !== undefined) {
    walk.tally.wholes.push(place);
    return example;
  }
  const type = types[attempt % types.length] ?? 'null';
  const turn = Math.floor(attempt / types.length);
  const hash = attempt > 0 ? hashBelow(place.hash, `~${attempt}`) : place.hash;
  switch (type) {
    case 'object':
      return makeObject(view, parts, stepInto(place, site, hash), walk);
    case 'array':
      return makeArray(view, stepInto(place, site, hash), walk);
    case 'integer':
    case 'number':
      return numberMakerFor(view, type, place, walk)(place.hash, turn, lookAround(place, walk));
    case 'boolean':
      return pickFlag(view.facts, place, turn);
    case 'null':
      return null;
    case 'string':
      return (
        textMakerFor(view, place, walk)(hash, lookAround(place, walk)) ??
        giveUp(walk, place, describeText(view.facts))
      );
  }
}

/** The place as the parent of its members and items. */
function stepInto(place: ValueSpot, { key }: SchemaSite, hash: number): ValueSpot {
  return { ...place, hash, above: { key, isLean: place.isLean, above: place.above } };
}

/** Lazy: most values depend on nothing around them. */
function lookAround(spot: ValueSpot, { direction }: SchemaWalk): () => Surroundings {
  return () => surroundingsOf(spot, direction);
}

/** A record has one country, one currency and one language, also where few are allowed. */
function tellListed(
  { solid }: ListedValues,
  spot: ValueSpot,
  attempt: number,
  walk: SchemaWalk,
): JsonValue | undefined {
  const { texts } = walk.bench;
  const told =
    attempt === 0 && isOfCountry(spot.name) ? texts.tell(spot.name, lookAround(spot, walk)) : [];
  if (told.length === 0) return undefined;
  const found = solid.find(
    (value) => typeof value === 'string' && told.includes(value.toLowerCase()),
  );
  return found ?? solid[surroundingsOf(spot, walk.direction).record % solid.length];
}

/** Takes the values in turn, null last. A reply that is sent tells of success. */
function pickListed(
  { all, solid }: ListedValues,
  hash: number,
  attempt: number,
): JsonValue | undefined {
  const success = attempt === 0 ? successAmong(solid) : undefined;
  if (success !== undefined) return solid.find((value) => value === success);
  const turn = attempt % all.length;
  return turn >= solid.length ? null : solid[(hash + turn) % solid.length];
}

/** What is usual comes more often, where the name tells. */
function pickFlag({ denied }: Facts, { name, hash }: ValueSpot, turn: number): boolean | undefined {
  const usual = usualFlag(name, hash) ?? hash % 2 === 0;
  const first = turn % 2 === 0 ? usual : !usual;
  return [first, !first].find((value) => !denied.some((schema) => isDenied(schema, value)));
}

function isDenied({ const: constant, enum: listed }: Facts['denied'][number], value: boolean) {
  return constant === value || (Array.isArray(listed) && listed.includes(value));
}

function describeText({ patterns, formats, minLength, maxLength }: Facts): string {
  const rules = [
    ...patterns.map((pattern) => `match the pattern ${pattern}`),
    ...formats.map((format) => `be of the format "${format}"`),
    ...(minLength > 0 ? [`be at least ${minLength} characters long`] : []),
    ...(maxLength < Infinity ? [`be at most ${maxLength} characters long`] : []),
  ];
  return `must ${rules.join(' and ') || 'be a text that another rule excludes'}`;
}

/** Cached for each name: a name is looked up in long lists, and a contract has few names. */
function textMakerFor(view: MergedSchemas, spot: ValueSpot, walk: SchemaWalk): MakeText {
  const { makers, fallbacks } = findMakers(view, spot, walk);
  return (makers.texts[fallbacks] ??= walk.bench.texts(
    view.facts,
    hintsOf(view, makers, fallbacks, walk.bench),
  ));
}

function numberMakerFor(
  view: MergedSchemas,
  type: 'integer' | 'number',
  spot: ValueSpot,
  walk: SchemaWalk,
): MakeNumber {
  const { makers, fallbacks } = findMakers(view, spot, walk);
  const known = makers[type];
  const facts = type === 'integer' ? { ...view.facts, types: ['integer'] as const } : view.facts;
  return (known[fallbacks] ??= compileNumber(facts, hintsOf(view, makers, fallbacks, walk.bench)));
}

type ByFallbacks<T> = Partial<Record<Fallbacks, T>>;

/** The makers of texts and numbers for one view and one name. */
interface Makers {
  readonly name: string;
  /** The kind of thing that has the name; empty where that does not matter. */
  readonly kind: string;
  readonly isOfKind: boolean;
  readonly texts: ByFallbacks<MakeText>;
  readonly integer: ByFallbacks<MakeNumber>;
  readonly number: ByFallbacks<MakeNumber>;
}

/** Limits the cache: the number of generated names is unlimited. */
const mostNames = 100;

const known = new WeakMap<MergedSchemas, readonly Makers[]>();

function findMakers(
  view: MergedSchemas,
  spot: ValueSpot,
  { plan }: SchemaWalk,
): { readonly makers: Makers; readonly fallbacks: Fallbacks } {
  const { name, holder } = spot;
  const all = known.get(view) ?? [];
  const isOwn = (one: Makers): boolean =>
    one.name === name && (!one.isOfKind || one.kind === textKindOf(holder));
  let makers = all.find(isOwn);
  if (!makers) {
    makers = openMakers(name, holder);
    known.set(view, all.length < mostNames ? [...all, makers] : [makers]);
  }
  return { makers, fallbacks: fallbacksAt(spot, attemptsAt(plan, spot) > 0) };
}

function openMakers(name: string, holder: string): Makers {
  const isNamed = isOfKind(name);
  const kind = isNamed ? textKindOf(holder) : '';
  return { name, kind, isOfKind: isNamed, texts: {}, integer: {}, number: {} };
}
