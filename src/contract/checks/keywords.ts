import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name, nil } from 'ajv/dist/compile/codegen/index.js';

import type { Documents } from '../load/documents.ts';
import type { Directions } from '../schema/directions.ts';
import { isSubtype } from '../schema/discriminators.ts';
import { referenceTo } from '../schema/schema-walk.ts';
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
import type { ReferenceMeaning } from './references.ts';
import { followByName, followReference, unitOf, withChanged } from './references.ts';
import type { UncheckedKeywords } from './unchecked.ts';
import type { EvaluationMeaning } from './unevaluated.ts';
import { createEvaluation } from './unevaluated.ts';
import { createUnion, partOf, unionError } from './unions.ts';
import { forbidTwins, holdToList, holdToMultiple, twinsError } from './value-keywords.ts';
import type { CheckRun } from './verdicts.ts';

const self = new Name('this');

/** What the contract says beyond the keywords themselves. */
export interface KeywordMeaning extends ReferenceMeaning, EvaluationMeaning {
  readonly unchecked: UncheckedKeywords;
}

/** Gives the library's keywords their meaning in a contract, and limits their work. */
export function extendKeywords(ajv: Ajv2020, meaning: KeywordMeaning): void {
  const { directions, documents, circles, unchecked } = meaning;
  const wrap = createWrap(ajv);
  wrap('required', () => ({ code: (cxt) => requireMembers(cxt, directions) }));
  // In JSON Schema 2020-12 `$recursiveRef` has no meaning of its own any more.
  for (const keyword of ['$ref', '$recursiveRef'])
    wrap(keyword, (builtIn) => ({
      code: (cxt) => unlessFailed(cxt, () => followReference(cxt, builtIn, meaning)),
    }));
  for (const keyword of ['$dynamicAnchor', '$recursiveAnchor']) wrap(keyword, () => noCode);
  wrap('$dynamicRef', (builtIn) => ({
    code: (cxt) => unlessFailed(cxt, () => followByName(cxt, builtIn, meaning)),
  }));
  const { holdNames, holdItems } = createEvaluation(meaning);
  wrap('unevaluatedProperties', () => ({ code: holdNames }));
  wrap('unevaluatedItems', () => ({ code: holdItems }));
  wrap('allOf', (builtIn) => ({ code: (cxt) => holdToParts(cxt, builtIn, documents) }));
  wrap('contains', (builtIn) => ({
    code(cxt) {
      const hasMost = cxt.parentSchema['maxContains'] !== undefined;
      if (hasMost && unchecked.isTooLoose(cxt, cxt.schema)) return;
      judgeApart(cxt, () => forgetMisses(cxt, builtIn));
    },
  }));
  for (const keyword of ['not', 'if'])
    wrap(keyword, (builtIn) => ({
      code(cxt) {
        if (!unchecked.isTooLoose(cxt, cxt.schema)) judgeApart(cxt, builtIn);
      },
    }));
  wrapTexts(wrap, unchecked);
  wrap('properties', (builtIn) => ({ code: (cxt) => holdMembers(cxt, builtIn) }));
  wrap('enum', (builtIn) => ({ code: (cxt) => holdToList(cxt, builtIn) }));
  wrap('multipleOf', () => ({ code: holdToMultiple }));
  wrap('uniqueItems', () => ({ code: forbidTwins, error: twinsError }));
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    wrap(keyword, () => ({
      code: createUnion(keyword, {
        documents,
        guard: (cxt) => circles.guard(unitOf(cxt)),
        isTooLoose: (cxt, schema) => unchecked.isTooLoose(cxt, schema),
      }),
      error: unionError,
    }));
  }
  wrap('additionalProperties', (code) => ({ code, error: unknownMemberError }));
  for (const keyword of loops)
    wrap(keyword, (builtIn) => ({ code: (cxt) => stopEarly(cxt, builtIn) }));
  ajv.addKeyword({
    keyword: 'discriminator',
    type: 'object',
    code: (cxt) => holdToSubtype(cxt, meaning),
  });
}

/** The schema beside the keyword knows which members there are. */
const unknownMemberError: NonNullable<CodeKeywordDefinition['error']> = {
  message: '',
  params: ({ params, it }) =>
    _`{additionalProperty: ${params['additionalProperty']}, beside: ${it.topSchemaRef}${it.schemaPath}}`,
};

type Wrap = (
  keyword: string,
  change: (builtIn: GenerateCode) => Partial<CodeKeywordDefinition>,
) => void;

function createWrap(ajv: Ajv2020): Wrap {
  return (keyword, change) => {
    const rule = ajv.RULES.all[keyword];
    if (typeof rule !== 'object' || !('code' in rule.definition)) {
      throw new Error(`the schema library has no keyword "${keyword}"`);
    }
    const { definition } = rule;
    const { code: builtIn } = rule.definition;
    Object.assign(rule, { definition: { ...definition, ...change(builtIn), $data: false } });
  };
}

function wrapTexts(wrap: Wrap, unchecked: UncheckedKeywords): void {
  wrap('pattern', (builtIn) => ({ code: (cxt) => unchecked.guardPattern(cxt, builtIn) }));
  wrap('patternProperties', (builtIn) => ({
    code: (cxt) => unchecked.guardPatterns(cxt, builtIn),
  }));
  wrap('format', (builtIn) => ({
    // The library takes what every object inherits for a format.
    code: (cxt, ruleType) => {
      if (!(String(cxt.schema) in Object.prototype)) builtIn(cxt, ruleType);
    },
  }));
}

/** The documents know the names of schemas. */
const noCode = { code: (): void => undefined };

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

function holdToParts(cxt: KeywordCxt, builtIn: GenerateCode, documents: Documents): void {
  if (!isSubtype(documents, partOf(cxt))) builtIn(cxt);
  else withChanged(cxt, _`${self}.part`, cxt.data, () => builtIn(cxt));
}

/** A value that selects a subtype of this base has to match the subtype, too. */
function holdToSubtype(cxt: KeywordCxt, { documents, circles }: KeywordMeaning): void {
  const { gen, data } = cxt;
  const subtypes = documents.subtypes(partOf(cxt));
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
        cxt.subschema(place, gen.name('valid'));
      }
      gen.endIf();
    }),
  );
}
