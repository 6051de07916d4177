import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import { onceFor } from '../../base/once.ts';
import type { BodyDirection } from '../../contract/checks/validators.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Part } from '../../contract/load/documents.ts';
import { createFakers } from './fakers.ts';
import { createTextMaker } from './kinds/texts.ts';
import { readPattern } from './patterns/pattern-reading.ts';
import { createRanks } from './ranks.ts';
import { makeValid, wide } from './repair.ts';
import type { MatchPattern } from './schemas/facts.ts';
import { createViews } from './schemas/sites.ts';
import type { WalkBounds, ExampleUse, GeneratorTools } from './walk.ts';

export { Unsatisfiable } from './repair.ts';

/**
 * A value for a schema, which passes the schema's own check. It depends on the seed and the place
 * alone, so that it stays put. Throws `Unsatisfiable` where none is found.
 */
export type Generate = (schema: Part, place: string, manner?: Manner) => JsonValue;

export interface Manner {
  /** Default: `response`. */
  readonly direction?: BodyDirection;
  /** Instead of the stand-in's own. */
  readonly seed?: string | undefined;
  /** When the examples within the schema are used. Default: `first`, before anything made up. */
  readonly examples?: ExampleUse;
  /** The steps to the one member that is of interest: besides it only what is demanded is made. */
  readonly only?: readonly string[] | undefined;
  /** The steps to what is of no interest: of it only what is demanded is made. */
  readonly without?: readonly string[] | undefined;
}

/** What a generator needs of a contract. */
export type Schemas = Pick<Contract, 'documents' | 'validators'>;

/** What they learn of the schemas is the same for all seeds, and learnt once. */
export function createGenerators(schemas: Schemas): (seed: string) => Generate {
  const bench = createWorkbench(schemas);
  const siteFor = onceFor((schema: Part) => bench.views.siteOf([schema]));
  // It is looked up by its place in the contract, which takes as long as to hold a small value to it.
  const checkers = {
    request: onceFor((schema: Part) => schemas.validators.check(schema, 'request')),
    response: onceFor((schema: Part) => schemas.validators.check(schema, 'response')),
    rest: onceFor((schema: Part) => schemas.validators.check(schema, 'rest')),
  };
  return (seed) =>
    (schema, place, manner = {}) => {
      const direction = manner.direction ?? 'response';
      const order = {
        site: siteFor(schema),
        place,
        direction,
        seed: manner.seed ?? seed,
        examples: manner.examples ?? 'first',
        bounds: boundsOf(manner, direction),
      };
      return makeValid(bench, order, checkers[direction](schema));
    };
}

/** A record at rest stands in lists beside others like it, and so has no more than can be taken in. */
const ofRecords = { depthOfOptionals: 2, manyValues: 250 };

function boundsOf({ only, without }: Manner, direction: BodyDirection): WalkBounds {
  const bounds = direction === 'rest' ? { ...wide, ...ofRecords } : wide;
  if (!only && !without) return bounds;
  return {
    ...bounds,
    ...(only ? { depthOfOptionals: 0 } : {}),
    wanted: new Set((only ?? []).map((_, at) => toPointer((only ?? []).slice(0, at + 1)))),
    unwanted: without && toPointer(without),
  };
}

function toPointer(steps: readonly string[]): string {
  return steps.reduce(stepDown, '');
}

function createWorkbench({ documents, validators }: Schemas): GeneratorTools {
  const port: Schemas['validators'] & PatternPort = validators;
  const match = createMatch(port);
  const formats = new Map<string, (text: string) => boolean>();
  const isFormat = (format: string, text: string): boolean => {
    let test = formats.get(format);
    if (!test) {
      const check = validators.checkOwn({ type: 'string', format });
      test = (tried) => check(tried).length === 0;
      formats.set(format, test);
    }
    return test(text);
  };
  const rankOf = createRanks(documents);
  return {
    documents,
    match,
    views: createViews({ documents, match, rankOf }),
    rankOf,
    texts: createTextMaker({ match, isFormat, fakerFor: createFakers() }),
  };
}

/** Whoever can try a pattern without the risk of running away. */
interface PatternPort {
  pattern?(source: string): { test(text: string): boolean };
}

/** No text is tried here that is longer, lest a pattern run away with it. */
const longest = 200;

/** By the contract's own way of trying patterns; without one, only where it can't take for ever. */
function createMatch(port: PatternPort): MatchPattern {
  const known = new Map<string, (text: string) => boolean | undefined>();
  return (pattern, text) => {
    let test = known.get(pattern);
    if (!test) {
      if (known.size > 5000) known.clear();
      known.set(pattern, (test = compile(pattern, port)));
    }
    return test(text);
  };
}

function compile(pattern: string, port: PatternPort): (text: string) => boolean | undefined {
  try {
    const tested = port.pattern?.(pattern);
    if (tested) return (text) => tested.test(text);
    if (readPattern(pattern)?.isRisky) return () => undefined;
    const expression = new RegExp(pattern, 'u');
    return (text) => (text.length < longest ? expression.test(text) : undefined);
  } catch {
    // It is no pattern that the validator could hold a text against, either.
    return () => undefined;
  }
}
