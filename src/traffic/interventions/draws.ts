import { createHash } from 'node:crypto';

/** Draws a number from 0 (included) to 1 (excluded), another one for each purpose. */
export type DrawChance = (purpose: string) => number;

/** The numbers depend only on the arguments, so that a run can be repeated. */
export function createDraw(seed: string, id: string, count: number): DrawChance {
  return (purpose) =>
    createHash('sha256')
      .update(JSON.stringify([seed, id, count, purpose]))
      .digest()
      .readUIntBE(0, 6) /
    2 ** 48;
}
