import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { MockOptions } from '../server/options.ts';
import { optionRows } from './options.ts';

const readme = await readFile(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');

/** The rows of the tables below a heading that begin with code. */
function rowsBelow(heading: string): readonly string[] {
  const [, text = ''] = readme.split(`\n## ${heading}\n`);
  const [section = ''] = text.split('\n## ');
  return section.split('\n').filter((line) => line.startsWith('| `'));
}

it.each(optionRows)('the readme has one row for --$name', ({ name, variable, isSecret }) => {
  const rows = rowsBelow('Command line').filter((row) =>
    new RegExp(`^\\| \`--${name}[ \`]`).test(row),
  );
  expect(rows).toHaveLength(1);
  if (variable !== undefined) expect(rows[0]).toContain(`\`${variable}\``);
  if (isSecret) expect(rows[0]).toContain(`\`${variable}_FILE\``);
});

/** The compiler sees to it that none is missing. */
const members: Readonly<Record<keyof MockOptions, true>> = {
  contract: true,
  fixtures: true,
  data: true,
  durability: true,
  seed: true,
  onBreach: true,
  lenient: true,
  allowRemoteRefs: true,
  allowRefs: true,
  overlay: true,
  auth: true,
  unknownQuery: true,
  queryPreferences: true,
  stateless: true,
  cors: true,
  corsOrigin: true,
  allowHost: true,
  control: true,
  controlToken: true,
  trustProxy: true,
  controlPrefix: true,
  requestFaults: true,
  unmatched: true,
  watch: true,
  resetEvery: true,
  maxWorlds: true,
  worldIdle: true,
  maxBytesInFlight: true,
  bodyTimeout: true,
  journal: true,
  journalBytes: true,
  onExchange: true,
  coverage: true,
  onNotice: true,
};

it.each(Object.keys(members))('the readme has one row for the option %s of createMock', (name) => {
  const heads = rowsBelow('Library').map((row) => row.split(' | ')[0] ?? '');
  expect(heads.filter((head) => head.includes(`\`${name}\``))).toHaveLength(1);
});
