import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import { createDraw } from './chance.ts';
import { createGenerators } from './generate.ts';
import { schemaOf } from './schema-of-value.test-kit.ts';

const name = fc.stringMatching(/^[a-z]{1,6}$/);
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1000, max: 100_000 }),
  fc.integer({ min: -1000, max: 1000 }).map((number) => number / 100),
  fc.stringMatching(/^[a-z]{0,12}$/),
  fc.constantFrom('Zoë & Co.', '2025-01-01', ''),
);
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'xsmall', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const satisfiable = fc
  .tuple(anyValue, fc.integer())
  .map(([value, seed]) => ({ value, schema: schemaOf(value, createDraw(seed)) }));

interface Case {
  readonly value: JsonValue;
  readonly schema: JsonValue;
}

/** What went wrong with the values of many schemas. */
async function failuresOf(cases: readonly Case[]): Promise<readonly string[]> {
  const named = cases.map(({ schema }, index) => [`S${index}`, schema] as const);
  const { documents, validators, part } = await loadSchemas(Object.fromEntries(named));
  const generate = createGenerators({ documents, validators })('a seed');
  // Not the one that the generator itself asks.
  const referee = new Ajv2020({
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    multipleOfPrecision: 9,
    // Each schema judges two values: to make its code shorter isn't worth the time.
    code: { optimize: false },
  });
  const isValid = (schema: JsonValue, value: JsonValue): boolean =>
    typeof schema === 'boolean' ? schema : referee.compile(schema as JsonObject)(value);
  // Of a record at rest less is made than of a reply.
  const directions = ['response', 'rest'] as const;
  const suspects: Case[] = [];
  const unmade = cases.flatMap(({ schema, value: known }, index) => {
    try {
      const values = directions.map((direction) =>
        generate(part(`S${index}`), `S${index}`, { direction }),
      );
      const invalid = values.filter((value) => !isValid(schema, value));
      suspects.push(...invalid.map((value) => ({ schema, value })));
      return [];
    } catch (error) {
      // The referee has flaws of its own: what it refuses, nobody can make.
      return isValid(schema, known) ? [`${JSON.stringify(schema)} -> ${String(error)}`] : [];
    }
  });
  const failures = await Promise.all(
    suspects.map(async (one) => ((await isTrulyInvalid(one)) ? [describeCase(one)] : [])),
  );
  return [...unmade, ...failures.flat()];
}

function describeCase({ schema, value }: Case): string {
  return `${JSON.stringify(schema)} -> ${JSON.stringify(value)}`;
}

let asked = 0;

/** The referee loses track of unevaluated items: a slower one has the last word. */
async function isTrulyInvalid({ schema, value }: Case): Promise<boolean> {
  asked += 1;
  const uri = `https://fuzz.example/${asked}`;
  registerSchema(schema as never, uri, 'https://json-schema.org/draft/2020-12/schema');
  const { valid } = await validate(uri, value as never);
  unregisterSchema(uri);
  return !valid;
}

/** A quarter of a batch is soon done, also on a machine that has more to do. */
const quarter = 250;

describe.each([1, 2, 3, 4, 5])('a schema of batch %d that can be met', (seed) => {
  let schemas: readonly Case[] = [];
  beforeAll(() => {
    schemas = fc.sample(satisfiable, { seed, numRuns: 4 * quarter });
  });

  it.each([0, 1, 2, 3])('is met: quarter %d', async (index) => {
    const start = index * quarter;
    expect(await failuresOf(schemas.slice(start, start + quarter))).toEqual([]);
  });
});
