import type { KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';
import { Type } from 'ajv/dist/compile/util.js';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { DiscriminatorChoice } from '../schema/discriminators.ts';
import { readChoice } from '../schema/discriminators.ts';
import type { EvaluationPort } from '../schema/evaluated.ts';
import { findUnevaluatedItems, findUnevaluatedNames } from '../schema/evaluated.ts';
import { compilePattern } from './patterns/safe-patterns.ts';
import { targetsOf } from './references.ts';
import { partOf } from './unions.ts';
import type { CheckRun, Recall } from './verdicts.ts';

/** How schemas are found and checked where the run has to know what they evaluated. */
export interface EvaluationMeaning {
  readonly documents: Documents;
  /** The check of a schema, compiled when it is first called. */
  readonly checkFor: (schema: Part) => Recall;
}

const self = new Name('this');

/**
 * The library keeps track of evaluated members while it checks, and loses some of them behind
 * references and conditions. So these keywords ask the schemas again, once the rest is checked.
 */
export function holdNames(cxt: KeywordCxt, portFor: OpenPort): void {
  const part = partOf(cxt);
  const find = (run: CheckRun, value: JsonObject): readonly string[] =>
    findUnevaluatedNames(part, value, portFor(run));
  holdRest(cxt, find, (name) => cxt.setParams({ unevaluatedProperty: name }));
}

export function holdItems(cxt: KeywordCxt, portFor: OpenPort): void {
  const part = partOf(cxt);
  const find = (run: CheckRun, value: readonly JsonValue[]): readonly number[] =>
    findUnevaluatedItems(part, value, portFor(run));
  holdRest(cxt, find, (index) => cxt.setParams({ len: index }));
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

export type OpenPort = (run: CheckRun) => EvaluationPort;

export function createEvaluation(meaning: EvaluationMeaning): OpenPort {
  const { documents, checkFor } = meaning;
  const choices = {
    anyOf: rememberChoices('anyOf', documents),
    oneOf: rememberChoices('oneOf', documents),
  };
  return (run) => ({
    targetsOf: (schema) => targetsOf(schema, run, documents),
    subtypeOf(schema, value) {
      const subtypes = documents.subtypes(schema);
      return subtypes && subtypes.byValue.get(tagOf(value, subtypes.property));
    },
    selectedBy(schema, keyword, value) {
      const choice = choices[keyword](schema);
      return choice && choice.byValue.get(tagOf(value, choice.property));
    },
    fits: (schema, value) => judgeAside(run, checkFor(schema), value),
    matches: (pattern, text) => compilePattern(pattern).test(text),
  });
}

/** Reads the discriminator of a schema once, however many values it holds for. */
function rememberChoices(
  keyword: 'anyOf' | 'oneOf',
  documents: Documents,
): (schema: Part<JsonObject>) => DiscriminatorChoice | undefined {
  const known = new Map<JsonObject, DiscriminatorChoice | undefined>();
  return (schema) => {
    const { value } = schema;
    if (!known.has(value)) known.set(value, readChoice(documents, schema, keyword));
    return known.get(value);
  };
}

/** The text by which a value selects a schema; empty if there is none. */
function tagOf(value: JsonValue, property: string): string {
  const tag = isJsonObject(value) ? value[property] : undefined;
  return typeof tag === 'string' ? tag : '';
}

/** Judges a value within a run, whose limits and kept verdicts count, without reporting errors. */
function judgeAside(run: CheckRun, check: Recall, value: JsonValue): boolean {
  const { tells, explains, isCut, part, lent } = run;
  Object.assign(run, { tells: false, explains: false, part: undefined, lent: undefined });
  try {
    return check.call(run, value, { instancePath: '' } as never);
  } finally {
    Object.assign(run, { tells, explains, isCut, part, lent });
  }
}
