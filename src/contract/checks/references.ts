import type { Code, KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';
import type { SchemaEnv } from 'ajv/dist/compile/index.js';
import { callRef, getValidate } from 'ajv/dist/vocabularies/core/ref.js';

import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Circles } from '../load/circles.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { Directions } from '../schema/directions.ts';
import type { DynamicScope } from '../schema/dynamic-scope.ts';
import { dynamicNameOf, resourcesBetween } from '../schema/dynamic-scope.ts';
import type { Recursion } from '../schema/recursion.ts';
import type { GenerateCode } from './loops.ts';
import { partOf } from './unions.ts';
import type { CheckHolder, CheckRun, Recall } from './verdicts.ts';
import { createRecall, passOn } from './verdicts.ts';

const self = new Name('this');
const vErrors = new Name('vErrors');

/** Holds a check. The first call compiles the real check, and puts it here. */
export interface DeferredSchema extends CheckHolder {
  validate: NonNullable<CheckHolder['validate']>;
}

/** What the contract says of references. The schema library resolves none itself. */
export interface ReferenceMeaning {
  readonly documents: Documents;
  /** The scope of a run that begins; undefined if the contract has no dynamic references. */
  readonly dynamicScope: DynamicScope | undefined;
  /** The compiled target. A target that is being compiled gets its function later. */
  readonly compileTarget: (target: Part) => SchemaEnv;
  /** For a target that will surely compile. Undefined: it has to be compiled at once. */
  readonly deferSound: (target: Part) => DeferredSchema | undefined;
  /** The check of a schema, compiled when it is first called. */
  readonly checkFor: (schema: Part) => Recall;
  readonly directions: Directions;
  readonly circles: Circles;
  readonly recursion: Recursion;
}

/** The schema that the library compiles now as one function. */
export function unitOf({ it }: KeywordCxt): Part<JsonObject> {
  return { uri: it.baseId, pointer: '', value: it.schemaEnv.schema as JsonObject };
}

/** `block` closes what the code leaves open, so that the old value always comes back. */
export function withChanged(
  { gen }: KeywordCxt,
  member: Code,
  value: Code,
  code: () => void,
): void {
  const before = gen.const('before', member);
  gen.assign(member, value);
  gen.block(code);
  gen.assign(member, before);
}

/**
 * A schema can contain itself only through a reference. So the code of a reference limits how many
 * a run follows, and keeps verdicts where a schema contains itself in several ways.
 */
export function followReference(
  cxt: KeywordCxt,
  builtIn: GenerateCode,
  meaning: ReferenceMeaning,
): void {
  const { gen, data, it } = cxt;
  const { directions, circles, recursion } = meaning;
  const ref = String(cxt.schema);
  const target = findTarget(cxt, meaning);
  const deferred = target && meaning.deferSound(target);
  const follow = (): void => {
    const unit = deferred || !target ? undefined : meaning.compileTarget(target);
    const holder = deferred ?? unit;
    // The library's own code fails: it finds no target, and says so.
    if (!target || !holder) builtIn(cxt);
    else if (recursion.comesBackInWays(ref, it.baseId)) {
      call(cxt, gen.scopeValue('wrapper', { ref: createRecall(holder) }), unit);
    } else if (unit) call(cxt, getValidate(cxt, unit), unit);
    else call(cxt, _`${gen.scopeValue('wrapper', { ref: holder })}.validate`);
  };
  // A schema that surely compiles is in no circle.
  if (it.dataLevel === 0 && !deferred) circles.note(unitOf(cxt), ref);
  burnFuel(cxt);
  const marks = directions.lentMarks(unitOf(cxt), partOf(cxt).value);
  const enter = (): void =>
    target ? withScope(cxt, meaning, _`${baseOf(meaning, target)}`, follow) : follow();
  if (marks.size === 0) {
    enter();
    return;
  }
  const lent = gen.scopeValue('schema', { ref: marks });
  const loan = _`{data: ${data}, marks: ${lent}, outer: ${self}.lent}`;
  withChanged(cxt, _`${self}.lent`, loan, enter);
}

/** During a run, the target is the first schema of that name in the resources that it entered. */
export function followByName(
  cxt: KeywordCxt,
  builtIn: GenerateCode,
  meaning: ReferenceMeaning,
): void {
  const { gen } = cxt;
  const target = findTarget(cxt, meaning);
  if (!target) {
    builtIn(cxt);
    return;
  }
  burnFuel(cxt);
  const name = dynamicNameOf(meaning.documents, String(cxt.schema), target);
  const find = ({ scope }: CheckRun): Part =>
    (name === undefined ? undefined : scope?.find(name)) ?? target;
  const base = (part: Part): string => baseOf(meaning, part);
  const functions = [find, meaning.checkFor, base].map((ref) => gen.scopeValue('func', { ref }));
  const [finder, checker, baser] = functions;
  withScope(cxt, meaning, undefined, () => {
    const found = gen.const('found', _`${finder}(${self})`);
    const check = gen.const('check', _`${checker}(${found})`);
    withScope(cxt, meaning, _`${baser}(${found})`, () => call(cxt, check));
  });
}

/** The schemas to which the references of a schema lead in a run. */
export function targetsOf(
  schema: Part<JsonObject>,
  { scope }: CheckRun,
  documents: Documents,
): readonly Part[] {
  const { $ref, $dynamicRef } = schema.value;
  return [$ref, $dynamicRef].flatMap((ref) => {
    const target = typeof ref === 'string' ? documents.resolver.resolve(ref, schema) : undefined;
    if (!target || typeof ref !== 'string') return [];
    const name = ref === $dynamicRef ? dynamicNameOf(documents, ref, target) : undefined;
    const found = (name === undefined ? undefined : scope?.find(name)) ?? target;
    return { ...found, uri: documents.resolver.baseAround(found), pointer: '' };
  });
}

function findTarget(
  { it, schema }: KeywordCxt,
  { documents: { resolver } }: ReferenceMeaning,
): Part | undefined {
  const target = resolver.resolve(String(schema), { uri: it.baseId, pointer: '' });
  const isSchema = typeof target?.value === 'boolean' || isJsonObject(target?.value);
  return isSchema ? target : undefined;
}

function baseOf({ documents }: ReferenceMeaning, target: Part): string {
  return documents.resolver.baseOf(target);
}

/** Enters the resources around the reference, inside this unit, and then that of its target. */
function withScope(
  cxt: KeywordCxt,
  { documents, dynamicScope }: ReferenceMeaning,
  target: Code | undefined,
  code: () => void,
): void {
  if (!dynamicScope) {
    code();
    return;
  }
  const { gen, it } = cxt;
  const around = resourcesBetween(documents, it.schemaEnv.baseId, it.baseId);
  const enter = ({ scope }: CheckRun, base: string | undefined): DynamicScope => {
    let next = scope ?? dynamicScope;
    for (const one of around) next = next.enter(one);
    return base === undefined ? next : next.enter(base);
  };
  const enterer = gen.scopeValue('func', { ref: enter });
  withChanged(cxt, _`${self}.scope`, _`${enterer}(${self}, ${target ?? _`undefined`})`, code);
}

/** Like the library's own call, except that `passOn` adds the errors. */
function call(cxt: KeywordCxt, check: Code, target?: SchemaEnv): void {
  const { gen } = cxt;
  const add = gen.scopeValue('func', { ref: passOn });
  const assign = gen.assign.bind(gen);
  gen.assign = (left, right, hasEffects) => {
    const isList = left instanceof Name && left.str === vErrors.str;
    const list = isList ? _`${add}(${self}, ${vErrors}, ${check}.errors)` : right;
    return assign(left, list, hasEffects);
  };
  callRef(cxt, check, target);
  gen.assign = assign;
}

function burnFuel({ gen }: KeywordCxt): void {
  gen.if(_`--${self}.fuel < 0`, () => gen.code(_`${self}.refuel()`));
}
