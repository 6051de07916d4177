import type { KeywordCxt } from 'ajv/dist/2020.js';
import { _, Name } from 'ajv/dist/compile/codegen/index.js';

/** What makes the code of a keyword. */
export type Generate = (cxt: KeywordCxt) => void;

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

/** A hundred thousand bad items are a hundred thousand errors, and each costs as much as the last. */
export function stopEarly(cxt: KeywordCxt, builtIn: Generate): void {
  const { gen, it } = cxt;
  // The library takes for granted that members were noted before, which a condition may have left out.
  if (it.props instanceof Name) gen.assign(it.props, _`${it.props} || {}`);
  const before = gen.const('before', errors);
  const isRest = cxt.keyword === 'additionalProperties' || cxt.keyword === 'unevaluatedProperties';
  const known = isRest && hasOddMember(cxt.parentSchema['properties']) ? oddName : undefined;
  const skipping: Generate = (inner) => skipMember(inner, builtIn, known);
  afterEachRound(cxt, skipping, () => {
    gen.if(_`${errors} - ${before} > ${enoughErrors}`, () => {
      gen.assign(_`${self}.isCut`, true);
      gen.break();
    });
  });
}

/**
 * An item that isn't the one looked for is no fault. In a list without items the library takes the
 * verdict that it has found last, which may be that of another list.
 */
export function forgetMisses(cxt: KeywordCxt, builtIn: Generate): void {
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
function skipMember(cxt: KeywordCxt, builtIn: Generate, known: string | undefined): void {
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
function afterEachRound(cxt: KeywordCxt, builtIn: Generate, code: () => void): void {
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
