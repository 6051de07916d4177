import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';

interface Unfolded {
  readonly root: Json;
  /** Schemas by their names. */
  readonly parts: JsonObject;
}

/**
 * The reference unfolds every reference before it shows anything, so that schemas which refer to each
 * other become as many as there are ways through them. Where those are too many, references are
 * followed to the greatest depth that can be shown; below, a schema has its name alone.
 */
export function limitUnfolding({ root, parts }: Unfolded, base: string): Unfolded {
  const measure = createMeasure(parts, base);
  const whole = measure(root);
  if (isWholeShown(whole, (name) => measure(parts[name] ?? null))) return { root, parts };
  let depth = 0;
  for (let extents = new Map<string, Extent>(); depth < mostReferences; depth += 1) {
    // Of each part, with references to the depth that was reached.
    const before = extents;
    extents = new Map(
      Object.entries(parts).map(([name, part]) => [name, extend(measure(part), before)]),
    );
    const { size, levels } = extend(whole, extents);
    if (size > mostOfCut || levels > mostLevels) break;
  }
  return unroll({ root, parts }, base, depth);
}

/** Members of an operation that is unfolded as it is. The largest of Kubernetes has 58,000. */
const mostMembers = 60_000;
/** Members of one that has to be cut anyway: a user reads no more. */
const mostOfCut = 8000;
/** References that lead from one schema to the next. */
const mostReferences = 40;

/** How deep an unfolded operation is. The reference calls itself for each level. */
const mostLevels = 160;

const shownNoMore = 'The console shows no more of it here.';

interface Extent {
  /** How many values it has. */
  readonly size: number;
  readonly levels: number;
}

interface Measure extends Extent {
  /** The parts that it refers to, with the level at which it does. */
  readonly references: readonly { readonly name: string; readonly level: number }[];
}

function createMeasure(parts: JsonObject, base: string): (value: Json) => Measure {
  const known = new Map<Json, Measure>();
  return (value) => {
    const found = known.get(value) ?? measureOf(value, parts, base);
    known.set(value, found);
    return found;
  };
}

function measureOf(value: Json, parts: JsonObject, base: string): Measure {
  const references: { name: string; level: number }[] = [];
  let size = 0;
  let row: readonly Json[] = [value];
  let level = 0;
  for (; row.length > 0; level += 1) {
    size += row.length;
    const at = level;
    row = row.flatMap((one) => {
      if (isList(one)) return one;
      if (!isJsonObject(one)) return [];
      const name = nameIn(one, parts, base);
      if (name !== undefined) references.push({ name, level: at });
      return Object.values(one);
    });
  }
  return { size, levels: level, references };
}

function nameIn(value: JsonObject, parts: JsonObject, base: string): string | undefined {
  const reference = value['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith(base)) return undefined;
  const name = reference.slice(base.length);
  return Object.hasOwn(parts, name) ? name : undefined;
}

function extend(measure: Measure, extents: ReadonlyMap<string, Extent>): Extent {
  let { size, levels } = measure;
  for (const { name, level } of measure.references) {
    const extent = extents.get(name) ?? { size: 1, levels: 1 };
    size += extent.size;
    levels = Math.max(levels, level + extent.levels);
  }
  return { size, levels };
}

/** Goes all the ways, which end where a schema is within itself, until they are too many. */
function isWholeShown(whole: Measure, partOf: (name: string) => Measure): boolean {
  let left = mostMembers;
  const above = new Set<string>();
  const follow = ({ size, levels, references }: Measure, start: number): boolean => {
    left -= size;
    if (left < 0 || above.size > mostReferences || start + levels > mostLevels) return false;
    for (const { name, level } of references) {
      if (above.has(name)) continue;
      above.add(name);
      if (!follow(partOf(name), start + level)) return false;
      above.delete(name);
    }
    return true;
  };
  return follow(whole, 0);
}

/** A part of its own for each depth at which it is used. */
function unroll({ root, parts }: Unfolded, base: string, depth: number): Unfolded {
  const made = new Map<string, Json>();
  const waiting: { readonly name: string; readonly left: number }[] = [];
  const refer = (name: string, left: number): string => {
    const key = `${name}:${left}`;
    if (!made.has(key)) {
      made.set(key, null);
      waiting.push({ name, left });
    }
    return `${base}${key}`;
  };
  const rewrite = (value: Json, left: number): Json => {
    if (isList(value)) return value.map((item) => rewrite(item, left));
    if (!isJsonObject(value)) return value;
    const name = nameIn(value, parts, base);
    const members = Object.entries(value).map(([key, member]) => [key, rewrite(member, left)]);
    const rewritten = Object.fromEntries(members) as JsonObject;
    return name === undefined ? rewritten : { ...rewritten, $ref: refer(name, left) };
  };
  const shown = rewrite(root, depth);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, left } = next;
    const part = parts[name] ?? null;
    const whole = left === 0 ? end(part) : rewrite(part, left - 1);
    made.set(`${name}:${left}`, isJsonObject(whole) ? { title: name, ...whole } : whole);
  }
  return { root: shown, parts: Object.fromEntries(made) };
}

/** A schema of which only the name is told, and whether it is an object. */
function end(part: Json): JsonObject {
  const isObject = isJsonObject(part) && (part['type'] === 'object' || 'properties' in part);
  return { ...(isObject ? { type: 'object' } : {}), description: shownNoMore };
}

/** What is nested deeper is no document to the reference, which reads it again as YAML. */
const mostNested = 80;

export function limitNesting(value: Json, isMap = false, depth = 0): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const items = depth > mostNested ? value.filter((one) => !isList(one)).slice(0, 1) : value;
    return items.map((item) => limitNesting(item, false, depth + 1));
  }
  if (depth > mostNested) return isMap ? {} : { description: shownNoMore };
  const members = Object.entries(value).map(([key, member]) => {
    const isInner = !isMap && (key === 'properties' || key === 'patternProperties');
    return [key, limitNesting(member, isInner, depth + 1)] as const;
  });
  return Object.fromEntries(members);
}
