import { describe, expect, it } from 'vitest';

import { machineDisk } from '../ledger/disk.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { FileBytes } from './file-bytes.ts';
import { keepInMemory } from './file-bytes.ts';
import { keepInFolder } from './file-folder.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

const kinds: readonly (readonly [string, (most: number) => Promise<FileBytes>])[] = [
  ['in memory', (most) => Promise.resolve(keepInMemory(most))],
  [
    'in a folder',
    async (most) =>
      keepInFolder({ disk: machineDisk, folder: await writeFolder(), isSynced: true }, most),
  ],
];

async function keep(files: FileBytes, ...texts: readonly string[]): Promise<readonly string[]> {
  const all = texts.map(bytesOf);
  await files.prepare(all);
  return files.keep(all);
}

describe.each(kinds)('bytes of files, %s', (_, open) => {
  it('are read by the hash of their content', async () => {
    const files = await open(100);
    const [first = '', second = '', again] = await keep(files, 'one', 'two', 'one');
    expect(Buffer.from(files.read(first) ?? '').toString()).toBe('one');
    expect(Buffer.from(files.read(second) ?? '').toString()).toBe('two');
    expect(again).toBe(first);
    expect(files.read('0'.repeat(64))).toBeUndefined();
  });

  it('are refused where all together are too many', async () => {
    const files = await open(5);
    const used = new Set(await keep(files, 'one'));
    files.takeOver(() => used);
    await expect(keep(files, 'two')).rejects.toMatchObject({ code: 'storage-failed' });
  });
});

describe('bytes in memory', () => {
  it('go when there must be room and no state names them', async () => {
    const files = keepInMemory(6);
    const [first = '', second = ''] = await keep(files, 'one', 'two');
    files.takeOver(() => new Set([second]));
    const [third = ''] = await keep(files, 'six');
    expect([first, second, third].map((hash) => files.read(hash) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
