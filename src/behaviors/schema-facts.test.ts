import { describe, expect, it } from 'vitest';

import { loadSchemas } from '../contract/contract-text.test-kit.ts';
import type { JsonObject } from '../json.ts';
import type { SchemaFacts } from './schema-facts.ts';
import { createStudy, factsAt } from './schema-facts.ts';

const block = { $ref: '#/components/schemas/Block' };

async function study(schema: JsonObject): Promise<SchemaFacts> {
  const { documents, part } = await loadSchemas({ Block: schema });
  return createStudy(documents)(part('Block'));
}

/** All facts that the names of so many steps lead to. */
function countFacts(facts: SchemaFacts, steps: number): number {
  const found = new Set([facts]);
  for (let step = 0; step < steps; step += 1) {
    for (const one of found) {
      for (const below of [...one.names, '0']) {
        const next = factsAt(one, [below]);
        if (next) found.add(next);
      }
    }
  }
  return found.size;
}

describe('a schema that holds itself', () => {
  it.each<[string, JsonObject]>([
    ['in members', { properties: { left: block, right: block } }],
    ['in a list', { properties: { all: { type: 'array', items: block } } }],
    [
      'in alternatives',
      {
        oneOf: Array.from({ length: 10 }, (_, index) => ({
          properties: { kind: { const: index }, left: block, right: { allOf: [block] } },
        })),
      },
    ],
  ])('is studied once, however deep a value goes: %s', async (_, schema) => {
    const facts = await study(schema);
    const few = countFacts(facts, 4);
    expect(few).toBeGreaterThan(1);
    expect(countFacts(facts, 9)).toBe(few);
  });
});
