import type { Ajv2020, Code, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import { _, getProperty, Name, nil } from 'ajv/dist/compile/codegen/index.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import { callRef, getValidate } from 'ajv/dist/vocabularies/core/ref.js';

import type { JsonObject } from '../../base/json.ts';
import type { Circles } from '../load/circles.ts';
import type { Part } from '../load/documents.ts';
import type { Directions } from '../schema/directions.ts';
import type { Discriminators } from '../schema/discriminators.ts';
import type { AlternativeKinds } from '../schema/kinds.ts';
import type { Recursion } from '../schema/recursion.ts';
import { referenceTo } from '../schema/schema-parts.ts';
import type { GenerateCode } from './loops.ts';
import {
  forgetMisses,
  hasOddMember,
  judgeApart,
  loops,
  oddName,
  stopEarly,
  unlessFailed,
} from './loops.ts';
import { createUnion, partOf, unionError } from './unions.ts';
import { forbidTwins, holdToList, holdToMultiple, twinsError } from './value-keywords.ts';
import type { CheckHolder, CheckRun } from './verdicts.ts';
import { createRecall, passOn, recallOf } from './verdicts.ts';

const self = new Name('this');
const anchors = new Name('dynamicAnchors');
const vErrors = new Name('vErrors');

/** Holds a check. The first call compiles the real check, and puts it here. */
export interface DeferredSchema extends CheckHolder {
  validate: NonNullable<CheckHolder['validate']>;
}

/** What the contract says beyond the keywords themselves. */
export interface KeywordMeaning {
  /** For a target that will surely compile. Undefined: it has to be compiled at once. */
  readonly standInFor: (ref: string, uri: string) => DeferredSchema | undefined;
  readonly directions: Directions;
  readonly discriminators: Discriminators;
  readonly circles: Circles;
  readonly recursion: Recursion;
  readonly findKinds: (schema: Part, keyword: 'oneOf' | 'anyOf') => AlternativeKinds;
}

/** Gives the library's keywords their meaning in a contract, and limits their work. */
export function extendKeywords(ajv: Ajv2020, meaning: KeywordMeaning): void {
  const { directions, discriminators, circles } = meaning;
  const wrap = (
    keyword: string,
    change: (builtIn: GenerateCode) => Partial<CodeKeywordDefinition>,
  ) => {
    const rule = ajv.RULES.all[keyword];
    if (typeof rule !== 'object' || !('code' in rule.definition)) {
      throw new Error(`the schema library has no keyword "${keyword}"`);
    }
    const { definition } = rule;
    const { code: builtIn } = rule.definition;
    Object.assign(rule, { definition: { ...definition, ...change(builtIn), $data: false } });
  };
  wrap('required', () => ({ code: (cxt) => requireMembers(cxt, directions) }));
  wrap('$ref', (builtIn) => ({
    code: (cxt) => unlessFailed(cxt, () => followReference(cxt, builtIn, meaning)),
  }));
  for (const keyword of ['$dynamicRef', '$recursiveRef'])
    wrap(keyword, (builtIn) => ({
      code: (cxt) => unlessFailed(cxt, () => followByName(cxt, builtIn)),
    }));
  wrap('allOf', (builtIn) => ({ code: (cxt) => holdToParts(cxt, builtIn, discriminators) }));
  wrap('contains', (builtIn) => ({
    code: (cxt) => judgeApart(cxt, () => forgetMisses(cxt, builtIn)),
  }));
  for (const keyword of ['not', 'if'])
    wrap(keyword, (builtIn) => ({ code: (cxt) => judgeApart(cxt, builtIn) }));
  wrap('properties', (builtIn) => ({ code: (cxt) => holdMembers(cxt, builtIn) }));
  wrap('enum', (builtIn) => ({ code: (cxt) => holdToList(cxt, builtIn) }));
  wrap('multipleOf', () => ({ code: holdToMultiple }));
  wrap('uniqueItems', () => ({ code: forbidTwins, error: twinsError }));
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    wrap(keyword, () => ({
      code: createUnion(keyword, {
        discriminators,
        findKinds: meaning.findKinds,
        guard: (cxt) => circles.guard(unitOf(cxt)),
      }),
      error: unionError,
    }));
  }
  for (const keyword of loops)
    wrap(keyword, (builtIn) => ({ code: (cxt) => stopEarly(cxt, builtIn) }));
  ajv.addKeyword({
    keyword: 'discriminator',
    type: 'object',
    code: (cxt) => holdToSubtype(cxt, meaning),
  });
}

function unitOf({ it }: KeywordCxt): Part<JsonObject> {
  return { uri: it.baseId, pointer: '', value: it.schemaEnv.schema as JsonObject };
}

function holdMembers(cxt: KeywordCxt, builtIn: GenerateCode): void {
  const { gen, data, schema } = cxt;
  builtIn(cxt);
  if (!hasOddMember(schema)) return;
  gen.if(_`Object.prototype.hasOwnProperty.call(${data}, ${oddName})`, () => {
    const place = { keyword: 'properties', schemaProp: oddName, dataProp: oddName };
    cxt.subschema(place, gen.name('valid'));
  });
}

/** A request need not have read-only members, and a response need not have write-only ones. */
function requireMembers(cxt: KeywordCxt, directions: Directions): void {
  const { gen, data } = cxt;
  const names: readonly unknown[] = Array.isArray(cxt.schema) ? cxt.schema : [];
  const isAsked = gen.scopeValue('func', { ref: isAskedFor });
  const { value: holder } = partOf(cxt);
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const { isReadOnly, isWriteOnly } = directions.marksOf(unitOf(cxt), holder, name);
    const isMissing =
      name in Object.prototype
        ? _`!Object.prototype.hasOwnProperty.call(${data}, ${name})`
        : _`${data}[${name}] === undefined`;
    const isWanted = _`${isAsked}(${self}, ${data}, ${name}, ${isReadOnly}, ${isWriteOnly})`;
    gen.if(_`${isMissing} && ${isWanted}`, () => {
      cxt.setParams({ missingProperty: _`${name}` }, true);
      cxt.error();
    });
  }
}

function isAskedFor(
  { direction, lent }: CheckRun,
  data: unknown,
  name: string,
  isReadOnly: boolean,
  isWriteOnly: boolean,
): boolean {
  let isRead = isReadOnly;
  let isWritten = isWriteOnly;
  for (let loan = lent; loan; loan = loan.outer) {
    if (loan.data !== data) continue;
    const marks = loan.marks.get(name);
    isRead ||= marks?.isReadOnly === true;
    isWritten ||= marks?.isWriteOnly === true;
  }
  return !(direction === 'request' && isRead) && !(direction === 'response' && isWritten);
}

/**
 * A schema can contain itself only through a reference. So the code of a reference limits how many
 * a run follows, and keeps verdicts where a schema contains itself in several ways.
 */
function followReference(
  cxt: KeywordCxt,
  builtIn: GenerateCode,
  { directions, circles, recursion, standInFor }: KeywordMeaning,
): void {
  const { gen, data, it } = cxt;
  const ref = String(cxt.schema);
  const standIn = standInFor(ref, it.baseId);
  const follow = (): void => {
    const isHard = recursion.comesBackInWays(ref, it.baseId);
    const target = standIn ? undefined : targetOf(cxt);
    const holder = standIn ?? target;
    if (isHard && holder) {
      call(cxt, gen.scopeValue('wrapper', { ref: createRecall(holder) }), target);
    } else if (standIn) call(cxt, _`${gen.scopeValue('wrapper', { ref: standIn })}.validate`);
    else if (target) call(cxt, getValidate(cxt, target), target);
    else builtIn(cxt);
  };
  // A schema that surely compiles is in no circle.
  if (it.dataLevel === 0 && !standIn) circles.note(unitOf(cxt), ref);
  burnFuel(cxt);
  const marks = directions.lentMarks(unitOf(cxt), partOf(cxt).value);
  if (marks.size === 0) {
    follow();
    return;
  }
  const lent = gen.scopeValue('schema', { ref: marks });
  const loan = _`{data: ${data}, marks: ${lent}, outer: ${self}.lent}`;
  withChanged(cxt, _`${self}.lent`, loan, follow);
}

/** Undefined if the library compiles nothing for the reference, or if it leads nowhere. */
function targetOf({ it, schema }: KeywordCxt): SchemaEnv | undefined {
  const target = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, String(schema));
  return target instanceof SchemaEnv ? target : undefined;
}

/** The target is known only during the run: the first schema of that name that the run entered. */
function followByName(cxt: KeywordCxt, builtIn: GenerateCode): void {
  const { gen, it } = cxt;
  const name = String(cxt.schema).replace('#', '');
  burnFuel(cxt);
  if (!it.opts.dynamicRef) {
    builtIn(cxt);
    return;
  }
  const own = it.validateName;
  const known = _`${anchors}${getProperty(name)}`;
  const isNamed = it.schemaEnv.root.dynamicAnchors[name] === true;
  const find = gen.scopeValue('func', { ref: recallOf });
  const recall = gen.const('recall', _`${find}(${isNamed ? _`${known} || ${own}` : own})`);
  call(cxt, recall);
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

function holdToParts(cxt: KeywordCxt, builtIn: GenerateCode, discriminators: Discriminators): void {
  if (!discriminators.isSubtype(partOf(cxt))) builtIn(cxt);
  else withChanged(cxt, _`${self}.part`, cxt.data, () => builtIn(cxt));
}

/** A value that selects a subtype of this base has to match the subtype, too. */
function holdToSubtype(cxt: KeywordCxt, { discriminators, circles }: KeywordMeaning): void {
  const { gen, data } = cxt;
  const subtypes = discriminators.subtypes(partOf(cxt));
  if (!subtypes) return;
  circles.guard(unitOf(cxt));
  const tag = gen.const('tag', _`${data}[${subtypes.property}]`);
  gen.if(_`${self}.part !== ${data}`, () =>
    withChanged(cxt, _`${self}.part`, data, () => {
      gen.if(false);
      for (const [value, subtype] of subtypes.byValue) {
        gen.elseIf(_`${tag} === ${value}`);
        const schema = { $ref: referenceTo(subtype) };
        const topSchemaRef = gen.scopeValue('schema', { ref: schema });
        const errSchemaPath = `${cxt.it.errSchemaPath}/discriminator`;
        const place = { schema, schemaPath: nil, topSchemaRef, errSchemaPath };
        cxt.mergeEvaluated(cxt.subschema(place, gen.name('valid')), Name);
      }
      gen.endIf();
    }),
  );
}

/** `block` closes what the code leaves open, so that the old value always comes back. */
function withChanged({ gen }: KeywordCxt, member: Code, value: Code, code: () => void): void {
  const before = gen.const('before', member);
  gen.assign(member, value);
  gen.block(code);
  gen.assign(member, before);
}
