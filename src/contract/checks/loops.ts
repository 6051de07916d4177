import type { KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';

import type { CheckRun } from './verdicts.ts';
import { spend } from './verdicts.ts';

/** Writes the code for a keyword. */
export type GenerateCode = (cxt: KeywordCxt, ruleType?: string) => void;

/** After this many errors in one list or map, the rest of it is not checked. */
const enoughErrors = 2000;

const self = new Name('this');
const errors = new Name('errors');

/** The library ignores this name under `properties`, though it is a name like any other. */
export const oddName = '__proto__';

export function hasOddMember(properties: unknown): boolean {
  return (
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, oddName)
  );
}

/** Keywords that loop over all items or members of a value. */
export const loops: readonly string[] = [
  'items',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
];

/**
 * Skips slow code when the run needs only a verdict and has it. The verdict belongs to the
 * innermost part that is judged separately, such as an alternative, or else to the whole function.
 */
export function unlessFailed(cxt: KeywordCxt, code: () => void): void {
  const { gen } = cxt;
  const isWanted = gen.scopeValue('func', { ref: goesOn });
  // `block` closes what the code leaves open.
  gen.if(_`${errors} === ${startOf(cxt)} || ${isWanted}(${self})`, () => gen.block(code));
}

/** The number of errors before the part that is judged separately. */
function startOf({ it }: KeywordCxt): Name | number {
  return 'start' in it && it.start instanceof Name ? it.start : 0;
}

function goesOn(run: CheckRun): boolean {
  run.isCut ||= !run.explains;
  return run.explains;
}

/** Writes code whose verdict is separate: whether it adds errors to those before `start`. */
export function judgeFrom<T>({ it }: KeywordCxt, start: Name, code: () => T): T {
  const outer = 'start' in it ? it.start : undefined;
  Object.assign(it, { start });
  const made = code();
  Object.assign(it, { start: outer });
  return made;
}

/** Errors inside `not`, `if` or `contains` are not errors of the value. */
export function judgeApart(cxt: KeywordCxt, builtIn: GenerateCode): void {
  unlessFailed(cxt, () => judgeFrom(cxt, cxt.gen.var('_start', errors), () => builtIn(cxt)));
}

/** Without a limit, a hundred thousand bad items give as many errors, each at full cost. */
export function stopEarly(cxt: KeywordCxt, builtIn: GenerateCode): void {
  unlessFailed(cxt, () => stopAtErrors(cxt, builtIn));
}

function stopAtErrors(cxt: KeywordCxt, builtIn: GenerateCode): void {
  const { gen, it } = cxt;
  // The library expects this variable to be set, but a condition may have skipped the code for it.
  if (it.props instanceof Name) gen.assign(it.props, _`${it.props} || {}`);
  const before = gen.const('before', errors);
  const isRest = cxt.keyword === 'additionalProperties' || cxt.keyword === 'unevaluatedProperties';
  const known = isRest && hasOddMember(cxt.parentSchema['properties']) ? oddName : undefined;
  const skipping: GenerateCode = (inner) => skipMember(inner, builtIn, known);
  const isEnough = gen.scopeValue('func', { ref: areEnough });
  afterEachRound(cxt, skipping, () =>
    gen.if(_`${errors} > ${before} && ${isEnough}(${self}, ${errors} - ${before})`, () =>
      gen.break(),
    ),
  );
  // The verdict is clear already: further work is only for more errors, and is limited.
  const take = gen.scopeValue('func', { ref: spendOn });
  gen.if(_`${before} !== ${startOf(cxt)} && ${self}.explains`, () =>
    gen.code(_`${take}(${self}, ${cxt.data})`),
  );
}

/** Checking this many items or members costs as much as one error. */
const roundsForError = 8;

function spendOn(run: CheckRun, data: object): void {
  spend(run, Object.keys(data).length / roundsForError);
}

function areEnough(run: CheckRun, count: number): boolean {
  if (count <= enoughErrors && run.explains) return false;
  run.isCut = true;
  return true;
}

/**
 * An item that does not match `contains` is no fault. For an empty list, the library would use the
 * last verdict of another loop, so the empty list has code of its own.
 */
export function forgetMisses(cxt: KeywordCxt, builtIn: GenerateCode): void {
  const { gen, data, parentSchema } = cxt;
  const { minContains: min = 1, maxContains: max } = parentSchema;
  gen.if(_`${data}.length > 0`, () =>
    // `block` closes what the code leaves open.
    gen.block(() => afterEachRound(cxt, builtIn, () => cxt.reset())),
  );
  if (min === 0) return;
  gen.if(_`${data}.length === 0`, () => {
    cxt.setParams({ min, max });
    cxt.error();
  });
}

/** Skips the member `known`, which has a schema under `properties`. */
function skipMember(cxt: KeywordCxt, builtIn: GenerateCode, known: string | undefined): void {
  const { gen } = cxt;
  const forIn = gen.forIn.bind(gen);
  if (known !== undefined) {
    gen.forIn = (name, object, body, kind) =>
      forIn(name, object, (key) => gen.if(_`${key} !== ${known}`, () => body(key)), kind);
  }
  builtIn(cxt);
  gen.forIn = forIn;
}

/** Adds code to the end of the keyword's own loops, but not to loops inside them. */
function afterEachRound(cxt: KeywordCxt, builtIn: GenerateCode, code: () => void): void {
  const { gen } = cxt;
  const forIn = gen.forIn.bind(gen);
  const forRange = gen.forRange.bind(gen);
  const restore = (): void => {
    gen.forIn = forIn;
    gen.forRange = forRange;
  };
  const extend =
    (body: (item: Name) => void) =>
    (item: Name): void => {
      restore();
      body(item);
      replace();
      code();
    };
  const replace = (): void => {
    gen.forIn = (name, object, body, kind) => forIn(name, object, extend(body), kind);
    gen.forRange = (name, from, to, body, kind) => forRange(name, from, to, extend(body), kind);
  };
  replace();
  builtIn(cxt);
  restore();
}
