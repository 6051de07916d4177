import { describe, expect, test } from 'vitest';

import { hasRedis } from '../redis.ts';
import { runHistory } from './run-history.ts';

const runs = Number(process.env['STUNTDOUBLE_HISTORY_RUNS'] ?? 5);
const first = Number(process.env['STUNTDOUBLE_HISTORY_SEED'] ?? Date.now() % 1_000_000);
const seeds = Array.from({ length: runs }, (_, index) => first + index);

describe.skipIf(!hasRedis)('what eight clients see of three replicas that fail', () => {
  test.each(seeds)(
    'is linearizable for each record, and nothing acknowledged is lost (seed %i)',
    async (seed) => {
      const { fault, operations, acknowledged, unknown } = await runHistory(seed);
      process.stdout.write(
        `history ${seed}: ${operations} operations, ${acknowledged} writes acknowledged, ${unknown} of unknown outcome, ${fault === undefined ? 'good' : 'BAD'}\n`,
      );
      expect(fault ?? 'nothing is wrong').toBe('nothing is wrong');
      // A history in which little was done proves little.
      expect(acknowledged).toBeGreaterThan(30);
    },
  );
});
