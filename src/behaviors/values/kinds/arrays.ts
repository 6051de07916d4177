import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Part } from '../../../contract/load/documents.ts';
import type { MergedItems } from '../../../contract/schema/merging/contents.ts';
import type { MergedSchemas, SchemaSite } from '../../../contract/schema/merging/merged-schemas.ts';
import { isViable } from '../choosing.ts';
import type { ValueSpot, SchemaWalk } from '../walk.ts';
import { attemptsAt, giveUp, itemSpot, pointerOf } from '../walk.ts';
import { isBare } from './objects.ts';

/** The longest list that is made. */
const mostItems = 50_000;
/** How many values are tried for an item that has to be unique. */
const triesPerItem = 60;
/** How many arrangements of the items of `contains` are tried. */
const mostTurns = 24;

export function makeArray(
  view: MergedSchemas,
  spot: ValueSpot,
  walk: SchemaWalk,
): readonly JsonValue[] | undefined {
  const items = view.items();
  const length = chooseLength(view, items, spot);
  const least = leastOf(view, items);
  if (least > mostItems) return giveUp(walk, spot, `must have ${least} items, which are too many`);
  if (length < least) return giveUp(walk, spot, `must have at least ${least} items, and must not`);
  if (items.wanted.length === 0) {
    const made = fill({ view, items, length, least }, spot, walk, 0);
    return made && items.prefix === 0 ? sayOnce(made, least) : made;
  }
  // In a shorter list, the items of `prefixItems` may be those of `contains`, too.
  const lengths = new Set([length, Math.min(length, Math.max(least, items.prefix))]);
  for (const some of lengths) {
    const turns = Math.min(mostTurns, some ** items.wanted.length);
    for (let turn = 0; turn < turns; turn += 1) {
      const made = fill({ view, items, length: some, least }, spot, walk, turn);
      if (made) return made;
    }
  }
  return undefined;
}

interface ArrayMaking {
  readonly view: MergedSchemas;
  readonly items: MergedItems;
  readonly length: number;
  readonly least: number;
}

function fill(
  { view, items, length, least }: ArrayMaking,
  spot: ValueSpot,
  walk: SchemaWalk,
  turn: number,
): readonly JsonValue[] | undefined {
  const made: JsonValue[] = [];
  const seen = view.facts.isUnique ? new Set<string>() : undefined;
  const places = placeWanted(items, length, turn, { spot, walk });
  const needed = [...places.keys()].reduce((most, index) => Math.max(most, index + 1), least);
  for (let index = 0; index < length; index += 1) {
    const obstacle = walk.tally.obstacle;
    const site = walk.bench.views.siteOf(partsAt(items, places, index));
    const item = makeItem(site, itemSpot(spot, index), walk, seen);
    if (item === undefined) {
      if (made.length < needed) return undefined;
      walk.tally.obstacle = obstacle;
      break;
    }
    seen?.add(canonical(item));
    made.push(item);
  }
  // Items that have none of their members say less than an empty list.
  const site = walk.bench.views.siteOf(items.at(0));
  const isOptional = least === 0 && spot.within !== undefined;
  return isOptional && made.every((item) => isBare(item, site)) ? [] : made;
}

/** A list of words has each of them once, as far as it may be shorter. */
function sayOnce(made: readonly JsonValue[], least: number): readonly JsonValue[] {
  if (!made.every((item) => typeof item === 'string')) return made;
  const words = [...new Set(made)];
  return words.length < least ? made : words;
}

/** Without `contains`, the list stays the same object, for which the site is cached. */
function partsAt(
  items: MergedItems,
  places: ReadonlyMap<number, readonly Part[]>,
  index: number,
): readonly Part[] {
  const own = items.at(index);
  if (items.wanted.length === 0) return own;
  return [...own, ...(places.get(index) ?? []), ...unwanted(items, places, index)];
}

function leastOf({ facts }: MergedSchemas, { wanted }: MergedItems): number {
  return wanted.reduce((most, { least }) => Math.max(most, least), facts.minItems);
}

/** One to three items, or one for each of `prefixItems`; none if no schema describes items. */
function chooseLength(view: MergedSchemas, items: MergedItems, spot: ValueSpot): number {
  const { prefix, isOpen, wanted } = items;
  const least = leastOf(view, items);
  const contained = wanted.reduce((sum, one) => sum + one.least, 0);
  const natural = spot.isLean ? 0 : Math.max(prefix, isOpen ? 1 + (spot.hash % 3) : 0);
  // The items of `contains` follow those of `prefixItems`.
  const among = contained === 0 ? 0 : prefix + Math.min(contained, mostItems);
  const most = Math.min(view.facts.maxItems, Math.max(natural, least, among));
  if (most > mostItems) return most;
  for (let index = 0; index < Math.min(most, prefix + 1); index += 1) {
    if (items.at(index).some((part) => part.value === false)) return index;
  }
  return most;
}

/** Places the items of `contains` after those of `prefixItems`; each turn shifts them. */
function placeWanted(
  items: MergedItems,
  length: number,
  turn: number,
  { spot, walk }: { readonly spot: ValueSpot; readonly walk: SchemaWalk },
): ReadonlyMap<number, readonly Part[]> {
  const places = new Map<number, readonly Part[]>();
  let next = items.prefix;
  let rest = turn;
  for (const { part, least } of items.wanted) {
    const shift = rest % length;
    rest = Math.floor(rest / length);
    const order = Array.from({ length }, (_, index) => (index + next + shift) % length);
    const isRoom = (index: number): boolean => {
      const parts = [...items.at(index), ...(places.get(index) ?? []), part];
      return isViable(parts, itemSpot(spot, index), walk);
    };
    const fitting = least > 100 ? order : order.filter(isRoom);
    for (const index of (fitting.length >= least ? fitting : order).slice(0, least)) {
      places.set(index, [...(places.get(index) ?? []), part]);
      next += 1;
    }
  }
  return places;
}

/** Where `maxContains` is a limit, the other items must not meet `contains`. */
function unwanted(
  { wanted }: MergedItems,
  places: ReadonlyMap<number, readonly Part[]>,
  index: number,
): readonly Part[] {
  return wanted.flatMap(({ part, negation }) =>
    negation && !places.get(index)?.includes(part) ? [negation] : [],
  );
}

function makeItem(
  site: SchemaSite,
  spot: ValueSpot,
  walk: SchemaWalk,
  seen: ReadonlySet<string> | undefined,
): JsonValue | undefined {
  const first = walk.make(site, spot, walk);
  if (first === undefined || !seen?.has(canonical(first))) return first;
  const start = attemptsAt(walk.plan, spot);
  const pointer = pointerOf(spot);
  for (let attempt = start + 1; attempt < start + triesPerItem + seen.size; attempt += 1) {
    const attempts = new Map(walk.plan.attempts).set(pointer, attempt);
    const value = walk.make(site, spot, { ...walk, plan: { ...walk.plan, attempts } });
    if (value !== undefined && !seen.has(canonical(value))) return value;
  }
  return giveUp(walk, spot, 'must differ from the items before it');
}

/** A text that is the same for equal values: the order of members does not count. */
function canonical(value: JsonValue): string {
  if (!isJsonObject(value)) {
    return Array.isArray(value) ? `[${value.map(canonical).join()}]` : JSON.stringify(value);
  }
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`);
  return `{${members.join()}}`;
}
