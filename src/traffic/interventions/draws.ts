import { createHash } from 'node:crypto';

/** A number from 0 up to, and without, 1; another for each thing that is drawn. */
export type DrawChance = (purpose: string) => number;

/** It depends on nothing but the texts and the number, so that a run can be played again. */
export function createDraw(seed: string, id: string, count: number): DrawChance {
  return (purpose) =>
    createHash('sha256')
      .update(JSON.stringify([seed, id, count, purpose]))
      .digest()
      .readUIntBE(0, 6) /
    2 ** 48;
}
