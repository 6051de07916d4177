import { describe, expect, it, vi } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Check } from '../checks/validators.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { Language } from '../load/languages.test-kit.ts';
import { languages } from '../load/languages.test-kit.ts';
import { countLooks, nest } from '../load/looks.test-kit.ts';
import { createRecursion } from './recursion.ts';

async function checkOf({ schemas }: Pick<Language, 'schemas'>): Promise<Check> {
  const { validators, part } = await loadSchemas(schemas);
  const check = validators.check(part('Expr'), 'request');
  expect(check.defect?.()).toBeUndefined();
  return check;
}

describe.each(languages)('a language of %s', (_, language) => {
  it.each(['good', 'bad'] as const)(
    'is checked in steps that grow with the value: %s',
    async (kind) => {
      const check = await checkOf(language);
      const [few = 0, more = 0, most = 0] = [8, 16, 32].map((depth) =>
        countLooks(nest(language, language[kind], depth), check),
      );
      expect(few).toBeGreaterThan(8);
      expect(more).toBeGreaterThan(few);
      // In proportion it is 2; with a second look at each level, it would be more than 65,000.
      expect((most - more) / (more - few)).toBeLessThan(2.5);
    },
  );

  it('tells good from bad, however deep', async () => {
    const check = await checkOf(language);
    for (const depth of [1, 2, 9, 100]) {
      expect(check(nest(language, language.good, depth))).toEqual([]);
      expect(check(nest(language, language.bad, depth)).length).toBeGreaterThan(0);
    }
  });

  it('says in few words what is wrong at the bottom', async () => {
    const check = await checkOf(language);
    const [fault] = check(nest(language, language.bad, 8));
    expect(`${fault?.pointer} ${fault?.message}`).toMatch(language.fault);
    const faults = check(nest(language, language.bad, 200));
    expect(JSON.stringify(faults).length).toBeLessThan(5000);
  });
});

it('what is looked at on one way alone is not remembered, and what doubles is', async () => {
  const $ref = '#/components/schemas/Expr';
  const properties = { of: { type: 'array', items: { $ref } } };
  const once = { type: 'object', properties };
  const twice = { allOf: [once, { type: 'object', properties: { of: { items: { $ref } } } }] };
  let body: JsonValue = {};
  for (let level = 0; level < 12; level += 1) body = { of: [body, { of: [] }] };
  const wide = { of: Array.from({ length: 3000 }, () => structuredClone(body)) };
  const remembered = async (Expr: JsonObject): Promise<number> => {
    const check = await checkOf({ schemas: { Expr } });
    expect(check({ of: [{}] })).toEqual([]);
    const set = vi.spyOn(Map.prototype, 'set');
    try {
      expect(check(wide)).toEqual([]);
      return set.mock.calls.length;
    } finally {
      set.mockRestore();
    }
  };
  expect(await remembered(once)).toBe(0);
  expect(await remembered(twice)).toBeGreaterThan(1000);
});

describe('what is looked at once', () => {
  const expr = { $ref: '#/components/schemas/Expr' };
  const either = (...kinds: readonly JsonObject[]): JsonObject => ({
    oneOf: kinds.map((kind) => ({ type: 'object', ...kind, properties: { in: expr } })),
  });

  it('is told of in all places where it stands', async () => {
    const { validators, part } = await loadSchemas({
      Expr: { type: 'object', allOf: [{ additionalProperties: expr }, { minProperties: 0 }] },
    });
    const twice = { x: 1 };
    const faults = validators.check(part('Expr'), 'rest')({ a: twice, b: { c: twice } });
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/a/x', '/b/c/x']);
  });

  it('is looked at again in the next request', async () => {
    const { validators, part } = await loadSchemas({
      Expr: either({ required: ['a'] }, { required: ['b'] }),
    });
    const inner: Record<string, JsonValue> = { a: 1 };
    const check = validators.check(part('Expr'), 'rest');
    expect(check({ a: 1, in: inner })).toEqual([]);
    inner['b'] = 1;
    expect(check({ a: 1, in: inner })).toHaveLength(1);
  });

  it('is asked for what goes its way, and for nothing else', async () => {
    const { validators, part } = await loadSchemas({
      Expr: {
        required: ['id', 'key'],
        properties: {
          id: { type: 'string', readOnly: true },
          key: { type: 'string', writeOnly: true },
          in: expr,
        },
        allOf: [{ properties: { in: expr } }],
      },
    });
    const missing = (direction: 'request' | 'response' | 'rest', value: JsonValue) =>
      validators
        .check(
          part('Expr'),
          direction,
        )(value)
        .map(({ pointer }) => pointer);
    const value = { id: 'a', key: 'b', in: {} };
    expect(missing('request', value)).toEqual(['/in/key']);
    expect(missing('response', value)).toEqual(['/in/id']);
    expect(missing('rest', value)).toEqual(['/in/id', '/in/key']);
  });
});

describe('a schema that comes back to itself on several ways', () => {
  const itself = { $ref: '#/components/schemas/It' };
  const more = { $ref: '#/components/schemas/More' };
  it.each<[string, JsonObject, boolean]>([
    ['a plain one', { It: { properties: { a: { type: 'string' } } } }, false],
    ['alternatives that end', { It: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, false],
    ['a tree', { It: { properties: { in: { type: 'array', items: itself } } } }, false],
    [
      'a chain',
      { It: { properties: { in: more } }, More: { additionalProperties: itself } },
      false,
    ],
    ['one that leads to others', { It: { items: more }, More: { anyOf: [more, {}] } }, false],
    ['alternatives', { It: { anyOf: [{ items: itself }, { type: 'string' }] } }, true],
    ['alternatives elsewhere', { It: { items: more }, More: { oneOf: [itself, {}] } }, true],
    [
      'a keyword beside a reference',
      { It: { items: { ...more, items: itself } }, More: itself },
      true,
    ],
    ['what looks like it in data', { It: { items: itself, default: { anyOf: [itself] } } }, false],
  ])('%s: %s', async (_, schemas, expected) => {
    const { documents, part } = await loadSchemas({ More: {}, ...schemas });
    const recursion = createRecursion(documents);
    const { uri } = part('It');
    expect(recursion.comesBackInWays(itself.$ref, uri)).toBe(expected);
  });
});
