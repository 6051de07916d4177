import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, inject, it } from 'vitest';

import type { Findings } from './play-unchanged.ts';
import { digest, writeDown } from './play-unchanged.ts';

/** Half of the contracts each, so that two processors have something to do. */
export type Half = 'first' | 'second';

type Digests = Readonly<Record<keyof Findings, string>>;

const root = join(import.meta.dirname, '..', '..');
const book = join(import.meta.dirname, 'digests.json');

/** Set, the texts are written into this folder, to be compared with those of another commit. */
const folder = process.env['STUNTDOUBLE_UNCHANGED_FOLDER'];

/** Set, the digests are written instead of compared. */
const isUpdate = Boolean(process.env['STUNTDOUBLE_UPDATE_DIGESTS']);

const own = [
  ...['tests/contracts', 'tests/contracts/several', 'tests/flows/contracts', 'tests/kill'].flatMap(
    (place) =>
      readdirSync(join(root, place))
        .filter((file) => /\.(yaml|json)$/.test(file))
        .map((file) => `${place}/${file}`),
  ),
  'openapi.yaml',
  'src/control/openapi.yaml',
];

export function tryUnchanged(half: Half): void {
  const cache = inject('cache');
  const wild = cache.kind === 'filled' ? cache.documents : [];
  const all = [...own.map((name) => ({ name, file: join(root, name) })), ...wild];
  const documents = all.filter((_, index) => (index % 2 === 0) === (half === 'first'));
  describe('plan, values and replies', () => {
    it.each(documents)('of $name are what they were', async ({ name, file }) => {
      const found = await writeDown(file);
      if (folder !== undefined) await keep(folder, name, found);
      const digests = {
        plan: digest(found.plan),
        data: digest(found.data),
        replies: digest(found.replies),
      };
      if (isUpdate) update(name, digests);
      expect(digests).toEqual(readBook()[name]);
    });
  });
}

function readBook(): Readonly<Record<string, Digests>> {
  // A trust edge: the file is ours.
  return JSON.parse(readFileSync(book, 'utf8')) as Readonly<Record<string, Digests>>;
}

function update(name: string, digests: Digests): void {
  const all = Object.entries({ ...readBook(), [name]: digests });
  const sorted = all.toSorted(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(book, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

async function keep(place: string, name: string, found: Findings): Promise<void> {
  for (const [kind, lines] of Object.entries(found)) {
    const file = join(place, name, `${kind}.txt`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${lines.join('\n')}\n`);
  }
}
