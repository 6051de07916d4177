import type { JsonValue } from '../../base/json.ts';
import { stepDown } from '../../base/json.ts';
import { onceFor } from '../../base/once.ts';
import type { TextPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import type { BodyDirection } from '../../contract/checks/validators.ts';
import type { Contract } from '../../contract/compile.ts';
import type { Part } from '../../contract/load/documents.ts';
import type { StudySchema } from '../../contract/schema/schema-facts.ts';
import { createStudy } from '../../contract/schema/schema-facts.ts';
import type { MatchPattern } from '../../contract/schema/merging/facts.ts';
import { createSites } from '../../contract/schema/merging/merged-schemas.ts';
import { agree } from './agreement.ts';
import { createFakers } from './fakers.ts';
import { createTextMaker } from './kinds/texts.ts';
import { makeValid, wide } from './repair.ts';
import { countriesOf } from './vocabulary/countries.ts';
import type { WalkBounds, ExampleUse, GeneratorTools } from './walk.ts';

export { Unsatisfiable } from './repair.ts';

/**
 * Makes a value that passes the check of its schema. The same seed and place always give the same
 * value. Throws `Unsatisfiable` where it finds none.
 */
export type Generate = (schema: Part, place: string, manner?: Manner) => JsonValue;

export interface Manner {
  /** Default: `response`. */
  readonly direction?: BodyDirection;
  /** Default: the seed of the generator. */
  readonly seed?: string | undefined;
  /** When examples are used. Default: `first`, before generated values. */
  readonly examples?: ExampleUse;
  /** The path to the one wanted member. Of the others, only required members are made. */
  readonly only?: readonly string[] | undefined;
  /** The path to an unwanted value. Only its required members are made. */
  readonly without?: readonly string[] | undefined;
}

/** The parts of a contract that a generator needs. */
export type Schemas = Pick<Contract, 'documents' | 'validators'> & { readonly study?: StudySchema };

/** The generators of all seeds share what they cache of the schemas. */
export function createGenerators(
  schemas: Schemas,
  locale = 'en',
  publicUrl: () => string = usualUrl,
): (seed: string) => Generate {
  const bench = createWorkbench(schemas, locale, publicUrl);
  const siteFor = onceFor((schema: Part) => bench.views.siteOf([schema]));
  const { study = createStudy(schemas.documents) } = schemas;
  // Cached: to look a check up by its place takes as long as to check a small value.
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
      const check = checkers[direction](schema);
      const { value, hasExamples } = makeValid(bench, order, check);
      if (hasExamples || manner.only || manner.without) return value;
      return agree(value, check, study(schema));
    };
}

/** Stored records appear in lists with others, so they are kept small. */
const ofRecords = { depthOfOptionals: 3, manyValues: 300 };

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

/** Where a server listens if nothing else is said. */
export function usualUrl(): string {
  return 'http://127.0.0.1:4010';
}

function createWorkbench(
  { documents, validators }: Schemas,
  locale: string,
  publicUrl: () => string,
): GeneratorTools {
  const match = createMatch(validators);
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
  return {
    match,
    views: createSites({ reader: documents, match }),
    texts: createTextMaker({
      match,
      isFormat,
      fakers: createFakers(locale),
      countries: countriesOf(locale),
      publicUrl,
    }),
  };
}

/** Tests patterns as the validators do; undefined where they can't use the pattern either. */
function createMatch(validators: Schemas['validators']): MatchPattern {
  const known = new Map<string, TextPattern | undefined>();
  return (pattern, text) => {
    if (!known.has(pattern)) {
      if (known.size > 5000) known.clear();
      known.set(pattern, compile(pattern, validators));
    }
    return known.get(pattern)?.test(text);
  };
}

function compile(pattern: string, validators: Schemas['validators']): TextPattern | undefined {
  try {
    return validators.pattern(pattern);
  } catch {
    return undefined;
  }
}
