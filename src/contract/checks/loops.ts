import type { KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';

import type { CheckRun } from './verdicts.ts';
import { spend } from './verdicts.ts';

/** What makes the code of a keyword. */
export type GenerateCode = (cxt: KeywordCxt) => void;

/** So many errors in one list or map tell enough; the rest of it isn't looked at. */
const enoughErrors = 2000;

const self = new Name('this');
const errors = new Name('errors');

/** A name like any other, but the library has no eyes for it. */
export const oddName = '__proto__';

export function hasOddMember(properties: unknown): boolean {
  return (
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, oddName)
  );
}

/** Keywords that go through all items or members of a value. */
export const loops: readonly string[] = [
  'items',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
];

/**
 * Where only the verdict is wanted and is known, what may take long is left out. The verdict is on
 * what has been singled out last, as alternatives are, or else on all that this function is for.
 */
export function unlessFailed(cxt: KeywordCxt, code: () => void): void {
  const { gen } = cxt;
  const isWanted = gen.scopeValue('func', { ref: goesOn });
  // The block closes whatever the code leaves open.
  gen.if(_`${errors} === ${startOf(cxt)} || ${isWanted}(${self})`, () => gen.block(code));
}

/** How many errors there were before what is judged by itself. */
function startOf({ it }: KeywordCxt): Name | number {
  return 'start' in it && it.start instanceof Name ? it.start : 0;
}

function goesOn(run: CheckRun): boolean {
  run.isCut ||= !run.explains;
  return run.explains;
}

/** Makes code for what is judged by itself: whether it leaves more errors than there were. */
export function judgeFrom<T>({ it }: KeywordCxt, start: Name, code: () => T): T {
  const outer = 'start' in it ? it.start : undefined;
  Object.assign(it, { start });
  const made = code();
  Object.assign(it, { start: outer });
  return made;
}

/** The errors in what is negated, or a condition, are none of the value's. */
export function judgeApart(cxt: KeywordCxt, builtIn: GenerateCode): void {
  unlessFailed(cxt, () => judgeFrom(cxt, cxt.gen.var('_start', errors), () => builtIn(cxt)));
}

/** A hundred thousand bad items are a hundred thousand errors, and each costs as much as the last. */
export function stopEarly(cxt: KeywordCxt, builtIn: GenerateCode): void {
  unlessFailed(cxt, () => stopAtErrors(cxt, builtIn));
}

function stopAtErrors(cxt: KeywordCxt, builtIn: GenerateCode): void {
  const { gen, it } = cxt;
  // The library takes for granted that members were noted before, which a condition may have left out.
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
  // What makes no difference for the verdict may take so much time and no more.
  const take = gen.scopeValue('func', { ref: spendOn });
  gen.if(_`${before} !== ${startOf(cxt)} && ${self}.explains`, () =>
    gen.code(_`${take}(${self}, ${cxt.data})`),
  );
}

/** An error costs as much as so many items or members. */
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
 * An item that isn't the one looked for is no fault. In a list without items the library takes the
 * verdict that it has found last, which may be that of another list.
 */
export function forgetMisses(cxt: KeywordCxt, builtIn: GenerateCode): void {
  const { gen, data, parentSchema } = cxt;
  const { minContains: min = 1, maxContains: max } = parentSchema;
  gen.if(_`${data}.length > 0`, () =>
    // The block closes whatever the code leaves open.
    gen.block(() => afterEachRound(cxt, builtIn, () => cxt.reset())),
  );
  if (min === 0) return;
  gen.if(_`${data}.length === 0`, () => {
    cxt.setParams({ min, max });
    cxt.error();
  });
}

/** A member that its own schema speaks of is not among the rest. */
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

/** Adds code to the end of a keyword's own loops, and not to those inside of them. */
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
