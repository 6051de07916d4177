import type { Code, KeywordCxt, KeywordErrorDefinition } from 'ajv/dist/2020.js';
import { _, Name, nil } from 'ajv/dist/compile/codegen/index.js';

import type { JsonObject } from '../json.ts';
import type { Choice, Discriminators } from './discriminators.ts';
import type { Part } from './documents.ts';

type Keyword = 'oneOf' | 'anyOf';

const self = new Name('this');
const errors = new Name('errors');

/** The errors of the alternatives stay where they are; this one tells how many are whose. */
export const unionError: KeywordErrorDefinition = {
  message: 'must match one of the schemas',
  params: ({ params: { tag, allowed, passing, counts } }) =>
    tag === undefined
      ? _`{passing: ${passing}, counts: ${counts}}`
      : _`{tag: ${tag}, allowed: ${allowed}}`,
};

/** Alternatives, of which a discriminator may tell the one that is meant. */
export function createUnion(
  keyword: Keyword,
  discriminators: Discriminators,
  guard: (cxt: KeywordCxt) => void,
): (cxt: KeywordCxt) => void {
  return (cxt) => {
    const { gen, data } = cxt;
    const part = partOf(cxt);
    const choice = discriminators.choice(part, keyword);
    const judge = (): void => {
      if (choice) judgeByChoice(cxt, keyword, choice);
      else judgeEach(cxt, keyword, undefined);
    };
    // An alternative that extends this schema has been chosen already when it comes back here.
    if (discriminators.isOwnBase(part, keyword)) {
      guard(cxt);
      gen.if(_`${self}.part !== ${data}`, () => gen.block(judge));
    } else judge();
  };
}

/** The schema that a keyword stands in, with the document that its references start from. */
export function partOf({ it, parentSchema }: KeywordCxt): Part<JsonObject> {
  return { uri: it.baseId, pointer: '', value: parentSchema };
}

/** What names an alternative is held to that alone; what names none is told which there are. */
function judgeByChoice(cxt: KeywordCxt, keyword: Keyword, choice: Choice): void {
  const { gen, data } = cxt;
  const isJudged = gen.let('judged', false);
  gen.if(isObject(data), () => {
    const tag = gen.const('tag', _`${data}[${choice.property}]`);
    gen.if(false);
    for (const [index, values] of groupValues(choice)) {
      gen.elseIf(values.map((value) => _`${tag} === ${value}`).reduce((a, b) => _`${a} || ${b}`));
      gen.assign(isJudged, true);
      const chosen = cxt.subschema({ keyword, schemaProp: index }, gen.name('_valid'));
      cxt.mergeEvaluated(chosen, Name);
    }
    if (choice.isExhaustive) {
      gen.elseIf(_`${tag} !== undefined`);
      gen.assign(isJudged, true);
      reportTag(cxt, choice);
    }
    gen.endIf();
  });
  gen.if(_`!${isJudged}`, () => gen.block(() => judgeEach(cxt, keyword, choice)));
}

function groupValues({ byValue }: Choice): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, readonly string[]>();
  for (const [value, index] of byValue) groups.set(index, [...(groups.get(index) ?? []), value]);
  return groups;
}

function judgeEach(cxt: KeywordCxt, keyword: Keyword, choice: Choice | undefined): void {
  const { gen, data } = cxt;
  const valid = gen.let('valid', false);
  const passing = gen.let('passing', null);
  const starts: Name[] = [];
  gen.block(() => {
    const count = Array.isArray(cxt.schema) ? cxt.schema.length : 0;
    for (let index = 0; index < count; index += 1) {
      starts.push(gen.var('_start', errors));
      if (keyword === 'oneOf') judgeExclusively(cxt, index, valid, passing);
      else judgeUntilOneFits(cxt, index, valid);
    }
  });
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

function reportUntold(cxt: KeywordCxt, choice: Choice): void {
  cxt.reset();
  reportTag(cxt, choice);
}

function reportTag(cxt: KeywordCxt, { property, allowed }: Choice): void {
  const list = cxt.gen.scopeValue('schema', { ref: allowed });
  cxt.error(true, { tag: _`${property}`, allowed: list });
}

/** What follows a second one that fits goes into the branch where there is none. */
function judgeExclusively(cxt: KeywordCxt, index: number, valid: Name, passing: Name): void {
  const { gen } = cxt;
  const fits = gen.name('_valid');
  const place = { keyword: 'oneOf', schemaProp: index, compositeRule: true } as const;
  const branch = cxt.subschema(place, fits);
  if (index > 0) {
    gen
      .if(_`${fits} && ${valid}`)
      .assign(valid, false)
      .assign(passing, _`[${passing}, ${index}]`)
      .else();
  }
  gen.if(fits, () => {
    gen.assign(valid, true);
    gen.assign(passing, index);
    cxt.mergeEvaluated(branch, Name);
  });
}

function judgeUntilOneFits(cxt: KeywordCxt, index: number, valid: Name): void {
  const { gen } = cxt;
  const fits = gen.name('_valid');
  const place = { keyword: 'anyOf', schemaProp: index, compositeRule: true } as const;
  const branch = cxt.subschema(place, fits);
  gen.assign(valid, _`${valid} || ${fits}`);
  // Where members that nobody has looked at are forbidden, all that fit have to look.
  const isMerged = cxt.mergeValidEvaluated(branch, fits);
  if (isMerged !== true) gen.if(_`!${valid}`);
}

/** How many errors each alternative has left; after a second one that fits, nobody asks whose. */
function countsOf(starts: readonly Name[], passing: Name): Code {
  const [first = errors] = starts;
  const counts = starts
    .map((start, index) => _`${starts[index + 1] ?? errors} - ${start}`)
    .reduce((list: Code, count) => (list === nil ? count : _`${list}, ${count}`), nil);
  return _`${passing} === null ? [${counts}] : [${errors} - ${first}]`;
}

function isObject(data: Name): Code {
  return _`typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data})`;
}
