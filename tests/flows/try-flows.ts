import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, describe, expect, inject, it } from 'vitest';

import { chosenCount } from './documents.ts';
import { exceptions } from './exceptions.ts';
import type { ContractOutcome } from './play-contract.ts';
import { playContract } from './play-contract.ts';

/** Half of the contracts each, so that two processors have something to do. */
export type Half = 'first' | 'second';

export function tryFlows(half: Half): void {
  const all = inject('flowDocuments');
  const documents = all.filter((_, index) => (index % 2 === 0) === (half === 'first'));
  const outcomes: ContractOutcome[] = [];

  describe('the flows of a contract', () => {
    it.skipIf(inject('withoutWild') !== '')('are those of many', () => {
      expect(all.length).toBeGreaterThanOrEqual(15 + 7);
      expect(all.filter(({ name }) => !name.startsWith('own/'))).toHaveLength(chosenCount);
    });

    it.each(documents)('of $name come to their end', async ({ name, file }) => {
      const outcome = await playContract(name, file);
      outcomes.push(outcome);
      const found = new Set(outcome.misses.map(({ flow, trouble }) => `${trouble}: ${flow}`));
      const explained = exceptions
        .filter(({ document }) => document === name)
        .map(({ flow, trouble }) => `${trouble}: ${flow}`);
      const unexplained = outcome.misses.filter(
        ({ flow, trouble }) => !explained.includes(`${trouble}: ${flow}`),
      );
      expect(unexplained, 'what nobody explains').toEqual([]);
      expect(
        explained.filter((each) => !found.has(each)),
        'no longer needed',
      ).toEqual([]);
    });

    afterAll(async () => {
      await writeFile(join(inject('flowOutcomes'), `${half}.json`), JSON.stringify(outcomes));
    });
  });
}
