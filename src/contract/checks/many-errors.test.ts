import { describe, expect, it, vi } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import { countLooks } from '../load/looks.test-kit.ts';
import type { Check } from './validators.ts';

const block = { $ref: '#/components/schemas/Block' };

/** Blocks of several types, each of which may hold blocks and texts. */
function blocks(types: number): JsonObject {
  const children = { type: 'array', items: { anyOf: [block, { type: 'string' }] } };
  const oneOf = Array.from({ length: types }, (_, index) => ({
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', enum: [`t${index}`] }, children },
  }));
  return { Block: { oneOf } };
}

async function checkOf(schemas: JsonObject): Promise<Check> {
  const { validators, part } = await loadSchemas(schemas);
  return validators.check(part('Block'), 'request');
}

function repeat(child: JsonValue, times: number): readonly JsonValue[] {
  return Array.from({ length: times }, () => structuredClone(child));
}

/** How many items are copied from one list to another. */
function countCopies(work: () => void): number {
  const { concat } = Array.prototype;
  let copies = 0;
  const spy = vi.spyOn(Array.prototype, 'concat').mockImplementation(function copy(
    this: unknown[],
    ...lists: unknown[]
  ) {
    const all = concat.apply(this, lists);
    copies += all.length;
    if (copies > 1_000_000) throw new Error('so many copies take too long');
    return all;
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
  return copies;
}

it('alternatives that say again what their base says are compared no more often than it tells', async () => {
  const kids = { type: 'array', items: block };
  const kind = (name: string): JsonObject => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'string' }, kids },
  });
  const Block = {
    allOf: [{ type: 'object', properties: { kids } }, { oneOf: [kind('a'), kind('b')] }],
  };
  const check = await checkOf({ Block });
  let chain: JsonValue = 1;
  for (let level = 0; level < 239; level += 1) chain = { kids: [chain] };
  const split = vi.spyOn(String.prototype, 'split');
  try {
    const faults = check({ kids: repeat(chain, 35) });
    expect(split.mock.calls.length).toBeLessThan(100_000);
    expect(faults.length).toBeGreaterThan(1);
  } finally {
    split.mockRestore();
  }
});

describe('alternatives that hold themselves', () => {
  it.each<[string, JsonValue]>([
    ['objects', {}],
    ['numbers', 1],
    ['unknown types', { type: 'z' }],
  ])('take what a body is worth where all of it is wrong: %s', async (_, child) => {
    const check = await checkOf(blocks(30));
    const copies = (times: number): number =>
      countCopies(() => {
        expect(check({ type: 't0', children: repeat(child, times) })).not.toEqual([]);
      });
    expect(copies(600)).toBeLessThan(100_000);
    expect(copies(1200)).toBeLessThan(100_000);
  });

  it('are looked into no further once they fail', async () => {
    const check = await checkOf(blocks(30));
    const [few = 0, many = 0] = [50_000, 100_000].map((times) =>
      countLooks({ children: repeat('', times) }, check),
    );
    // With a look at each child by each type it would be thirty.
    expect((many - few) / 50_000).toBeLessThan(4);
  });

  it('are looked into where a value is of their kind', async () => {
    const [few = 0, many = 0] = await Promise.all(
      [2, 30].map(async (types) => {
        const check = await checkOf(blocks(types));
        const tree = { type: 't1', children: repeat({ type: 't0', children: ['a'] }, 100) };
        return countLooks(tree, (value) => expect(check(value)).toEqual([]));
      }),
    );
    expect(many).toBeLessThan(1.5 * few);
  });
});

describe('what is wrong everywhere', () => {
  it('is told as far as anybody reads, and said to be more', async () => {
    const check = await checkOf(blocks(30));
    const faults = check({ type: 't0', children: repeat({}, 50_000) });
    expect(faults).toEqual([
      {
        pointer: '',
        keyword: 'oneOf',
        message: expect.stringMatching(
          /^must match exactly one of 30 schemas; nearest: \/children\/0\/type is required, but missing; \/children\/1\/type is required, .* more$/,
        ),
      },
      { pointer: '', keyword: 'limit', message: 'may have further faults' },
    ]);
  });

  it('is not mistaken for what is negated or is a condition', async () => {
    const bad = { type: 'object', required: ['no'], properties: { children: false } };
    const check = await checkOf({
      Block: {
        properties: { children: { type: 'array', items: block } },
        required: ['type'],
        not: { required: ['type'], allOf: [{ $ref: '#/components/schemas/Bad' }] },
        if: { $ref: '#/components/schemas/Bad' },
        else: { properties: { type: { const: 'a' } } },
        maxProperties: 2,
      },
      Bad: bad,
    });
    const wrong = { type: 'a', other: 1, more: 2 };
    const faults = check({ type: 'a', children: repeat(wrong, 30_000) });
    const told = new Set(faults.map(({ keyword }) => keyword));
    expect([...told]).toEqual(['maxProperties', 'limit']);
  });
});

describe('a value of one kind', () => {
  const typed = (type: JsonValue, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { type, a: { type: 'number' } },
    ...more,
  });
  it.each<[string, JsonValue[], JsonValue, boolean]>([
    ['fits by its constant', [typed({ const: 'x' }), typed({ const: 'y' })], { type: 'y' }, true],
    ['fits by null', [typed({ const: null }), typed({ const: 'y' })], { type: null }, true],
    ['fits two', [typed({ const: 'x' }), typed({ enum: ['x', 1] })], { type: 'x' }, false],
    ['fits none', [typed({ const: 'x' }), typed({ const: 'y' })], { type: 'z' }, false],
    [
      'does not say',
      [typed({ const: 'x' }), typed({ const: 'y' }, { minProperties: 9 })],
      {},
      true,
    ],
    ['is no object', [typed({ const: 'x' }), typed({ const: 'y' }), { type: 'string' }], 'x', true],
    ['is of no type', [{ properties: { type: { const: 'x' } } }, typed({ const: 'y' })], 'x', true],
    [
      'has a name that all objects have',
      [1, 2].map((value) => ({
        type: 'object',
        properties: { constructor: { const: value } },
        minProperties: value - 1,
      })),
      {},
      true,
    ],
  ])('%s', async (_, oneOf, value, fits) => {
    const check = await checkOf({ Block: { oneOf } });
    expect(check(value).length === 0).toBe(fits);
  });

  it('is told what is wrong with that kind', async () => {
    const oneOf = [typed({ const: 'x' }, { required: ['b'] }), typed({ const: 'y' })];
    const check = await checkOf({ Block: { oneOf } });
    expect(check({ type: 'y', a: 'z' })).toEqual([
      {
        pointer: '',
        keyword: 'oneOf',
        message:
          'must match exactly one of 2 schemas; nearest: /a must be a number, but is the string "z"',
      },
    ]);
  });
});
