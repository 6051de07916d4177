import type { Documents, Part } from '../../contract/documents.ts';
import type { JsonValue } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { allowedBy } from './allowed.ts';
import { makeArray } from './arrays.ts';
import { hashBelow } from './chance.ts';
import type { Chosen } from './choosing.ts';
import { chooseView } from './choosing.ts';
import { exampleOf, hintsOf } from './examples.ts';
import type { Facts, Type } from './facts.ts';
import { makeNumber } from './numbers.ts';
import { makeObject } from './objects.ts';
import { referredBy } from './pointing.ts';
import type { Spot, Walk } from './walk.ts';
import { giveUp } from './walk.ts';

/** Nothing is made below. */
const deepest = 100;
/** Nothing has more values than this. */
const mostValues = 200_000;
/** How many ways of choosing among alternatives are looked at in one place, and how many tried. */
const mostWays = 3000;
const mostLooks = 20_000;
const mostTries = 64;

/** A value that meets some schemas, or undefined where none is found. */
export function makeValue(
  schemas: readonly Part[],
  place: Spot,
  walk: Walk,
): JsonValue | undefined {
  const { bench, tally, bounds } = walk;
  const parts = schemas.map((schema) => withoutDetour(bench.documents, schema));
  tally.values += 1;
  if (tally.values > mostValues) return giveUp(walk, place, 'would get too large');
  const key = bench.views.keyOf(parts);
  const isLean =
    place.isLean ||
    place.depth >= bounds.depthOfOptionals ||
    tally.values > bounds.manyValues ||
    place.pointer === bounds.unwanted ||
    place.above.includes(key);
  const spot = isLean === place.isLean ? place : { ...place, isLean };
  const isCircle =
    place.above.includes(key) && parts.some((part) => bench.rankOf(part) === Infinity);
  if (place.depth > deepest || isCircle)
    return giveUp(walk, spot, 'goes in a circle that never ends');
  return search(parts, { ...spot, above: [...spot.above, key] }, walk);
}

/** Takes the ways through the alternatives one after the other, those that contradict themselves left out. */
function search(parts: readonly Part[], spot: Spot, walk: Walk): JsonValue | undefined {
  const { tally, plan } = walk;
  const skipped = plan.attempts.get(spot.pointer) ?? 0;
  const first = chooseView(parts, spot, 0, walk);
  // Without alternatives every attempt is a way of its own.
  const start = first.ways === 1 && first.view.clash === undefined ? skipped : 0;
  let left = skipped - start;
  let ways = 1;
  let tries = 0;
  for (let way = start; way - start < mostWays && tally.looks < mostLooks; way += 1) {
    const chosen = way === 0 ? first : chooseView(parts, spot, way, walk);
    // Some choices open up others, so there may be more ways than those seen first.
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
    const value = makeByView(chosen, spot, walk);
    if (value !== undefined) return value;
    tries += 1;
    if (tries >= Math.min(ways, mostTries) || tally.values > mostValues) return undefined;
  }
  return undefined;
}

/** A reference and nothing else is what it leads to. */
function withoutDetour(documents: Documents, schema: Part): Part {
  if (!isJsonObject(schema.value) || typeof schema.value['$ref'] !== 'string') return schema;
  if (Object.keys(schema.value).length > 1) return schema;
  const [target] = referredBy(documents, schema);
  return target && target.value !== schema.value ? target : schema;
}

function makeByView(chosen: Chosen, place: Spot, walk: Walk): JsonValue | undefined {
  const { view, attempt, parts, types } = chosen;
  const { facts } = view;
  if (view.isLost) return null;
  const spot = attempt > 0 ? { ...place, hash: hashBelow(place.hash, `~${attempt}`) } : place;
  if (facts.allowed) {
    walk.tally.wholes.add(place.pointer);
    const allowed = allowedBy(view, walk.bench);
    if (allowed.length === 0)
      return giveUp(walk, place, 'must be one of values that another rule excludes');
    return pickAllowed(allowed, place.hash, attempt);
  }
  const example = exampleOf(view, place, walk);
  if (example !== undefined) {
    walk.tally.wholes.add(place.pointer);
    return example;
  }
  const type = types[attempt % types.length] ?? 'null';
  const turn = Math.floor(attempt / types.length);
  switch (type) {
    case 'object':
      return makeObject(view, parts, spot, walk);
    case 'array':
      return makeArray(view, spot, walk);
    case 'integer':
    case 'number':
      return makeNumber(narrow(facts, type), hintsOf(view, place, walk), place.hash, turn);
    case 'boolean':
      return pickBoolean(facts, place.hash + turn);
    case 'null':
      return null;
    case 'string':
      return (
        walk.bench.texts(facts, hintsOf(view, place, walk), spot.hash) ??
        giveUp(walk, place, describeText(facts))
      );
  }
}

/** One after the other, null last. */
function pickAllowed(
  allowed: readonly JsonValue[],
  hash: number,
  attempt: number,
): JsonValue | undefined {
  const solid = allowed.filter((value) => value !== null);
  if (attempt % allowed.length >= solid.length) return null;
  return solid[(hash + (attempt % allowed.length)) % solid.length];
}

function pickBoolean({ denied }: Facts, pick: number): boolean | undefined {
  const left = [pick % 2 === 0, pick % 2 !== 0];
  return left.find((value) => !denied.some((schema) => isDenied(schema, value)));
}

function isDenied({ const: constant, enum: listed }: Facts['denied'][number], value: boolean) {
  return constant === value || (Array.isArray(listed) && listed.includes(value));
}

function narrow(facts: Facts, type: Type): Facts {
  return type === 'integer' ? { ...facts, types: ['integer'] } : facts;
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
