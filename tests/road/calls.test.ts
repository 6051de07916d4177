import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...required],
  properties,
});

const id = { type: 'string', format: 'uuid' };
const schemas: JsonObject = {
  Parcel: object({
    id: { ...id, readOnly: true },
    title: text,
    weight: whole,
    depotId: id,
    archivedAt: time,
  }),
  Note: object({ id: { ...id, readOnly: true }, parcelId: id, text }),
  Locker: object({ id: { ...text, readOnly: true }, name: text, is_open: { type: 'boolean' } }),
  Paging: object({ limit: whole, offset: whole, total: { ...whole, readOnly: true } }),
  Sorting: object({ sort: text, direction: { enum: ['ASC', 'DESC'] } }),
};

const missing = { '404': { description: 'Not found.', ...body(object({ error: text }, 'error')) } };

function call(sent: JsonObject | undefined, shown: JsonObject): JsonObject {
  const responses = { '200': { description: 'Fine.', ...body(shown) }, ...missing };
  return { post: { ...(sent && { requestBody: { required: true, ...body(sent) } }), responses } };
}

const query = (name: string, isRequired = false): JsonObject => ({
  name,
  in: 'query',
  required: isRequired,
  schema: text,
});

function asked(parameters: readonly JsonObject[], shown: JsonObject): JsonObject {
  const responses = { '200': { description: 'Fine.', ...body(shown) }, ...missing };
  return { get: { parameters: [...parameters], responses } };
}

const one = (name: string): JsonObject => object({ data: ref(name) }, 'data');
const many = (name: string): JsonObject =>
  object({ data: { type: 'array', items: ref(name) }, pagination: ref('Paging') }, 'data');
const done = object({ success: { type: 'boolean' } }, 'success');
const asking = (properties: JsonObject): JsonObject => ({
  allOf: [ref('Paging'), ref('Sorting'), object(properties)],
});

/** Parcels with notes, whose keys stand in bodies; lockers, whose keys stand in queries. */
const paths: JsonObject = {
  '/parcels.create': call(
    object({ title: text, weight: whole, depotId: id }, 'title'),
    one('Parcel'),
  ),
  '/parcels.info': call(object({ id, labelId: id }), one('Parcel')),
  '/parcels.list': call(asking({ depotId: id }), many('Parcel')),
  '/parcels.search': call(
    asking({ query: text }),
    object({
      data: { type: 'array', items: object({ rank: { type: 'number' }, parcel: ref('Parcel') }) },
    }),
  ),
  '/parcels.update': call(object({ id, title: text, weight: whole }, 'id'), one('Parcel')),
  '/parcels.archive': call(object({ id }, 'id'), one('Parcel')),
  '/parcels.duplicate': call(object({ id, title: text }, 'id'), one('Parcel')),
  '/parcels.delete': call(object({ id }, 'id'), done),
  '/parcels.count': call(undefined, object({ data: whole })),
  '/notes.create': call(object({ parcelId: id, text }, 'parcelId'), one('Note')),
  '/notes.list': call(asking({ parcelId: id }), many('Note')),
  '/notes.info': call(object({ id }, 'id'), one('Note')),
  '/lockers.create': call(object({ name: text }, 'name'), object({ locker: ref('Locker') })),
  '/lockers.list': asked(
    [query('limit'), query('name')],
    object({ lockers: { type: 'array', items: ref('Locker') } }),
  ),
  '/lockers.info': asked([query('locker', true)], object({ locker: ref('Locker') })),
  '/lockers.rename': call(
    object({ locker: text, name: text }, 'locker'),
    object({ locker: ref('Locker') }),
  ),
  '/lockers.update': call(
    object({ locker: text, name: text, is_open: { type: 'boolean' } }, 'locker'),
    object({ locker: ref('Locker') }),
  ),
  '/lockers.open': call(object({ locker: text }, 'locker'), done),
};

const open = (more: JsonObject = {}): Promise<OpenRoad> =>
  openRoad({ paths: { ...paths, ...more }, components: { schemas } });

const unknown = '5a1f0c3e-8d0b-4a53-9d0c-2f6b7a1e9c44';

async function ask(road: OpenRoad, name: string, sent: JsonValue = {}): Promise<Answer> {
  return road.send('POST', `/${name}`, { body: sent });
}

async function make(road: OpenRoad, name: string, sent: JsonObject): Promise<string> {
  const { json } = await ask(road, `${name}.create`, sent);
  return textOf(valueAt(json ?? null, '/data/id') ?? valueAt(json ?? null, '/locker/id') ?? null);
}

function dataOf({ json }: Answer): JsonValue {
  return valueAt(json ?? null, '/data') ?? null;
}

function titlesIn({ json }: Answer): JsonValue {
  const listed = valueAt(json ?? null, '/data');
  return Array.isArray(listed) ? listed.map((item) => valueAt(item, '/title') ?? null) : [];
}

describe('paths that are calls, with the key of the record in the body', () => {
  it('make, read, change and delete one record', async () => {
    const road = await open();
    const made = await ask(road, 'parcels.create', { title: 'Lamp', weight: 3 });
    expect(dataOf(made)).toMatchObject({ title: 'Lamp', weight: 3 });
    expect(made.headers).not.toHaveProperty('location');
    const key = textOf(valueAt(made.json ?? null, '/data/id') ?? null);
    expect(dataOf(await ask(road, 'parcels.info', { id: key }))).toEqual(dataOf(made));
    const changed = await ask(road, 'parcels.update', { id: key, title: 'Old lamp' });
    expect(dataOf(changed)).toMatchObject({ id: key, title: 'Old lamp', weight: 3 });
    expect(dataOf(await ask(road, 'parcels.info', { id: key }))).toEqual(dataOf(changed));
    const gone = await ask(road, 'parcels.delete', { id: key });
    expect(gone.status).toBe(200);
    const after = await ask(road, 'parcels.info', { id: key });
    expect([after.status, after.json]).toEqual([404, { error: expect.any(String) }]);
  });

  it.each(['info', 'update', 'archive', 'delete', 'duplicate'])(
    'answer parcels.%s of a key that no record has with the declared 404',
    async (verb) => {
      const road = await open();
      await make(road, 'parcels', { title: 'Lamp' });
      expect((await ask(road, `parcels.${verb}`, { id: unknown })).status).toBe(404);
    },
  );

  it('list records by what the body asks for, in pages and in order', async () => {
    const road = await open();
    const depotId = unknown;
    for (const title of ['Zither', 'Anvil', 'Mirror'])
      await make(road, 'parcels', { title, depotId });
    await make(road, 'parcels', { title: 'Elsewhere' });
    const list = (sent: JsonObject): Promise<Answer> => ask(road, 'parcels.list', sent);
    const up = await list({ depotId, sort: 'title', direction: 'ASC' });
    expect(titlesIn(up)).toEqual(['Anvil', 'Mirror', 'Zither']);
    const down = await list({ depotId, sort: 'title', direction: 'DESC' });
    expect(titlesIn(down)).toEqual(['Zither', 'Mirror', 'Anvil']);
    const page = await list({ depotId, sort: 'title', direction: 'ASC', limit: 2, offset: 2 });
    expect(titlesIn(page)).toEqual(['Zither']);
    expect(valueAt(page.json ?? null, '/pagination')).toMatchObject({
      limit: 2,
      offset: 2,
      total: 3,
    });
  });

  it('search for words', async () => {
    const road = await open();
    const key = await make(road, 'parcels', { title: 'A kangaroo lamp' });
    await make(road, 'parcels', { title: 'An anvil' });
    const found = dataOf(await ask(road, 'parcels.search', { query: 'kangaroo' }));
    expect(found).toEqual([
      expect.objectContaining({ parcel: expect.objectContaining({ id: key }) }),
    ]);
  });

  it('do to the record what another word says', async () => {
    const road = await open();
    const key = await make(road, 'parcels', { title: 'Lamp' });
    expect(dataOf(await ask(road, 'parcels.info', { id: key }))).toMatchObject({
      archivedAt: null,
    });
    const archived = dataOf(await ask(road, 'parcels.archive', { id: key }));
    expect(archived).toMatchObject({ id: key, archivedAt: expect.any(String) });
    expect(dataOf(await ask(road, 'parcels.info', { id: key }))).toEqual(archived);
  });

  it('make a copy', async () => {
    const road = await open();
    const key = await make(road, 'parcels', { title: 'Lamp', weight: 3 });
    const copy = await ask(road, 'parcels.duplicate', { id: key, title: 'Lamp 2' });
    expect(dataOf(copy)).toMatchObject({ title: 'Lamp 2', weight: 3 });
    expect(valueAt(copy.json ?? null, '/data/id')).not.toBe(key);
  });

  it('list records of a parent that the body names', async () => {
    const road = await open();
    const [lamp, anvil] = [
      await make(road, 'parcels', { title: 'Lamp' }),
      await make(road, 'parcels', { title: 'Anvil' }),
    ];
    const note = await make(road, 'notes', { parcelId: lamp, text: 'Fragile' });
    const listed = dataOf(await ask(road, 'notes.list', { parcelId: lamp }));
    expect(listed).toEqual([{ id: note, parcelId: lamp, text: 'Fragile' }]);
    expect(dataOf(await ask(road, 'notes.list', { parcelId: anvil }))).toEqual([]);
  });

  it('are improvised where a request leaves out the key, as the contract allows', async () => {
    const road = await open();
    await make(road, 'parcels', { title: 'Lamp' });
    expect((await ask(road, 'parcels.info', { labelId: unknown })).status).toBe(200);
    expect((await ask(road, 'parcels.update', { title: 'Whose?' })).status).toBe(400);
  });
});

describe('paths that are calls, with the key of the record in the query', () => {
  it('read, list and change what was made', async () => {
    const road = await open();
    const key = await make(road, 'lockers', { name: 'North' });
    const read = (name: string): Promise<Answer> =>
      road.send('GET', '/lockers.info', { query: `locker=${name}` });
    expect(valueAt((await read(key)).json ?? null, '/locker')).toMatchObject({ name: 'North' });
    await ask(road, 'lockers.rename', { locker: key, name: 'South' });
    await ask(road, 'lockers.update', { locker: key, is_open: true });
    const changed = valueAt((await read(key)).json ?? null, '/locker');
    expect(changed).toEqual({ id: key, name: 'South', is_open: true });
    const listed = await road.send('GET', '/lockers.list', { query: 'name=South' });
    expect(valueAt(listed.json ?? null, '/lockers')).toEqual([changed]);
    expect((await read('nowhere')).status).toBe(404);
  });

  it('open is what is done to a record, where the body names one', async () => {
    const road = await open();
    await make(road, 'lockers', { name: 'North' });
    const before = await road.send('GET', '/lockers.list');
    expect((await ask(road, 'lockers.open', { locker: 'nowhere' })).status).toBe(404);
    const after = await road.send('GET', '/lockers.list');
    expect(after.json).toEqual(before.json);
  });
});

describe('paths whose last segment is a verb, where no path has a key', () => {
  const courier = object({ id: { ...whole, readOnly: true }, name: text });
  const keyed = { parameters: [{ ...query('id', true), schema: whole }] };
  const answer = (shown: JsonObject): JsonObject => ({
    responses: { '200': { description: 'Fine.', ...body(shown) }, ...missing },
  });
  const couriers: JsonObject = {
    '/couriers/add': call(object({ name: text }), courier),
    '/couriers/list': asked([], { type: 'array', items: courier }),
    '/couriers/get': { get: { ...keyed, ...answer(courier) } },
    '/couriers/update': { put: { requestBody: body({ ...courier }), ...answer(courier) } },
    '/couriers/delete': { delete: { ...keyed, ...answer(done) } },
  };

  it('make, read, change, list and delete records', async () => {
    const road = await openRoad({ paths: couriers });
    const { json } = await ask(road, 'couriers/add', { name: 'Ann' });
    const key = Number(valueAt(json ?? null, '/id'));
    const sent = { query: `id=${key}` };
    const named = { id: key, name: 'Bob' };
    await road.send('PUT', '/couriers/update', { body: named });
    expect((await road.send('GET', '/couriers/get', sent)).json).toEqual(named);
    expect((await road.send('GET', '/couriers/list')).json).toContainEqual(named);
    expect((await road.send('DELETE', '/couriers/delete', sent)).status).toBe(200);
    expect((await road.send('GET', '/couriers/get', sent)).status).toBe(404);
  });
});
