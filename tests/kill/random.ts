/** Numbers that are the same for the same seed, so that what was done can be done again; when, can't. */
export interface Dice {
  /** From 0 to 1. */
  next(): number;
  /** One of 0, 1, … below the limit. */
  below(limit: number): number;
}

/** The generator "mulberry32". */
export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit) => Math.floor(next() * limit) };
}
