import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { loadSchemas } from '../../contract/contract-text.test-kit.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { createGenerator } from '../generate.ts';
import { createDraw } from './chance.ts';
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
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const satisfiable = fc
  .tuple(anyValue, fc.integer())
  .map(([value, seed]) => schemaOf(value, createDraw(seed)));

/** What went wrong with the values of many schemas. */
async function failuresOf(schemas: readonly JsonValue[]): Promise<readonly string[]> {
  const named = schemas.map((schema, index) => [`S${index}`, schema] as const);
  const { documents, validators, part } = await loadSchemas(Object.fromEntries(named));
  const generate = createGenerator({ documents, validators }, 'a seed');
  // Not the one that the generator itself asks.
  const referee = new Ajv2020({
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    multipleOfPrecision: 9,
  });
  return named.flatMap(([id, schema]) => {
    try {
      const value = generate(part(id), id, { direction: 'rest' });
      const isValid =
        typeof schema === 'boolean' ? schema : referee.validate(schema as JsonObject, value);
      return isValid ? [] : [`${JSON.stringify(schema)} -> ${JSON.stringify(value)}`];
    } catch (error) {
      return [`${JSON.stringify(schema)} -> ${String(error)}`];
    }
  });
}

describe('a schema that can be met', () => {
  it.each([1, 2, 3, 4, 5])('is met: a thousand of the batch %i', async (batch) => {
    const schemas = fc.sample(satisfiable, { seed: batch, numRuns: 1000 });
    expect(await failuresOf(schemas)).toEqual([]);
  });
});
