import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Disk } from '../ledger/disk.ts';
import { machineDisk } from '../ledger/disk.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { FileBytes, FileStates } from './file-bytes.ts';
import { keepInMemory } from './file-bytes.ts';
import { filesFolder, keepInFolder } from './file-folder.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const none: ReadonlySet<string> = new Set();

function openFolder(folder: string, most: number, disk: Disk = machineDisk): FileBytes {
  return keepInFolder({ disk, folder, isSynced: true }, most);
}

const kinds: readonly (readonly [string, (most: number) => Promise<FileBytes>])[] = [
  ['in memory', (most) => Promise.resolve(keepInMemory(most))],
  ['in a folder', async (most) => openFolder(await writeFolder(), most)],
];

/** States that name these files, and that are durable. */
function naming(...hashes: readonly string[]): FileStates {
  return { list: () => new Set(hashes), durable: () => undefined };
}

/** What a request does that names all of its files. */
async function keep(files: FileBytes, ...texts: readonly string[]): Promise<readonly string[]> {
  const all = texts.map(bytesOf);
  const release = await files.prepare(all);
  const hashes = files.hashesOf(all);
  release(new Set(hashes));
  return hashes;
}

function read(files: FileBytes, ...texts: readonly string[]): readonly (string | undefined)[] {
  return files.hashesOf(texts.map(bytesOf)).map((hash) => {
    const bytes = files.read(hash);
    return bytes && Buffer.from(bytes).toString();
  });
}

describe.each(kinds)('bytes of files, %s', (_, open) => {
  it('are read by the hash of their content', async () => {
    const files = await open(100);
    const [first, , again] = await keep(files, 'one', 'two', 'one');
    expect(again).toBe(first);
    expect(read(files, 'one', 'two', 'three')).toEqual(['one', 'two', undefined]);
  });

  it('are refused where all together are too many, and none of the request is kept', async () => {
    const files = await open(8);
    files.takeOver(naming(...(await keep(files, 'one'))));
    await expect(keep(files, 'two', 'three')).rejects.toMatchObject({ code: 'storage-failed' });
    expect(read(files, 'one', 'two', 'three')).toEqual(['one', undefined, undefined]);
    await keep(files, 'three');
  });

  it('go when there must be room and no state names them', async () => {
    const files = await open(6);
    const [, second = ''] = await keep(files, 'one', 'two');
    files.takeOver(naming(second));
    await keep(files, 'six');
    expect(read(files, 'one', 'two', 'six')).toEqual([undefined, 'two', 'six']);
  });

  it('go when their request ends and names them not, and give back their room', async () => {
    const files = await open(6);
    await keep(files, 'one');
    const release = await files.prepare(['one', 'two'].map(bytesOf));
    release(none);
    expect(read(files, 'one', 'two')).toEqual(['one', undefined]);
    await keep(files, 'six');
  });
});

describe('bytes in a folder', () => {
  it('stay while another request that is under way has them, or has named them', async () => {
    const files = openFolder(await writeFolder(), 100);
    const all = [bytesOf('one')];
    const [first, second, third] = [
      await files.prepare(all),
      await files.prepare(all),
      await files.prepare(all),
    ];
    first(none);
    expect(read(files, 'one')).toEqual(['one']);
    second(new Set(files.hashesOf(all)));
    third(none);
    expect(read(files, 'one')).toEqual(['one']);
  });

  it('stay while their request is under way, also when there must be room', async () => {
    const files = openFolder(await writeFolder(), 6);
    files.takeOver(naming());
    const release = await files.prepare([bytesOf('one')]);
    await keep(files, 'two');
    await keep(files, 'six');
    expect(read(files, 'one', 'two', 'six')).toEqual(['one', undefined, 'six']);
    release(none);
    expect(read(files, 'one')).toEqual([undefined]);
  });

  it('stay until it is durable that no state names them', async () => {
    const files = openFolder(await writeFolder(), 6);
    const [first = ''] = await keep(files, 'one', 'two');
    let named = new Set<string>();
    files.takeOver({
      list: () => named,
      // The deletion could not be stored, and was taken back.
      durable() {
        named = new Set([first]);
        return Promise.reject(new Error('full'));
      },
    });
    await keep(files, 'one', 'six');
    expect(read(files, 'one', 'six')).toEqual(['one', 'six']);
  });

  it('go at the start where a crash has left them, also unfinished ones', async () => {
    const name = 'a'.repeat(64);
    const texts = [[name, 'one'] as const, [`${'b'.repeat(64)}.part`, 'tw'] as const];
    const paths = texts.map(([file, text]) => [join(filesFolder, file), text] as const);
    const folder = await writeFolder(Object.fromEntries(paths));
    openFolder(folder, 6).takeOver(naming(name));
    expect(await readdir(join(folder, filesFolder))).toEqual([name]);
  });

  it('are counted once', async () => {
    const folder = await writeFolder({ [join(filesFolder, 'a'.repeat(64))]: 'four' });
    const files = openFolder(folder, 10);
    await keep(files, 'one');
    await writeFile(join(folder, filesFolder, 'b'.repeat(64)), 'not counted any more');
    await keep(files, 'two');
    await expect(keep(files, 'six')).rejects.toMatchObject({ code: 'storage-failed' });
  });

  it('take no room where they could not be written', async () => {
    const folder = await writeFolder();
    let isFull = true;
    const files = openFolder(folder, 3, {
      ...machineDisk,
      async rename(from, to) {
        if (isFull) throw new Error('the disk is full');
        await machineDisk.rename(from, to);
      },
    });
    await expect(keep(files, 'one')).rejects.toMatchObject({ code: 'storage-failed' });
    expect(await readdir(join(folder, filesFolder))).toEqual([]);
    isFull = false;
    await keep(files, 'two');
  });
});
