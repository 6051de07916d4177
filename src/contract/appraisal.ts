import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Part } from './documents.ts';
import { compilePattern } from './safe-patterns.ts';
import { findTwins } from './unique-items.ts';

/** What can be told of a value without compiling its schema. */
export interface Appraisal {
  /** Whether the schema lets the value pass; undefined where that is in doubt. */
  readonly verdict: Verdict;
  /** How many schemas were looked at. */
  readonly steps: number;
}

type Verdict = boolean | undefined;
type Direction = 'request' | 'response' | 'rest';

/** Only for schemas that surely compile: what keywords hold has the form that it should have. */
export type Appraise = (schema: Part, value: unknown, direction: Direction) => Appraisal;

/** What is known of the contract and of the schema library. */
export interface AppraisalGround {
  /** What a reference leads to. */
  readonly step: (reference: Part) => Part | undefined;
  /** Whether the library has a meaning for a keyword. */
  readonly isKeyword: (name: string) => boolean;
  /** Whether a text or a number is of a format; one that says nothing of it lets it pass. */
  readonly isOfFormat: (format: string, value: string | number) => boolean;
  /** Whether what is demanded may be left out by some, because it never goes that way. */
  readonly mayLeaveOut: (direction: Direction) => boolean;
}

/** Of a member that is called so the library has its own ideas. */
const oddName = '__proto__';

/** Whoever has looked at more than that, or deeper, leaves the rest to the library. */
const mostSteps = 20_000;
const deepest = 300;

/**
 * Most schemas of a large contract are needed once or twice, and to compile one takes as long as to
 * look at a thousand values. So the first values are held against the schema as it stands. Only plain
 * keywords are known here; where others matter, there is doubt, and the library decides.
 */
export function createAppraisal(ground: AppraisalGround): Appraise {
  return (schema, value, direction) => {
    const mayLeaveOut = ground.mayLeaveOut(direction);
    const visit: Visit = { ground, mayLeaveOut, uri: schema.uri, steps: 0, depth: 0 };
    const verdict = appraise(schema.value, value, visit);
    return { verdict, steps: visit.steps };
  };
}

/** What can be told of values by one schema, as long as it is less work than to compile it. */
export type Trial = (value: unknown, direction: Direction) => Verdict;

/** To compile a schema takes about as long as so many steps. */
const worthCompiling = 20_000;

export function createTrial(look: Appraise, schema: Part): Trial {
  let left = worthCompiling;
  return (value, direction) => {
    if (left <= 0) return undefined;
    const { verdict, steps } = look(schema, value, direction);
    left -= steps;
    return verdict;
  };
}

interface Visit {
  readonly ground: AppraisalGround;
  readonly mayLeaveOut: boolean;
  /** The document that references start from. */
  uri: string;
  steps: number;
  depth: number;
}

function appraise(schema: JsonValue, value: unknown, visit: Visit): Verdict {
  if (typeof schema === 'boolean') return schema;
  visit.steps += 1;
  const isTooMuch = visit.steps > mostSteps || visit.depth > deepest;
  if (isTooMuch || !isJsonObject(schema) || !isPlain(value)) return undefined;
  visit.depth += 1;
  const verdict = appraiseByAll(schema, value, visit);
  visit.depth -= 1;
  return verdict;
}

/** JSON has no word for what isn't there, and none for what is without bounds. */
function isPlain(value: unknown): value is JsonValue {
  return value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
}

/** What one keyword forbids is forbidden, whatever the others say. */
function appraiseByAll(schema: JsonObject, value: JsonValue, visit: Visit): Verdict {
  let verdict: Verdict = true;
  for (const keyword in schema) {
    const told = appraiseBy(keyword, schema, value, visit);
    if (told === false) return false;
    if (told === undefined) verdict = undefined;
  }
  return verdict;
}

function appraiseBy(keyword: string, schema: JsonObject, value: JsonValue, visit: Visit): Verdict {
  const rule = rules.get(keyword);
  if (rule) return rule(schema[keyword] ?? null, value, schema, visit);
  return silent.has(keyword) || !visit.ground.isKeyword(keyword) ? true : undefined;
}

/** Keywords that the library knows, and that forbid nothing. */
const silent = new Set(
  `title description default deprecated readOnly writeOnly examples $comment contentEncoding
  contentMediaType contentSchema $defs definitions`.split(/\s+/),
);

type Rule = (held: JsonValue, value: JsonValue, schema: JsonObject, visit: Visit) => Verdict;

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['type', (held, value) => [held].flat().some((type) => isOfType(type, value))],
  ['enum', (held, value) => (Array.isArray(held) ? isAmong(held, value) : undefined)],
  ['const', (held, value) => isAmong([held], value)],
  ['format', appraiseFormat],
  ['minimum', ofNumbers((value, limit) => value >= limit)],
  ['maximum', ofNumbers((value, limit) => value <= limit)],
  ['exclusiveMinimum', ofNumbers((value, limit) => value > limit)],
  ['exclusiveMaximum', ofNumbers((value, limit) => value < limit)],
  // What is no exact multiple may be one as far as numbers are exact.
  ['multipleOf', ofNumbers((value, unit) => Number.isInteger(value / unit) || undefined)],
  ['minLength', ofTexts((value, held) => lengthOf(value) >= Number(held))],
  ['maxLength', ofTexts((value, held) => lengthOf(value) <= Number(held))],
  ['pattern', ofTexts((value, held) => compilePattern(textOf(held)).test(value))],
  ['minItems', (held, value) => !Array.isArray(value) || value.length >= Number(held)],
  ['maxItems', (held, value) => !Array.isArray(value) || value.length <= Number(held)],
  ['uniqueItems', (held, value) => !held || !Array.isArray(value) || !findTwins(value)],
  ['items', appraiseItems],
  ['minProperties', ofObjects((value, held) => Object.keys(value).length >= Number(held))],
  ['maxProperties', ofObjects((value, held) => Object.keys(value).length <= Number(held))],
  ['required', appraiseRequired],
  ['properties', appraiseMembers],
  ['additionalProperties', appraiseOthers],
  ['allOf', (held, value, _, visit) => appraiseParts(held, value, visit)],
  ['anyOf', appraiseAlternatives(false)],
  ['oneOf', appraiseAlternatives(true)],
  ['not', (held, value, _, visit) => not(appraise(held, value, visit))],
  ['$ref', appraiseReference],
]);

function ofNumbers(tell: (value: number, held: number) => Verdict): Rule {
  return (held, value) => typeof value !== 'number' || tell(value, Number(held));
}

function ofTexts(tell: (value: string, held: JsonValue) => Verdict): Rule {
  return (held, value) => typeof value !== 'string' || tell(value, held);
}

function ofObjects(tell: (value: JsonObject, held: JsonValue) => Verdict): Rule {
  return (held, value) => !isJsonObject(value) || tell(value, held);
}

function isOfType(type: unknown, value: JsonValue): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Whether what is nested is the same is left to the library. */
function isAmong(list: readonly JsonValue[], value: JsonValue): Verdict {
  return typeof value === 'object' && value !== null ? undefined : list.includes(value);
}

function appraiseFormat(
  held: JsonValue,
  value: JsonValue,
  _: JsonObject,
  { ground }: Visit,
): Verdict {
  const isMeant = typeof value === 'string' || typeof value === 'number';
  return !isMeant || ground.isOfFormat(textOf(held), value);
}

/** In characters, some of which are two of the language's own. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function appraiseItems(
  held: JsonValue,
  value: JsonValue,
  schema: JsonObject,
  visit: Visit,
): Verdict {
  if (!Array.isArray(value)) return true;
  if ('prefixItems' in schema) return undefined;
  return all(value, (item) => appraise(held, item, visit));
}

function appraiseRequired(
  held: JsonValue,
  value: JsonValue,
  _: JsonObject,
  { mayLeaveOut }: Visit,
): Verdict {
  if (!isJsonObject(value) || !Array.isArray(held)) return true;
  const isComplete = held.every((name) => hasMember(value, String(name)));
  return isComplete || (mayLeaveOut ? undefined : false);
}

function hasMember(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

function appraiseMembers(held: JsonValue, value: JsonValue, _: JsonObject, visit: Visit): Verdict {
  if (!isJsonObject(value) || !isJsonObject(held)) return true;
  if (Object.hasOwn(held, oddName)) return undefined;
  return all(
    Object.keys(held),
    (name) => !hasMember(value, name) || appraise(held[name] ?? null, value[name], visit),
  );
}

function appraiseOthers(
  held: JsonValue,
  value: JsonValue,
  { properties, patternProperties }: JsonObject,
  visit: Visit,
): Verdict {
  if (!isJsonObject(value) || held === true) return true;
  if (patternProperties !== undefined || Object.hasOwn(value, oddName)) return undefined;
  const named = isJsonObject(properties) ? properties : {};
  const others = Object.keys(value).filter((name) => !Object.hasOwn(named, name));
  return all(others, (name) => appraise(held, value[name], visit));
}

function appraiseParts(held: JsonValue, value: JsonValue, visit: Visit): Verdict {
  return Array.isArray(held) ? all(held, (schema) => appraise(schema, value, visit)) : undefined;
}

/** What is forbidden of one is forbidden of all; where so many are in doubt, nobody looks further. */
function all<T>(things: readonly T[], tell: (thing: T) => Verdict): Verdict {
  let doubts = 0;
  for (const thing of things) {
    const told = tell(thing);
    if (told === false) return false;
    if (told === undefined) doubts += 1;
    if (doubts > mostDoubts) return undefined;
  }
  return doubts === 0 ? true : undefined;
}

const mostDoubts = 10;

function not(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}

/** Where a member tells which alternative is meant, that one alone counts, and the library knows which. */
function appraiseAlternatives(isExclusive: boolean): Rule {
  return (held, value, schema, visit) => {
    if (!Array.isArray(held) || 'discriminator' in schema) return undefined;
    let passing = 0;
    let isDoubtful = false;
    for (const alternative of held) {
      const told = appraise(alternative, value, visit);
      if (told === true) passing += 1;
      if (told === undefined) isDoubtful = true;
      if (passing > 0 && !isExclusive) return true;
      if (passing > 1) return false;
    }
    return isDoubtful ? undefined : passing === 1;
  };
}

function appraiseReference(
  _: JsonValue,
  value: JsonValue,
  schema: JsonObject,
  visit: Visit,
): Verdict {
  const { uri } = visit;
  const target = visit.ground.step({ uri, pointer: '', value: schema });
  if (!target) return undefined;
  visit.uri = target.uri;
  const verdict = appraise(target.value, value, visit);
  visit.uri = uri;
  return verdict;
}
