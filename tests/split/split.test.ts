import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeDown } from '../unchanged/play-unchanged.ts';
import { findDifferences, writeBoth } from './compare-split.ts';
import { layouts } from './split-contract.ts';

const root = join(import.meta.dirname, '..', '..');

const contracts = [
  ...['tests/contracts', 'tests/flows/contracts'].flatMap((place) =>
    readdirSync(join(root, place))
      .filter((file) => /\.(yaml|json)$/.test(file))
      .map((file) => `${place}/${file}`),
  ),
  'tests/split/menagerie.yaml',
  'openapi.yaml',
];

describe.each(contracts)('plan, values and replies of %s', (contract) => {
  it.each(layouts)('are the same in one file as with $name', async (layout) => {
    const folder = await mkdtemp(join(tmpdir(), 'split-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { bundled, split } = await writeBoth(join(root, contract), layout, folder);
    expect(findDifferences(await writeDown(bundled), await writeDown(split))).toEqual([]);
  });
});
