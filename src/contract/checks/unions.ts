import type { Code, KeywordCxt, KeywordErrorDefinition } from 'ajv/dist/2020.js';
import { _, and, getProperty, Name, nil, or } from 'ajv/dist/compile/codegen/index.js';

import type { JsonObject } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import type { DiscriminatorChoice } from '../schema/discriminators.ts';
import { isOwnBase, readChoice } from '../schema/discriminators.ts';
import type { AlternativeKinds } from '../schema/kinds.ts';
import { findKinds } from '../schema/kinds.ts';
import { judgeFrom, unlessFailed } from './loops.ts';
import { doOverlap } from './overlaps.ts';
import { spend } from './verdicts.ts';

type Keyword = 'oneOf' | 'anyOf';

/** What the contract says of alternatives. */
interface UnionKinds {
  readonly documents: Documents;
  /** Marks a schema that ends a circle: checked again for the same value, it goes no further. */
  readonly guard: (cxt: KeywordCxt) => void;
  /** Whether a schema may accept what it should refuse, so that several alternatives may fit. */
  readonly isTooLoose: (cxt: KeywordCxt, schema: unknown) => boolean;
}

interface Union {
  readonly keyword: Keyword;
  /** Whether a value that fits several alternatives is refused. */
  readonly isExclusive: boolean;
  /** Whether the alternatives overlap by their form: then requests may fit several. */
  readonly isBlurred: boolean;
  readonly choice: DiscriminatorChoice | undefined;
  readonly kinds: AlternativeKinds;
}

const self = new Name('this');
const isNoRequest = _`${self}.direction !== "request"`;
const errors = new Name('errors');

/** The errors of the alternatives stay in the list. `counts` says how many belong to each. */
export const unionError: KeywordErrorDefinition = {
  message: 'must match one of the schemas',
  params: ({ params: { tag, allowed, passing, counts } }) =>
    tag === undefined
      ? _`{passing: ${passing}, counts: ${counts}}`
      : _`{tag: ${tag}, allowed: ${allowed}}`,
};

/** Writes the code for `oneOf` or `anyOf`, where a discriminator may select one alternative. */
export function createUnion(
  keyword: Keyword,
  { documents, guard, isTooLoose }: UnionKinds,
): (cxt: KeywordCxt) => void {
  return (cxt) => {
    const { gen, data } = cxt;
    const part = partOf(cxt);
    const choice = readChoice(documents, part, keyword);
    const judge = (): void => {
      const kinds = findKinds(documents, part, keyword);
      const alternatives: readonly unknown[] = Array.isArray(cxt.schema) ? cxt.schema : [];
      const isExclusive =
        keyword === 'oneOf' && !alternatives.some((schema) => isTooLoose(cxt, schema));
      const isBlurred = isExclusive && doOverlap(documents, documents.listBelow(part, keyword));
      const union = { keyword, isExclusive, isBlurred, choice, kinds };
      if (choice) judgeByChoice(cxt, union, choice);
      else judgeEach(cxt, union);
    };
    // When an alternative that extends this schema leads back here, it is selected already.
    const isBase = isOwnBase(documents, part, keyword);
    if (isBase) guard(cxt);
    unlessFailed(cxt, () => {
      if (isBase) gen.if(_`${self}.part !== ${data}`, () => gen.block(judge));
      else judge();
    });
  };
}

/** The schema with the keyword, and the document from which its references are resolved. */
export function partOf({ it, parentSchema }: KeywordCxt): Part<JsonObject> {
  return { uri: it.baseId, pointer: '', value: parentSchema };
}

/**
 * Checks a value against the alternative that it selects, else against all. If the discriminator is
 * exhaustive, another value is an error that lists the allowed ones.
 */
function judgeByChoice(cxt: KeywordCxt, union: Union, choice: DiscriminatorChoice): void {
  const { keyword } = union;
  const { gen, data } = cxt;
  const isJudged = gen.let('judged', false);
  gen.if(isObject(data), () => {
    const tag = gen.const('tag', _`${data}[${choice.property}]`);
    gen.if(false);
    for (const [index, values] of groupValues(choice)) {
      gen.elseIf(values.map((value) => _`${tag} === ${value}`).reduce((a, b) => _`${a} || ${b}`));
      gen.assign(isJudged, true);
      cxt.subschema({ keyword, schemaProp: index }, gen.name('_valid'));
    }
    if (choice.isExhaustive) {
      gen.elseIf(_`${tag} !== undefined`);
      gen.assign(isJudged, true);
      reportTag(cxt, choice);
    }
    gen.endIf();
  });
  gen.if(_`!${isJudged}`, () => gen.block(() => judgeEach(cxt, union)));
}

function groupValues({ byValue }: DiscriminatorChoice): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, readonly string[]>();
  for (const [value, index] of byValue) groups.set(index, [...(groups.get(index) ?? []), value]);
  return groups;
}

function judgeEach(cxt: KeywordCxt, union: Union): void {
  const { gen, data } = cxt;
  const { keyword, isExclusive, isBlurred, choice } = union;
  const valid = gen.let('valid', false);
  const passing = gen.let('passing', null);
  const starts: Name[] = [];
  const judgeAll = (): void => {
    const isOther = lookAtKind(cxt, union);
    gen.block(() => {
      const count = Array.isArray(cxt.schema) ? cxt.schema.length : 0;
      for (let index = 0; index < count; index += 1) {
        const start = gen.var('_start', errors);
        starts.push(start);
        const alternative = { keyword, index, start, isOther: isOther(index) };
        if (isExclusive) judgeExclusively(cxt, alternative, { valid, passing, isBlurred });
        else judgeUntilOneFits(cxt, alternative, valid);
      }
    });
    const take = gen.scopeValue('func', { ref: spend });
    gen.if(_`${self}.explains`, () =>
      gen.code(_`${take}(${self}, ${errors} - ${starts[0] ?? errors})`),
    );
  };
  if (areLists(union.kinds)) {
    const listing = gen.const('listing', _`${listingOf(cxt, union.kinds)}.get(${data})`);
    const isListedOnce = isExclusive ? _`${listing} !== ${several}` : _`true`;
    gen.assign(valid, _`${listing} !== undefined && ${isListedOnce}`);
    gen.if(_`!${valid} && ${self}.tells`, () => gen.block(judgeAll));
  } else judgeAll();
  const report = (): void => cxt.error(true, { passing, counts: countsOf(starts, passing) });
  cxt.result(
    valid,
    () => cxt.reset(),
    () => {
      if (!choice) report();
      else {
        const isUntold = _`${isObject(data)} && ${data}[${choice.property}] === undefined`;
        gen.if(isUntold, () => reportUntold(cxt, choice), report);
      }
    },
  );
}

function reportUntold(cxt: KeywordCxt, choice: DiscriminatorChoice): void {
  cxt.reset();
  reportTag(cxt, choice);
}

function reportTag(cxt: KeywordCxt, { property, allowed }: DiscriminatorChoice): void {
  const list = cxt.gen.scopeValue('schema', { ref: allowed });
  cxt.error(true, { tag: _`${property}`, allowed: list });
}

/**
 * Skips alternatives that a value cannot match, by the value itself or by one member: otherwise, in
 * a tree, each alternative would check all that is below. To explain errors, it skips fewer.
 */
function lookAtKind(cxt: KeywordCxt, { kinds }: Union): (index: number) => Code {
  const ofValue = lookAtValue(cxt, kinds);
  const ofMember = lookAtMember(cxt, kinds);
  return (index) => {
    const [own, other] = [ofValue(index), ofMember(index)];
    return own === nil ? other : other === nil ? own : or(own, other);
  };
}

/** From this many alternatives with listed values on, a map finds those that list a value. */
const manyLists = 8;
/** In place of an index, if several alternatives list a value. */
const several = -1;

/** Whether there are many alternatives and each only lists values. */
function areLists({ alternatives }: AlternativeKinds): boolean {
  return alternatives.length >= manyLists && alternatives.every(({ isList }) => isList);
}

/** The index of the alternative that lists a value, by the value. */
function listingOf({ gen }: KeywordCxt, { alternatives }: AlternativeKinds): Name {
  const indexes = new Map<unknown, number>();
  for (const [index, { own = [] }] of alternatives.entries()) {
    for (const value of new Set(own)) indexes.set(value, indexes.has(value) ? several : index);
  }
  return gen.scopeValue('schema', { ref: indexes });
}

function lookAtValue(cxt: KeywordCxt, kinds: AlternativeKinds): (index: number) => Code {
  const { gen, data } = cxt;
  const { alternatives } = kinds;
  if (alternatives.filter(({ own }) => own).length < manyLists) return () => nil;
  const list = listingOf(cxt, kinds);
  const listing = gen.const('listing', _`${self}.explains ? ${several} : ${list}.get(${data})`);
  return (index) =>
    alternatives[index]?.own ? _`${listing} !== ${index} && ${listing} !== ${several}` : nil;
}

function lookAtMember(
  { gen, data }: KeywordCxt,
  { alternatives, property }: AlternativeKinds,
): (index: number) => Code {
  const hasMembers = gen.const('object', isObject(data));
  const isOfObjects = alternatives.some((one) => one.isForObjects);
  const isPlain = isOfObjects ? gen.const('plain', _`!${hasMembers} && !${self}.explains`) : nil;
  if (property === undefined) {
    return (index) => (alternatives[index]?.isForObjects ? isPlain : nil);
  }
  const tag = gen.const('tag', _`${hasMembers} ? ${data}${getProperty(property)} : undefined`);
  const known = new Set(alternatives.flatMap(({ values }) => values ?? []));
  const isKnown = or(...[...known].map((value) => _`${tag} === ${value}`));
  const isTold = gen.const('told', _`${tag} !== undefined && (!${self}.explains || ${isKnown})`);
  return (index) => {
    const { isForObjects = false, values } = alternatives[index] ?? {};
    const isOther = values ? and(isTold, ...values.map((value) => _`${tag} !== ${value}`)) : nil;
    return isForObjects ? or(isPlain, isOther) : isOther;
  };
}

interface Alternative {
  readonly keyword: Keyword;
  readonly index: number;
  /** The number of errors before it. */
  readonly start: Name;
  /** Whether the value is of another kind. */
  readonly isOther: Code;
}

function judgeOne(cxt: KeywordCxt, { keyword, index, start, isOther }: Alternative): Name {
  const { gen } = cxt;
  const place = { keyword, schemaProp: index, compositeRule: true } as const;
  const fits = gen.name('_valid');
  const isSkippable = isOther !== nil;
  if (isSkippable) {
    gen.var(fits, false);
    gen.if(_`!(${isOther})`);
  }
  judgeFrom(cxt, start, () => cxt.subschema(place, fits));
  if (isSkippable) gen.endIf();
  return fits;
}

interface Exclusion extends Pick<Union, 'isBlurred'> {
  readonly valid: Name;
  readonly passing: Name;
}

/** After a second match nothing is left to check, so the later code stands in the `else` branch. */
function judgeExclusively(
  cxt: KeywordCxt,
  alternative: Alternative,
  { valid, passing, isBlurred }: Exclusion,
): void {
  const { gen } = cxt;
  const { index } = alternative;
  const fits = judgeOne(cxt, alternative);
  if (index > 0) {
    gen
      .if(isBlurred ? and(_`${fits} && ${valid}`, isNoRequest) : _`${fits} && ${valid}`)
      .assign(valid, false)
      .assign(passing, _`[${passing}, ${index}]`)
      .else();
  }
  gen.if(fits, () => {
    gen.assign(valid, true);
    gen.assign(passing, index);
  });
}

function judgeUntilOneFits(cxt: KeywordCxt, alternative: Alternative, valid: Name): void {
  const { gen } = cxt;
  const fits = judgeOne(cxt, alternative);
  gen.assign(valid, _`${valid} || ${fits}`);
  gen.if(_`!${valid}`);
}

/** How many errors each alternative has; one sum after a second match, as no message needs more. */
function countsOf(starts: readonly Name[], passing: Name): Code {
  const [first = errors] = starts;
  const counts = starts
    .map((start, index) => _`${starts[index + 1] ?? errors} - ${start}`)
    .reduce((list: Code, count) => (list === nil ? count : _`${list}, ${count}`), nil);
  return _`!${self}.tells ? [] : ${passing} === null ? [${counts}] : [${errors} - ${first}]`;
}

function isObject(data: Name): Code {
  return _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`;
}
