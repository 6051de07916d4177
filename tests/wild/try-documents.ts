import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, describe, expect, inject, it } from 'vitest';

import { exceptions } from './exceptions.ts';
import type { Outcome } from './play-document.ts';
import { playDocument } from './play-document.ts';

/** Half of the contracts each, so that two processors have something to do. */
export type Half = 'first' | 'second';

export function tryDocuments(half: Half): void {
  const cache = inject('cache');
  const all = cache.kind === 'filled' ? cache.documents : [];
  const documents = all.filter((_, index) => (index % 2 === 0) === (half === 'first'));
  const outcomes: Outcome[] = [];

  describe.skipIf(cache.kind === 'offline')('contracts in the wild', () => {
    it('are many', () => {
      expect(all.length).toBeGreaterThanOrEqual(45);
    });

    it.each(documents)('$name answers every GET, valid', async (document) => {
      const outcome = await playDocument(document);
      outcomes.push(outcome);
      const found = new Set(
        outcome.deviations.map(({ operation, trouble }) => `${trouble}: ${operation}`),
      );
      const explained = exceptions
        .filter((exception) => exception.document === document.name)
        .map(({ operation, trouble }) => `${trouble}: ${operation}`);
      const unexplained = outcome.deviations.filter(
        ({ operation, trouble }) => !explained.includes(`${trouble}: ${operation}`),
      );
      expect(unexplained, 'what nobody explains').toEqual([]);
      expect(
        explained.filter((each) => !found.has(each)),
        'no longer needed',
      ).toEqual([]);
    });

    it('are all there that exceptions speak of', () => {
      const names = new Set(all.map(({ name }) => name));
      expect(exceptions.map(({ document }) => document).filter((name) => !names.has(name))).toEqual(
        [],
      );
    });

    afterAll(async () => {
      await writeFile(join(inject('outcomes'), `${half}.json`), JSON.stringify(outcomes));
    });
  });
}
