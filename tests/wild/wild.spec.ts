import { writeFile } from 'node:fs/promises';

import { afterAll, describe, expect, it } from 'vitest';

import { fillCache } from './cache.ts';
import { exceptions } from './exceptions.ts';
import type { Outcome } from './play-document.ts';
import { playDocument } from './play-document.ts';
import { writeTable } from './table.ts';

const cache = await fillCache();
if (cache.kind === 'offline') process.stdout.write(`wild: skipped, ${cache.reason}\n`);
const documents = cache.kind === 'filled' ? cache.documents : [];
const outcomes: Outcome[] = [];

describe.skipIf(cache.kind === 'offline')('contracts in the wild', () => {
  it('are many', () => {
    expect(documents.length).toBeGreaterThanOrEqual(45);
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
    const names = new Set(documents.map(({ name }) => name));
    expect(exceptions.map(({ document }) => document).filter((name) => !names.has(name))).toEqual(
      [],
    );
  });

  afterAll(async () => {
    const table = writeTable(outcomes);
    process.stdout.write(`\n${table}`);
    const file = process.env['STUNTDOUBLE_WILD_TABLE'];
    if (file !== undefined) await writeFile(file, table);
  });
});
