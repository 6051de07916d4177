import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const time = { type: 'string', format: 'date-time' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const many = (items: JsonObject): JsonObject => ({ type: 'array', items });

function answer(status: string, schema: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', ...body(schema) } };
}

/** Things that are sent with some of these members, and show all of them. */
function open(sent: JsonObject, shown: JsonObject): Promise<OpenRoad> {
  const thing = object({ id: { type: 'integer' }, ...sent, ...shown });
  return openRoad({
    paths: {
      '/things': {
        post: { requestBody: body(object(sent)), responses: answer('201', thing) },
      },
      '/things/{id}': {
        parameters: [parameter('id', { type: 'integer' })],
        get: { responses: answer('200', thing) },
        patch: { requestBody: body(object(sent)), responses: answer('200', thing) },
      },
    },
  });
}

async function make(road: OpenRoad, sent: JsonObject): Promise<JsonObject> {
  const { json, verdict, text: told } = await road.send('POST', '/things', { body: sent });
  expect(verdict, told).toBe('served');
  return asObject(json);
}

async function change(road: OpenRoad, made: JsonObject, sent: JsonObject): Promise<JsonObject> {
  const path = `/things/${textOf(valueAt(made, '/id'))}`;
  await road.send('PATCH', path, { body: sent });
  return asObject((await road.send('GET', path)).json);
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

const nullable = { ...time, type: ['string', 'null'] };

describe('what a request does to a record has a time', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ['a flag', { done: { type: 'boolean' } }, { done: true }, 'done_at'],
    ['a flag with "is"', { is_archived: { type: 'boolean' } }, { is_archived: true }, 'archivedAt'],
    ['a state', { state: text }, { state: 'closed' }, 'closed_at'],
    [
      'a state that is said with another word',
      { status: text },
      { status: 'done' },
      'completed_at',
    ],
    ['a status of two words', { order_status: text }, { order_status: 'paid' }, 'paid_date'],
  ])('where it is %s', async (_, sent, value, name) => {
    const road = await open({ title: text, ...sent }, { [name]: time });
    const made = await make(road, { title: 'T' });
    expect(made).not.toHaveProperty(name);
    expect(await change(road, made, { title: 'U' })).not.toHaveProperty(name);
    const changed = await change(road, made, value);
    expect(Date.parse(textOf(changed[name]))).toBeGreaterThan(0);
  });

  it.each([
    ['null', nullable],
    ['nothing', time],
  ])('which becomes %s when it is undone', async (_, schema) => {
    const road = await open({ state: text }, { closed_at: schema });
    const made = await make(road, { state: 'open' });
    expect((await change(road, made, { state: 'closed' }))['closed_at']).toBeTypeOf('string');
    expect((await change(road, made, { state: 'open' }))['closed_at'] ?? null).toBeNull();
  });

  it('unless the request sends another', async () => {
    const road = await open({ done: { type: 'boolean' }, done_at: time }, {});
    const sent = { done: true, done_at: '2020-01-01T00:00:00Z' };
    expect(await make(road, sent)).toMatchObject(sent);
  });
});

describe('what is sent adds up', () => {
  it('to the length of a time', async () => {
    const road = await open({ begin: time, end: time }, { duration: { type: 'integer' } });
    const sent = { begin: '2026-01-05T09:00:00Z', end: '2026-01-05T11:30:00Z' };
    const made = await make(road, sent);
    expect(made).toMatchObject({ ...sent, duration: 9000 });
    expect(await change(road, made, { end: '2026-01-05T10:00:00Z' })).toMatchObject({
      duration: 3600,
    });
  });

  it('to its length in minutes, where the contract says so', async () => {
    const duration = { type: 'number', description: 'Length in minutes' };
    const road = await open({ started_at: time, ended_at: time }, { duration });
    const sent = { started_at: '2026-01-05T09:00:00Z', ended_at: '2026-01-05T11:30:00Z' };
    expect(await make(road, sent)).toMatchObject({ duration: 150 });
  });

  it('to the totals of lines, and of all of them', async () => {
    const line = { quantity: number, unit_price: number };
    const lines = many(object({ ...line, line_total: { ...number, readOnly: true } }));
    const road = await open({ lines }, { total: number });
    const sent = [
      { quantity: 2, unit_price: 100 },
      { quantity: 5, unit_price: 10 },
    ];
    expect(await make(road, { lines: sent })).toMatchObject({
      total: 250,
      lines: [
        { ...sent[0], line_total: 200 },
        { ...sent[1], line_total: 50 },
      ],
    });
  });

  it('to the whole name of a person', async () => {
    const road = await open({ first_name: text, last_name: text }, { full_name: text });
    const made = await make(road, { first_name: 'Zoe', last_name: 'Quill' });
    expect(made).toMatchObject({ full_name: 'Zoe Quill' });
    expect(await change(road, made, { last_name: 'Ray' })).toMatchObject({ full_name: 'Zoe Ray' });
  });

  it('but never to something else than what was sent', async () => {
    const lines = many(object({ quantity: number, price: number, total: number }));
    const road = await open({ lines, total: number }, {});
    const sent = { lines: [{ quantity: 2, price: 100, total: 7 }], total: 9 };
    expect(await make(road, sent)).toMatchObject(sent);
  });
});
