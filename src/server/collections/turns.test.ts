import { describe, expect, it } from 'vitest';

import { createTurns, sortInTurns } from './turns.ts';

describe('work in turns', () => {
  it('rests when its time is over, and then goes on', async () => {
    let now = 0;
    const turns = createTurns(() => now);
    expect(turns.rest()).toBeUndefined();
    now = 8;
    const rest = turns.rest();
    expect(rest).toBeInstanceOf(Promise);
    await rest;
    expect(turns.rest()).toBeUndefined();
  });

  it.each([0, 1, 4095, 4096, 4097, 12_289, 20_000])(
    'sorts %i things as a stable sort does',
    async (count) => {
      const things = Array.from({ length: count }, (_, at) => ({ at, rank: (at * 7919) % 97 }));
      const compare = (left: { rank: number }, right: { rank: number }): number =>
        left.rank - right.rank;
      const sorted = await sortInTurns(things, compare, createTurns());
      expect(sorted).toEqual(things.toSorted(compare));
    },
  );
});
