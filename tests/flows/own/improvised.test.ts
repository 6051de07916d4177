import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../../src/base/json.ts';
import { textOf, valueAt } from '../../../src/base/json.ts';
import { collectState } from '../../../src/store/ledger/saved-state.ts';
import type { Told } from './play-story.ts';
import { column, openTold, playStory } from './play-story.ts';

/** A list that nobody has said anything of, and how its records are read. */
interface Place {
  readonly contract: string;
  readonly list: string;
  /** Where the array stands in the list. */
  readonly at: string;
  readonly key: string;
  /** Where the record stands in the reply to reading it. */
  readonly record: string;
}

const places: readonly Place[] = [
  { contract: 'flat', list: '/tasks', at: '', key: 'id', record: '' },
  { contract: 'flat', list: '/labels', at: '', key: 'id', record: '' },
  { contract: 'nested', list: '/shops/s1/orders', at: '', key: 'id', record: '' },
  { contract: 'nested', list: '/shops/s1/orders/o1/lines', at: '', key: 'id', record: '' },
  { contract: 'pages', list: '/books', at: '/data', key: 'id', record: '/data' },
  { contract: 'forms', list: '/v1/customers', at: '/data', key: 'id', record: '' },
  { contract: 'json-api', list: '/articles', at: '/data', key: 'id', record: '/data' },
  { contract: 'slugs', list: '/spaces', at: '/spaces', key: 'slug', record: '' },
  { contract: 'teams', list: '/people', at: '', key: 'id', record: '' },
  { contract: 'versions', list: '/documents', at: '/documents', key: 'id', record: '' },
];

async function play<T>(
  contract: string,
  tell: (told: Told) => Promise<T>,
  seed?: string,
): Promise<T> {
  const told = await openTold(contract, seed === undefined ? {} : { seed });
  try {
    return await tell(told);
  } finally {
    told.close();
  }
}

async function readList({ list, at, key }: Place, told: Told): Promise<readonly JsonValue[]> {
  return column(await told.play({ ask: `GET ${list}`, status: 200 }), at, key);
}

describe.each(places)('$contract $list, of which nobody has said anything', (place) => {
  const { contract, list, at, record } = place;

  it('shows a few records, each of which can be read as it is listed', async () => {
    await play(contract, async (told) => {
      const listed = await told.play({ ask: `GET ${list}`, status: 200 });
      const records = valueAt(listed ?? null, at);
      const keys = column(listed, at, place.key);
      expect(keys.length).toBeGreaterThan(0);
      expect(new Set(keys).size).toBe(keys.length);
      for (const [index, key] of keys.entries()) {
        const read = await told.play({ ask: `GET ${list}/${textOf(key)}`, status: 200 });
        expect(valueAt(read ?? null, record)).toEqual(valueAt(records ?? null, `/${index}`));
      }
    });
  });

  it('is the same in every stand-in of that seed, and another with another', async () => {
    const read = (told: Told): Promise<JsonValue | undefined> =>
      told.play({ ask: `GET ${list}`, status: 200 });
    const one = await play(contract, read);
    expect(await play(contract, read)).toEqual(one);
    expect(await play(contract, read, 'other')).not.toEqual(one);
  });

  it('is not written to by reading', async () => {
    await play(contract, async (told) => {
      const before = JSON.stringify(collectState(told.runtime.world.save()));
      const keys = await readList(place, told);
      for (const key of keys) await told.play({ ask: `GET ${list}/${textOf(key)}`, status: 200 });
      expect(JSON.stringify(collectState(told.runtime.world.save()))).toBe(before);
    });
  });

  it('lacks what was deleted, and nothing else', async () => {
    await play(contract, async (told) => {
      const [first, ...others] = await readList(place, told);
      await told.play({ ask: `DELETE ${list}/${textOf(first)}`, status: [200, 204] });
      await told.play({ ask: `GET ${list}/${textOf(first)}`, status: 404 });
      await told.play({ ask: `DELETE ${list}/${textOf(first)}`, status: 404 });
      expect(await readList(place, told)).toEqual(others);
    });
  });
});

describe('a record that nobody has made', () => {
  playStory('is there for whoever asks, until it is changed or deleted', 'flat', [
    {
      ask: 'GET /tasks/6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f',
      status: 200,
      like: { id: '6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f' },
      keep: { title: '/title', made: '/created_at' },
    },
    {
      ask: 'PATCH /tasks/6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f',
      json: { note: 'written' },
      status: 200,
      like: { note: 'written', title: '<title>', created_at: '<made>' },
    },
    {
      ask: 'GET /tasks/6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f',
      status: 200,
      like: { note: 'written', title: '<title>' },
    },
    {
      ask: 'GET /tasks',
      status: 200,
      like: expect.arrayContaining([expect.objectContaining({ note: 'written' })]),
    },
    { ask: 'DELETE /tasks/6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f', status: 204 },
    { ask: 'GET /tasks/6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e5f', status: 404 },
    {
      ask: 'GET /tasks',
      status: 200,
      like: expect.not.arrayContaining([expect.objectContaining({ note: 'written' })]),
    },
    { ask: 'GET /tasks/6b1f6f1e-1c5f-4a53-9a0e-0a2b8c7d6e50', status: 200 },
  ]);
});

describe('a record that was made up', () => {
  it('refers to records that there are', async () => {
    const told = await openTold('flat', {
      fixtures: {
        labels: [
          { id: 71, name: 'red' },
          { id: 92, name: 'blue' },
        ],
      },
    });
    try {
      const listed = await told.play({ ask: 'GET /tasks', status: 200 });
      const referred = column(listed, '', 'label_id').filter((id) => id !== null);
      expect(referred.length).toBeGreaterThan(0);
      for (const id of referred) expect([71, 92]).toContain(id);
    } finally {
      told.close();
    }
  });

  it('stands under the parents that it is asked for under', async () => {
    const told = await openTold('nested');
    try {
      const listed = await told.play({ ask: 'GET /shops/s1/orders', status: 200 });
      expect(new Set(column(listed, '', 'shop_id'))).toEqual(new Set(['s1']));
    } finally {
      told.close();
    }
  });
});

describe('a record that was just made', () => {
  playStory('has nothing under it but what is made there', 'nested', [
    { ask: 'POST /shops', json: { name: 'New' }, status: 201, keep: { shop: '/id' } },
    { ask: 'GET /shops/<shop>/orders', status: 200, is: [] },
    { ask: 'GET /shops/<shop>/orders/o1', status: 404 },
    { ask: 'POST /shops/<shop>/orders', json: {}, status: 201, keep: { order: '/id' } },
    { ask: 'GET /shops/<shop>/orders', status: 200, shows: ['', 'id', ['<order>']] },
    { ask: 'GET /shops/<shop>/orders/<order>/lines', status: 200, is: [] },
    { ask: 'DELETE /shops/<shop>', status: 204 },
    { ask: 'GET /shops/<shop>/orders', status: 404 },
  ]);
});
