import { describe, expect, it } from 'vitest';

import { StartError } from '../../base/errors.ts';
import type { MemoryDisk } from './memory-disk.test-kit.ts';
import { createMemoryDisk } from './memory-disk.test-kit.ts';
import type { Store } from './things.test-kit.ts';
import { openStore, reopen } from './things.test-kit.ts';

const base = '/data/db.json';
const journal = '/data/db.journal-1';

interface Life {
  readonly disk: MemoryDisk;
  readonly store: Store;
  readonly base: string;
  readonly journal: string;
}

/** A folder that was new, three writes, and a kill. */
async function live(name: string): Promise<Life> {
  const disk = createMemoryDisk();
  const store = await openStore({ disk });
  for (const n of [1, 2, 3]) await store.put(`${name}-${n}`, n);
  return { disk, store, base: disk.text(base) ?? '', journal: disk.text(journal) ?? '' };
}

/** The same folder, after two more lives of its process: db.json stands for db.journal-1. */
async function goOn({ disk }: Life): Promise<MemoryDisk> {
  const next = disk.survivor('kill');
  const store = await openStore({ disk: next });
  await store.close();
  const last = await openStore({ disk: next });
  await last.put('later', 1);
  return next.survivor('kill');
}

function idOf(text: string): unknown {
  // What is written there is JSON of ours, behind a checksum in a journal.
  const line = text.startsWith('{') ? text : (text.split('\n')[0] ?? '').slice(9);
  const value = JSON.parse(line) as { id?: unknown; stuntdouble?: { id?: unknown } };
  return value.stuntdouble ? value.stuntdouble.id : value.id;
}

async function refuse(disk: MemoryDisk): Promise<string> {
  const before = disk.names().map((name) => [name, disk.text(`/data/${name}`)]);
  const error: unknown = await openStore({ disk }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(disk.names().map((name) => [name, disk.text(`/data/${name}`)])).toEqual(before);
  return error instanceof Error ? error.message : '';
}

describe('each life of a folder has an id', () => {
  it('which db.json and its journals have in common, and no other life has', async () => {
    const [one, two] = [await live('a'), await live('b')];
    expect(idOf(one.base)).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(idOf(one.journal)).toBe(idOf(one.base));
    expect(idOf(two.base)).not.toBe(idOf(one.base));
  });

  it('which stays, whatever is written anew', async () => {
    const life = await live('a');
    const { disk, store } = life;
    await store.rebase([]);
    expect(idOf(disk.text(base) ?? '')).toBe(idOf(life.base));
    await store.put('x', 1);
    expect(idOf(disk.text('/data/db.journal-2') ?? '')).toBe(idOf(life.base));
    const next = await goOn({ ...life, disk });
    expect(idOf(next.text(base) ?? '')).toBe(idOf(life.base));
    expect(next.text(base)).not.toBe(life.base);
  });

  it.each(['{"format": 1}', undefined])('which a former state gets: %s', async (head) => {
    const disk = createMemoryDisk();
    if (head !== undefined) disk.put(base, `{"stuntdouble": ${head}, "collections": {}}`);
    const store = await openStore({ disk });
    await store.put('a', 1);
    expect(idOf(disk.text(base) ?? '')).toBeTypeOf('string');
  });

  it('but for one that began without: it goes on like this', async () => {
    const disk = createMemoryDisk();
    disk.put(base, '{"stuntdouble": {"format": 2, "journal": 4}, "collections": {"things": []}}');
    const first = await openStore({ disk });
    await first.put('a', 1);
    expect(idOf(disk.text('/data/db.journal-4') ?? '')).toBeUndefined();
    const second = await openStore({ disk: disk.survivor('kill') });
    expect(second.things()).toEqual(first.things());
    await first.rebase(first.things());
    expect(idOf(disk.text(base) ?? '')).toBeUndefined();
  });
});

describe('a journal of another life stops the start', () => {
  it('beside the db.json of a former one', async () => {
    const [one, two] = [await live('a'), await live('b')];
    const disk = two.disk.survivor('kill');
    disk.put(base, one.base);
    expect(await refuse(disk)).toBe(
      `${journal}: the db.json beside it is not the one that was there with db.journal-1: ` +
        `its id is "${String(idOf(one.base))}", and not "${String(idOf(two.base))}". Put back the ` +
        'db.json that belongs to db.journal-1; or, to go on with this one, what was beside it; or ' +
        'run "stuntdouble reset", which puts db.json and all journals aside, to start from the fixtures',
    );
    disk.put(base, two.base);
    expect(await reopen(disk)).toEqual(two.store.things());
  });

  it('also where the db.json names a later one', async () => {
    const [one, two] = [await goOn(await live('a')), await live('b')];
    const disk = two.disk.survivor('kill');
    disk.put(base, one.text(base) ?? '');
    expect(await refuse(disk)).toContain('not the one that was there with db.journal-1');
  });

  it('whichever of them has no id', async () => {
    const life = await live('a');
    const bare = '{"stuntdouble": {"format": 2, "journal": 1}, "collections": {}}';
    const disk = life.disk.survivor('kill');
    disk.put(base, bare);
    expect(await refuse(disk)).toContain('its id is none, and not "');
    const other = createMemoryDisk();
    other.put(base, bare);
    await (await openStore({ disk: other })).put('x', 1);
    other.put(base, life.base);
    expect(await refuse(other)).toContain('", and not none.');
  });

  it('and all of them are named', async () => {
    const [one, two] = [await live('a'), await live('b')];
    const disk = await goOn(one);
    disk.put(base, two.base);
    disk.put(journal, one.journal);
    expect(await refuse(disk)).toContain('that was there with db.journal-1 and db.journal-2');
  });
});

describe('a journal of former times', () => {
  it('is taken away where it is of the same life, whatever became of its other lines', async () => {
    const life = await live('a');
    const disk = await goOn(life);
    const things = await reopen(disk);
    disk.put(journal, life.journal.slice(0, -20).replace('"number":1', '"number":9'));
    expect(await reopen(disk)).toEqual(things);
    expect(disk.names()).toEqual(['db.journal-2', 'db.json']);
  });

  it('is taken away where it is empty', async () => {
    const disk = await goOn(await live('a'));
    disk.put(journal, '');
    await reopen(disk);
    expect(disk.names()).toEqual(['db.journal-2', 'db.json']);
  });

  it.each<[string, (journal: string) => string]>([
    ['has a torn first line', (text) => text.slice(0, 40)],
    ['has a damaged first line', (text) => text.replace('"first":1', '"first":2')],
    ['has lost its first line', (text) => text.slice(text.indexOf('\n') + 1)],
    ['is something else', () => 'a note\n'],
  ])('stays where it is, and that is said, where it %s', async (_, change) => {
    const life = await live('a');
    const disk = await goOn(life);
    const things = await reopen(disk);
    const text = change(life.journal);
    disk.put(journal, text);
    const store = await openStore({ disk });
    expect(store.things()).toEqual(things);
    expect(store.notices.at(-1)).toMatch(/^left db.journal-1 where it is: .* delete it$/);
    await store.put('more', 1);
    await store.rebase(store.things());
    await store.close();
    expect(disk.text(journal)).toBe(text);
    expect(disk.names()).toEqual(['db.journal-1', 'db.json']);
  });

  it('stays, too, where it is the copy of a later one', async () => {
    const disk = await goOn(await live('a'));
    disk.put(journal, disk.text('/data/db.journal-2') ?? '');
    const store = await openStore({ disk });
    expect(store.notices.at(-1)).toMatch(/^left db.journal-1 where it is/);
  });
});
