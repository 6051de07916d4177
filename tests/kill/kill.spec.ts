import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { LaneOptions, Tally } from './rounds.ts';
import { playRounds } from './rounds.ts';

const rounds = Number(process.env['STUNTDOUBLE_KILL_ROUNDS'] ?? 201);
const seed = Number(process.env['STUNTDOUBLE_KILL_SEED'] ?? Date.now() % 1_000_000);

const contract = join(import.meta.dirname, 'contract.yaml');
/** Each on a folder of its own, all at once. */
const kinds: readonly Pick<LaneOptions, 'durability' | 'fill'>[] = [
  { durability: 'sync', fill: 0 },
  { durability: 'sync', fill: 16_000 },
  { durability: 'flush', fill: 0 },
];

test(`${rounds} kills lose nothing that was answered`, async () => {
  const tallies = await Promise.all(
    kinds.map((kind, index) =>
      playRounds({
        contract,
        ...kind,
        rounds: Math.ceil(rounds / kinds.length),
        seed: seed + index,
      }),
    ),
  );

  const sum = (count: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + count(tally), 0);
  const faults = tallies.flatMap((tally) => tally.faults);
  const failedStarts = tallies.flatMap((tally) => tally.failedStarts);
  process.stdout.write(
    `kill: ${sum((tally) => tally.rounds)} rounds (seed ${seed}), ` +
      `${sum((tally) => tally.acknowledged)} writes acknowledged, ${faults.length} lost, ` +
      `${sum((tally) => tally.kept)} unacknowledged kept and ${sum((tally) => tally.dropped)} dropped, ` +
      `${failedStarts.length} failed starts\n`,
  );
  expect({ faults: faults.slice(0, 10), failedStarts }).toEqual({ faults: [], failedStarts: [] });
  expect(sum((tally) => tally.rounds)).toBeGreaterThanOrEqual(rounds);
  // A test that writes nothing proves nothing.
  expect(sum((tally) => tally.acknowledged)).toBeGreaterThan(rounds * 5);
});
