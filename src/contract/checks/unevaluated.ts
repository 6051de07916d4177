import type { KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';
import { Type } from 'ajv/dist/compile/util.js';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { resolveUri } from '../load/references.ts';
import type { DiscriminatorChoice } from '../schema/discriminators.ts';
import { readChoice } from '../schema/discriminators.ts';
import { patternOfNames } from './patterns/safe-patterns.ts';
import { targetsOf } from './references.ts';
import { partOf } from './unions.ts';
import type { CheckRun, Recall } from './verdicts.ts';

/** How schemas are found and checked where the run has to know what they evaluated. */
export interface EvaluationMeaning {
  readonly documents: Documents;
  /** The check of a schema, compiled when it is first called. */
  readonly checkFor: (schema: Part) => Recall;
}

/** One run, and what it needs to ask schemas again. */
interface Evaluation extends EvaluationMeaning {
  readonly run: CheckRun;
  readonly choices: Readonly<Record<'anyOf' | 'oneOf', Choices>>;
}

/** The discriminator of a schema is read once, however many values it holds for. */
type Choices = Map<JsonObject, DiscriminatorChoice | undefined>;

const self = new Name('this');

/**
 * The library keeps track of evaluated members while it checks, and loses some of them behind
 * references and conditions. So these keywords ask the schemas again, once the rest is checked.
 */
export function createEvaluation(meaning: EvaluationMeaning): {
  readonly holdNames: (cxt: KeywordCxt) => void;
  readonly holdItems: (cxt: KeywordCxt) => void;
} {
  const choices = { anyOf: new Map(), oneOf: new Map() };
  return {
    holdNames(cxt) {
      const part = partOf(cxt);
      const find = (run: CheckRun, value: JsonObject): readonly string[] =>
        findUnevaluatedNames(part, value, { ...meaning, choices, run });
      holdRest(cxt, find, (name) => cxt.setParams({ unevaluatedProperty: name }));
    },
    holdItems(cxt) {
      const part = partOf(cxt);
      const find = (run: CheckRun, value: readonly JsonValue[]): readonly number[] =>
        findUnevaluatedItems(part, value, { ...meaning, choices, run });
      holdRest(cxt, find, (index) => cxt.setParams({ len: index }));
    },
  };
}

function holdRest(
  cxt: KeywordCxt,
  find: (run: CheckRun, value: never) => readonly (string | number)[],
  name: (key: Name) => void,
): void {
  const { gen, data, schema, keyword } = cxt;
  if (schema === true) return;
  const rest = gen.const('rest', _`${gen.scopeValue('func', { ref: find })}(${self}, ${data})`);
  gen.forRange('at', 0, _`${rest}.length`, (at) => {
    const key = gen.const('key', _`${rest}[${at}]`);
    if (schema === false) {
      name(key);
      cxt.error();
      return;
    }
    const dataPropType = keyword === 'unevaluatedItems' ? Type.Num : Type.Str;
    cxt.subschema({ keyword, dataProp: key, dataPropType }, gen.name('valid'));
  });
}

/** The members of an object that no schema has evaluated: JSON Schema 2020-12, core, 11. */
function findUnevaluatedNames(
  schema: Part<JsonObject>,
  value: JsonObject,
  evaluation: Evaluation,
): readonly string[] {
  const names = new Set(Object.keys(value));
  visitAll(schema, value, evaluation, ({ value: own }, isAsking) => {
    const rest =
      own['additionalProperties'] ?? (isAsking ? undefined : own['unevaluatedProperties']);
    if (rest !== undefined) names.clear();
    for (const name in mapAt(own, 'properties')) names.delete(name);
    for (const pattern in mapAt(own, 'patternProperties')) {
      for (const name of names) if (patternOfNames(pattern).test(name)) names.delete(name);
    }
    return names.size > 0;
  });
  return [...names];
}

/** The positions of the items that no schema has evaluated. */
function findUnevaluatedItems(
  schema: Part<JsonObject>,
  value: readonly JsonValue[],
  evaluation: Evaluation,
): readonly number[] {
  const rest = new Set(value.keys());
  visitAll(schema, value, evaluation, (part, isAsking) => {
    const { items, prefixItems, contains, unevaluatedItems } = part.value;
    if (items !== undefined || (!isAsking && unevaluatedItems !== undefined)) rest.clear();
    const count = Array.isArray(prefixItems) ? prefixItems.length : 0;
    for (const index of rest) {
      const isListed =
        contains !== undefined && fits(evaluation, below(part, contains), value[index] ?? null);
      if (index < count || isListed) rest.delete(index);
    }
    return rest.size > 0;
  });
  return [...rest];
}

/** Visits the schemas that a value matches together with a schema, until `look` has seen enough. */
function visitAll(
  asking: Part<JsonObject>,
  value: JsonValue,
  evaluation: Evaluation,
  look: (schema: Part<JsonObject>, isAsking: boolean) => boolean,
): void {
  const visited = new Set<JsonValue>();
  const visit = (schema: Part<JsonObject>): boolean => {
    if (visited.has(schema.value)) return true;
    visited.add(schema.value);
    const isAsking = schema.value === asking.value;
    return look(schema, isAsking) && applied(schema, value, evaluation).every(enter);
  };
  const enter = ({ uri, pointer, value: own }: Part): boolean => {
    if (!isJsonObject(own)) return true;
    const { $id } = own;
    const base = typeof $id === 'string' ? (resolveUri($id, uri) ?? uri) : uri;
    return visit({ uri: base, pointer, value: own });
  };
  visit(asking);
}

/** The schemas below a schema that also hold for the value. */
function applied(
  schema: Part<JsonObject>,
  value: JsonValue,
  evaluation: Evaluation,
): readonly Part[] {
  const { documents, run } = evaluation;
  const { value: own } = schema;
  const subtypes = documents.subtypes(schema);
  const subtype = subtypes && subtypes.byValue.get(tagOf(value, subtypes.property));
  return [
    ...targetsOf(schema, run, documents),
    ...listBelow(schema, 'allOf'),
    ...(['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const branches = listBelow(schema, keyword);
      const choice = choiceOf(evaluation, schema, keyword);
      const index = choice && choice.byValue.get(tagOf(value, choice.property));
      const selected = branches[index ?? -1];
      return selected ? [selected] : branches.filter((branch) => fits(evaluation, branch, value));
    }),
    ...chosenBy(schema, value, evaluation),
    ...['dependentSchemas', 'dependencies'].flatMap((keyword) =>
      Object.entries(mapAt(own, keyword)).flatMap(([name, held]) =>
        isJsonObject(value) && Object.hasOwn(value, name) ? below(schema, held) : [],
      ),
    ),
    ...(subtype ? [subtype] : []),
  ];
}

function chosenBy(
  schema: Part<JsonObject>,
  value: JsonValue,
  evaluation: Evaluation,
): readonly Part[] {
  const { if: condition, then, else: otherwise } = schema.value;
  if (condition === undefined) return [];
  const asked = below(schema, condition);
  if (fits(evaluation, asked, value))
    return [asked, ...(then === undefined ? [] : [below(schema, then)])];
  return otherwise === undefined ? [] : [below(schema, otherwise)];
}

function listBelow(schema: Part<JsonObject>, keyword: string): readonly Part[] {
  const list = schema.value[keyword];
  return Array.isArray(list) ? list.map((value: JsonValue) => below(schema, value)) : [];
}

/** References in a schema are relative to its base URI, which stands in the place of its document. */
function below({ uri }: Part, value: JsonValue): Part {
  return { uri, pointer: '', value };
}

function mapAt(schema: JsonObject, keyword: string): JsonObject {
  const held = schema[keyword];
  return isJsonObject(held) ? held : {};
}

function choiceOf(
  { documents, choices }: Evaluation,
  schema: Part<JsonObject>,
  keyword: 'anyOf' | 'oneOf',
): DiscriminatorChoice | undefined {
  const known = choices[keyword];
  if (!known.has(schema.value)) known.set(schema.value, readChoice(documents, schema, keyword));
  return known.get(schema.value);
}

/** The text by which a value selects a schema; empty if there is none. */
function tagOf(value: JsonValue, property: string): string {
  const tag = isJsonObject(value) ? value[property] : undefined;
  return typeof tag === 'string' ? tag : '';
}

/** Judges a value within a run, whose limits and kept verdicts count, without reporting errors. */
function fits({ checkFor, run }: Evaluation, schema: Part, value: JsonValue): boolean {
  const check = checkFor(schema);
  const { tells, explains, isCut, part, lent } = run;
  Object.assign(run, { tells: false, explains: false, part: undefined, lent: undefined });
  try {
    return check.call(run, value, { instancePath: '' } as never);
  } finally {
    Object.assign(run, { tells, explains, isCut, part, lent });
  }
}
