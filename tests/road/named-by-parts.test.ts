import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body } from './shop.ts';
import {
  answer,
  arrayOf,
  change,
  list,
  make,
  object,
  pathsFor,
  read,
  refTo,
  shown,
  text,
  whole,
} from './record-kinds.ts';

/** Berths in harbours, which requests name by their members, or by a key and these. */
async function openHarbours(): Promise<OpenRoad> {
  const named = { name: text, slug: text };
  const brief = object({ id: shown(whole), ...named, lights: shown(whole) }, ['id', 'name']);
  const Harbour = object(
    {
      id: shown(whole),
      ...named,
      notes: text,
      berth_count: shown(whole),
      parent: refTo('NestedHarbour'),
    },
    ['id', 'name', 'slug'],
  );
  const nullable = { anyOf: [refTo('BriefHarbour'), { type: 'null' }] };
  const Berth = object(
    {
      id: shown(whole),
      name: text,
      harbour: nullable,
      nearby: { type: 'array', items: refTo('BriefHarbour') },
      owner: object({ id: shown(whole), ...named }, ['id']),
    },
    ['id', 'name'],
  );
  const sentHarbour = { oneOf: [whole, object(named, ['name'])] };
  return openRoad({
    components: { schemas: { Harbour, BriefHarbour: brief, NestedHarbour: brief, Berth } },
    paths: pathsFor({
      harbours: {
        record: refTo('Harbour'),
        sent: object({ ...named, notes: text, parent: whole }),
      },
      berths: {
        record: refTo('Berth'),
        sent: object({
          name: text,
          harbour: sentHarbour,
          nearby: { type: 'array', items: object(named) },
          owner: object(named),
        }),
        queries: ['harbour'],
      },
    }),
  });
}

describe('a record that a request names by a part of it', () => {
  const north = { name: 'North Quay', slug: 'north-quay' };
  const south = { name: 'South Quay', slug: 'south-quay' };

  it('is that record, with its key and its other members, in creates, changes and lists', async () => {
    const road = await openHarbours();
    const first = await make(road, '/harbours', { ...north, notes: 'Old' });
    const second = await make(road, '/harbours', south);
    const berth = await make(road, '/berths', {
      name: 'B1',
      harbour: north,
      nearby: [south, north],
    });
    expect(berth['harbour']).toMatchObject({ id: first['id'], ...north });
    expect(berth['nearby']).toMatchObject([{ id: second['id'] }, { id: first['id'] }]);
    const path = `/berths/${textOf(berth['id'])}`;
    expect(
      (await change(road, path, { harbour: { slug: 'south-quay', name: 'South Quay' } }))[
        'harbour'
      ],
    ).toMatchObject({ id: second['id'], ...south });
    const found = await list(road, '/berths', 'harbour=south-quay');
    expect(found.map(({ id }) => id)).toEqual([berth['id']]);
  });

  it('is shown as it is now', async () => {
    const road = await openHarbours();
    const { id } = await make(road, '/harbours', north);
    const berth = await make(road, '/berths', { name: 'B1', harbour: north });
    await change(road, `/harbours/${textOf(id)}`, { name: 'Pier' });
    expect(valueAt(await read(road, `/berths/${textOf(berth['id'])}`), '/harbour')).toMatchObject({
      id,
      name: 'Pier',
    });
  });

  it('is the one with the key where the key alone is sent, also of a made-up record', async () => {
    const road = await openHarbours();
    const [listed = {}] = await list(road, '/harbours');
    const { harbour } = await make(road, '/berths', { name: 'B1', harbour: listed['id'] ?? 0 });
    expect(harbour).toMatchObject({ id: listed['id'] ?? 0, name: listed['name'] ?? '' });
    const { parent } = await make(road, '/harbours', { ...north, parent: listed['id'] ?? 0 });
    expect(parent).toMatchObject({ id: listed['id'] ?? 0, name: listed['name'] ?? '' });
  });

  it('keeps what was sent where no record, or more than one, has that', async () => {
    const road = await openHarbours();
    await make(road, '/harbours', north);
    await make(road, '/harbours', north);
    const owner = { name: 'Ann', slug: 'ann' };
    for (const harbour of [south, north]) {
      const berth = await make(road, '/berths', { name: 'B1', harbour, owner });
      expect(berth).toMatchObject({ harbour, owner });
      expect(await read(road, `/berths/${textOf(berth['id'])}`)).toMatchObject({ harbour, owner });
    }
  });

  it('counts what names it', async () => {
    const road = await openHarbours();
    const { id } = await make(road, '/harbours', north);
    await make(road, '/berths', { name: 'B1', harbour: north });
    await make(road, '/berths', { name: 'B2', harbour: id ?? 0 });
    expect(await read(road, `/harbours/${textOf(id)}`)).toMatchObject({ berth_count: 2 });
  });

  it('shows what lists show of it in records that are made up', async () => {
    const road = await openHarbours();
    const harbours = await list(road, '/harbours');
    const berths = await list(road, '/berths');
    expect(berths.length).toBeGreaterThan(0);
    for (const { harbour } of berths) {
      if (!isJsonObject(harbour)) continue;
      const own = harbours.find(({ id }) => id === harbour['id']);
      expect(harbour).toMatchObject({ name: own?.['name'] ?? '' });
    }
  });
});

describe('what a request sends with a record, and no key', () => {
  const card = { name: text, colour: text };
  const Card = object({ id: shown(whole), ...card }, ['id', 'name', 'colour']);

  /** Orders that are sent with a card, where one card is there that has the same members. */
  async function orderWith(sent: JsonObject, more: JsonObject): Promise<JsonValue | undefined> {
    const paths = pathsFor({
      cards: { record: refTo('Card'), sent: object(card) },
      orders: {
        record: object({ id: shown(whole), card: refTo('Card') }, ['id']),
        sent: object({ card: object({ ...sent, ...more }) }),
      },
    });
    const road = await openRoad({ components: { schemas: { Card } }, paths });
    await make(road, '/cards', { name: 'Bo', colour: 'blue' });
    const { id } = await make(road, '/cards', { name: 'Ann', colour: 'red' });

    const order = await make(road, '/orders', { card: { name: 'Ann', colour: 'red' } });
    return isJsonObject(order['card']) && order['card']['id'] === id ? 'that card' : 'another card';
  }

  it.each<[string, JsonObject, JsonObject, string]>([
    ['calls a record that has all of it', card, {}, 'that card'],
    ['calls none by what names nothing', { colour: text }, {}, 'another card'],
    ['calls none where it may have more than the record', card, { pin: text }, 'another card'],
  ])('%s', async (_, sent, more, expected) => {
    expect(await orderWith(sent, more)).toBe(expected);
  });

  it('calls none of those that stand below such a record', async () => {
    const sent = object({ name: text, pools: { type: 'array', items: object({ name: text }) } });
    const pools = { type: 'array', items: refTo('Pool') };
    const record = object({ id: shown(whole), name: text, pools }, ['id', 'pools']);
    const parameters = [{ name: 'farm', in: 'path', required: true, schema: whole }];
    const pool = answer('201', refTo('Pool'));
    const paths = {
      ...pathsFor({ farms: { record, sent } }),
      '/farms/{farm}/pools': {
        parameters,
        get: { responses: arrayOf(refTo('Pool')) },
        post: { requestBody: body(object({ name: text })), responses: pool },
      },
    };
    const id = { ...text, format: 'uuid', example: '5e1f0b1c-6f0e-4a7e-9a53-0e0a3f8f7b10' };
    const Pool = object({ id: shown(id), name: text }, ['id', 'name']);
    const road = await openRoad({ components: { schemas: { Pool } }, paths });
    const told = { name: 'A', pools: [{ name: 'one' }] };
    const [one, other] = [await make(road, '/farms', told), await make(road, '/farms', told)];
    await make(road, `/farms/${textOf(one['id'])}/pools`, { name: 'two' });
    const ids = [one, other].map((farm) => valueAt(farm, '/pools/0/id'));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a record that is deleted', () => {
  const reference = async (
    schema: JsonObject,
    required: readonly string[] = [],
  ): Promise<JsonValue> => {
    const Crew = object({ id: shown(whole), name: text }, ['id', 'name']);
    const boat = { name: text, ...schema };
    const road = await openRoad({
      components: { schemas: { Crew } },
      paths: pathsFor({
        crews: { record: refTo('Crew'), sent: object({ name: text }) },
        boats: {
          record: object({ id: shown(whole), ...boat }, ['id', ...required]),
          sent: object(boat),
        },
      }),
    });
    const gone = await make(road, '/crews', { name: 'Ann' });
    const kept = await make(road, '/crews', { name: 'Bo' });
    const sent = {
      crew_id: gone['id'] ?? 0,
      crew: { name: 'Ann' },
      crew_ids: [gone['id'] ?? 0, kept['id'] ?? 0],
    };
    const told = Object.fromEntries(Object.entries(sent).filter(([name]) => name in schema));
    const { id } = await make(road, '/boats', { name: 'Gull', ...told });
    const { id: other } = await make(road, '/boats', {
      name: 'Tern',
      ...told,
      crew_id: kept['id'] ?? 0,
    });
    expect((await road.send('DELETE', `/crews/${textOf(gone['id'])}`)).status).toBe(204);
    if ('crew_id' in schema)
      expect(await read(road, `/boats/${textOf(other)}`)).toMatchObject({
        crew_id: kept['id'] ?? 0,
      });
    const left = await read(road, `/boats/${textOf(id)}`);
    const [name = ''] = Object.keys(schema);
    const value = isJsonObject(left) ? left[name] : undefined;
    if (Array.isArray(value))
      return value.map((one: JsonValue) => (one === kept['id'] ? 'kept' : one));
    return value === gone['id'] ? 'stays' : (value ?? null);
  };

  it.each<[string, JsonObject, readonly string[], JsonValue]>([
    ['is null where it may be', { crew_id: { type: ['integer', 'null'] } }, ['crew_id'], null],
    ['stays where it may not be null', { crew_id: whole }, [], 'stays'],
    ['is taken out of a list', { crew_ids: { type: 'array', items: whole } }, [], ['kept']],
    [
      'is null where the record was shown',
      { crew: { oneOf: [refTo('Crew'), { type: 'null' }] } },
      [],
      null,
    ],
  ])('%s, in the records that refer to it', async (_, schema, required, expected) => {
    expect(await reference(schema, required)).toEqual(expected);
  });
});
