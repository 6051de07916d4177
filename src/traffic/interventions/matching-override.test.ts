import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { createPattern } from '../../contract/checks/patterns/safe-patterns.ts';
import type { MatchDocument } from '../documents.ts';
import type { CompilePattern, Matchable } from '../matching/matcher.ts';
import { compileMatch } from '../matching/matcher.ts';
import { createTurnOrder, findMeant } from './matching-override.ts';
import type { HeldOverride } from './override-list.ts';

const limit = { requests: 1, per: 1, by: 'credential' } as unknown as NonNullable<
  HeldOverride['limit']
>;

function override(
  id: string,
  match?: MatchDocument,
  more: Partial<HeldOverride> = {},
): HeldOverride {
  return {
    id,
    serial: 1,
    home: 'default',
    world: undefined,
    input: {},
    size: 0,
    tallies: new Map(),
    operation: undefined,
    matcher:
      match === undefined
        ? undefined
        : compileMatch(match, undefined, more.seed === 'counted' ? counted : createPattern),
    isBeforeAuth: false,
    limit: undefined,
    isExpiring: false,
    acts: [],
    parts: ['answer'],
    sureParts: more.times === undefined && more.probability === undefined ? ['answer'] : [],
    times: undefined,
    probability: 1,
    seed: undefined,
    notice: undefined,
    priority: 0,
    ...more,
  };
}

let patterns = 0;
const counted: CompilePattern = (source) => {
  const pattern = new RegExp(source, 'u');
  return {
    test: (text) => {
      patterns += 1;
      return pattern.test(text);
    },
  };
};

function request(body: JsonValue): Matchable {
  return { path: {}, query: 'a=1', headers: {}, body, parameters: [] };
}

describe('the overrides that a request is meant for', () => {
  const no = { query: { a: '2' } };
  const yes = { query: { a: '1' } };

  it.each<[string, readonly HeldOverride[], readonly string[]]>([
    ['none', [], []],
    ['those whose conditions hold, in their order', [override('a', no), override('b', yes)], ['b']],
    ['one that has none', [override('a')], ['a']],
    ['none behind one that surely happens', [override('a'), override('b')], ['a']],
    [
      'those behind it that decide something else',
      [
        override('a'),
        override('b', yes, { parts: ['delay', 'answer'], sureParts: ['delay', 'answer'] }),
        override('c', yes, { parts: ['delay'] }),
        override('d', yes, { parts: ['speed'] }),
      ],
      ['a', 'b', 'd'],
    ],
    [
      'those behind one that may be over',
      [override('a', yes, { times: 1 }), override('b')],
      ['a', 'b'],
    ],
    [
      'those behind one that is drawn',
      [override('a', yes, { probability: 0.5 }), override('b')],
      ['a', 'b'],
    ],
    [
      'limits, wherever they stand',
      [override('a'), override('b', yes, { limit }), override('c', no, { limit })],
      ['a', 'b'],
    ],
  ])('%s', async (_, overrides, expected) => {
    const meant = await findMeant(overrides, request(null), createTurnOrder());
    expect(meant.map(({ id }) => id)).toEqual(expected);
  });

  it('are told without trying a pattern where something cheaper tells', () => {
    const match = {
      body: [
        { pointer: '/text', matches: 'x' },
        { pointer: '/kind', equals: 'other' },
      ],
    };
    patterns = 0;
    const held = Array.from({ length: 1000 }, () => override('a', match, { seed: 'counted' }));
    expect(findMeant(held, request({ text: 'x', kind: 'this' }), createTurnOrder())).toEqual([]);
    expect(patterns).toBe(0);
  });

  it('are told after the first pattern that does not hold', () => {
    const body = Array.from({ length: 10 }, () => ({ pointer: '/text', matches: 'y' }));
    patterns = 0;
    const held = Array.from({ length: 50 }, () => override('a', { body }, { seed: 'counted' }));
    expect(findMeant(held, request({ text: 'x' }), createTurnOrder())).toEqual([]);
    expect(patterns).toBe(50);
  });

  it('are looked for in turns, each of so many characters, whatever others ask', async () => {
    const length = 100_000;
    const body = Array.from({ length: 10 }, () => ({ pointer: '/text', matches: 'x$' }));
    patterns = 0;
    const held = Array.from({ length: 20 }, () =>
      override('a', { body }, { seed: 'counted', times: 1 }),
    );
    const order = createTurnOrder();
    const asked = request({ text: 'x'.repeat(length) });
    const meant = [findMeant(held, asked, order), findMeant(held, asked, order)];
    expect(patterns).toBe(4);
    for (let turn = 0; turn < 300; turn += 1) {
      const before = patterns;
      await nextTurn();
      expect((patterns - before) * length).toBeLessThanOrEqual(262_144);
    }
    expect(patterns).toBe(400);
    for (const found of meant) expect(await found).toHaveLength(20);
  });
});
