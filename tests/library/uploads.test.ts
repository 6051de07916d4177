import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { openNotes, writeNotes } from './notes.ts';

const scan = new Uint8Array([0x89, 0x50, 0, 255, 10]);

function open(folder: string): Promise<Mock> {
  return openNotes(folder, { data: join(folder, 'data'), durability: 'flush' });
}

async function put(mock: Mock, path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const headers = { 'content-type': 'image/png' };
  return (await fetch(mock.url + path, { method: 'PUT', headers, body })).status;
}

describe('an uploaded file in a data folder', () => {
  it('is there after the next start, once for all records that have it', async () => {
    const folder = await writeNotes();
    const first = await open(folder);
    expect(await put(first, '/notes/a/scan', scan)).toBe(204);
    expect(await put(first, '/notes/b/scan', scan)).toBe(204);
    await first.close();
    expect(await readdir(join(folder, 'data', 'files'))).toHaveLength(1);
    const second = await open(folder);
    const reply = await fetch(`${second.url}/notes/b/scan`);
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(scan);
    expect(reply.headers.get('content-type')).toBe('image/png');
    await second.close();
  });

  it('is removed at the start after no record has it any more', async () => {
    const folder = await writeNotes();
    const first = await open(folder);
    await put(first, '/notes/a/scan', scan);
    await fetch(`${first.url}/notes/a`, { method: 'DELETE' });
    await first.close();
    const second = await open(folder);
    expect(await readdir(join(folder, 'data', 'files'))).toEqual([]);
    await second.close();
  });

  it('is not kept where its request is refused', async () => {
    const folder = await writeNotes();
    const mock = await open(folder);
    await fetch(`${mock.url}/notes/a`, { method: 'DELETE' });
    expect(await put(mock, '/notes/a/scan', scan)).toBe(404);
    expect(await readdir(join(folder, 'data', 'files'))).toEqual([]);
    expect(await put(mock, '/notes/b/scan', scan)).toBe(204);
    expect(await put(mock, '/notes/a/scan', scan)).toBe(404);
    const reply = await fetch(`${mock.url}/notes/b/scan`);
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(scan);
  });
});
