import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { openNotes, writeNotes } from './notes.ts';

/** A picture of so many bytes, each of them the same. */
const picture = (size: number, value = 1): Uint8Array<ArrayBuffer> =>
  new Uint8Array(size).fill(value);

interface Visitor {
  put(note: string, scan: Uint8Array<ArrayBuffer>): Promise<readonly [number, unknown]>;
  get(note: string): Promise<Uint8Array>;
  remove(note: string): Promise<number>;
}

const done = [204, undefined];
const refused = [507, { type: 'urn:problem-type:too-many-records' }];

interface Demo {
  readonly url: string;
  /** The files in the data folder. */
  readonly listKept: () => Promise<readonly string[]>;
}

async function enter(url: string): Promise<Visitor> {
  const { headers } = await fetch(`${url}/notes/a`);
  const cookie = headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  return {
    async put(note, body) {
      const reply = await fetch(`${url}/notes/${note}/scan`, {
        method: 'PUT',
        headers: { Cookie: cookie, 'Content-Type': 'image/png' },
        body,
      });
      const text = await reply.text();
      return [reply.status, text === '' ? undefined : JSON.parse(text)];
    },
    async get(note) {
      const reply = await fetch(`${url}/notes/${note}/scan`, { headers: { Cookie: cookie } });
      return new Uint8Array(await reply.arrayBuffer());
    },
    async remove(note) {
      const options = { method: 'DELETE', headers: { Cookie: cookie } };
      return (await fetch(`${url}/notes/${note}`, options)).status;
    },
  };
}

describe.each(['in memory', 'in a data folder'])('the files of visitors, %s', (where) => {
  const open = async (): Promise<Demo> => {
    const folder = await writeNotes();
    const isKept = where !== 'in memory';
    const data = isKept ? { data: join(folder, 'data') } : {};
    const options = { visitorWorlds: true, visitorRecords: 4, ...data };
    const { url } = await openNotes(folder, options);
    return { url, listKept: async () => (isKept ? readdir(join(folder, 'data', 'files')) : []) };
  };

  it('count in the room of each by their size, and what is too much is not kept', async () => {
    const { url, listKept } = await open();
    const one = await enter(url);
    expect(await one.put('a', picture(20_000))).toMatchObject(refused);
    expect(await listKept()).toEqual([]);
    expect(await one.put('a', picture(9000))).toEqual(done);
    expect(await one.put('b', picture(9000))).toMatchObject(refused);
    const other = await enter(url);
    expect(await other.put('a', picture(9000, 2))).toEqual(done);
    expect(await other.get('a')).toEqual(picture(9000, 2));
    expect(await one.get('a')).toEqual(picture(9000));
  });

  it('give back their room when they are replaced, or removed with their record', async () => {
    const { url } = await open();
    const one = await enter(url);
    expect(await one.put('a', picture(9000))).toEqual(done);
    expect(await one.put('a', picture(10_000))).toEqual(done);
    expect(await one.remove('a')).toBe(204);
    expect(await one.put('b', picture(9000))).toEqual(done);
  });

  it('stay with one visitor where the same file of another is refused', async () => {
    const { url, listKept } = await open();
    const [one, other] = [await enter(url), await enter(url)];
    expect(await one.put('a', picture(9000))).toEqual(done);
    expect(await other.put('a', picture(5000))).toEqual(done);
    expect(await other.put('b', picture(9000))).toMatchObject(refused);
    expect(await one.get('a')).toEqual(picture(9000));
    if (where !== 'in memory') expect(await listKept()).toHaveLength(2);
  });
});
