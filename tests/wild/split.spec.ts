import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { findDifferences, writeBoth } from '../split/compare-split.ts';
import { layouts } from '../split/split-contract.ts';
import { writeDownData } from '../unchanged/play-unchanged.ts';

const cache = inject('cache');
const all = cache.kind === 'filled' ? cache.documents : [];
/** All of them take a quarter of an hour: `STUNTDOUBLE_SPLIT_ALL=1` tries them, else one in seven. */
const isEach = Boolean(process.env['STUNTDOUBLE_SPLIT_ALL']);
const documents = all.filter((_, index) => isEach || index % 7 === 0);
/** Each contract in one of the layouts: they take turns. */
const cases = documents.flatMap((document, index) => {
  const layout = layouts[index % layouts.length];
  return layout ? [{ ...document, layout, files: layout.name }] : [];
});

describe.skipIf(cache.kind === 'offline')('plan and values', () => {
  it.each(cases)('of $name are the same in one file as with $files', async ({ file, layout }) => {
    const folder = await mkdtemp(join(tmpdir(), 'split-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { bundled, split } = await writeBoth(file, layout, folder);
    expect(findDifferences(await writeDownData(bundled), await writeDownData(split))).toEqual([]);
  });
});
