import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function answer(status: string, schema: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', content: { 'application/json': { schema } } } };
}

interface Shapes {
  readonly sent: JsonObject;
  readonly made: JsonObject;
  readonly read: JsonObject;
}

async function open({ sent, made, read }: Shapes): Promise<OpenRoad> {
  const requestBody = { required: true, content: { 'application/json': { schema: sent } } };
  const parameters = [{ name: 'widgetId', in: 'path', required: true, schema: whole }];
  return openRoad({
    paths: {
      '/widgets': { post: { requestBody, responses: answer('201', made) } },
      '/widgets/{widgetId}': {
        parameters,
        get: { responses: answer('200', read) },
        patch: { requestBody, responses: answer('200', read) },
      },
    },
    components: {
      schemas: {
        Widget: object({ id: whole, name: text, size: whole }, ['id', 'name']),
        WidgetInput: object({ name: text, size: whole }, ['name']),
        WidgetResource: object(
          { id: whole, type: text, attributes: object({ name: text, size: whole }, ['name']) },
          ['id', 'type', 'attributes'],
        ),
        Receipt: object({ entity_id: whole, location: text }, ['entity_id']),
      },
    },
  });
}

const widget = { $ref: '#/components/schemas/Widget' };
const input = { $ref: '#/components/schemas/WidgetInput' };
const resource = { $ref: '#/components/schemas/WidgetResource' };
const receipt = { $ref: '#/components/schemas/Receipt' };

interface Case extends Shapes {
  /** What a request sends around the members. */
  readonly send: (members: JsonObject) => JsonValue;
  /** Where the reply to a create has the key, and the reply to a read the members. */
  readonly key: string;
  readonly members: string;
}

const flat = (members: JsonObject): JsonValue => members;

const cases: Readonly<Record<string, Case>> = {
  'wrapped by the name of the request': {
    sent: object({ CreateWidgetRequest: input }),
    made: widget,
    read: widget,
    send: (members) => ({ CreateWidgetRequest: members }),
    key: '/id',
    members: '',
  },
  'wrapped by the name of the record on one side': {
    sent: object({ widget: input }),
    made: widget,
    read: widget,
    send: (members) => ({ widget: members }),
    key: '/id',
    members: '',
  },
  'flat, and answered as a resource': {
    sent: input,
    made: object({ data: resource }),
    read: object({ data: resource }),
    send: flat,
    key: '/data/id',
    members: '/data/attributes',
  },
  'flat, and answered as a bare resource': {
    sent: input,
    made: resource,
    read: resource,
    send: flat,
    key: '/id',
    members: '/attributes',
  },
  'as a resource, and answered as one': {
    sent: object({
      data: object({ type: text, attributes: input }, ['type', 'attributes']),
    }),
    made: object({ data: resource }),
    read: object({ data: resource }),
    send: (attributes) => ({ data: { type: 'widgets', attributes } }),
    key: '/data/id',
    members: '/data/attributes',
  },
  'as a resource, and answered flat': {
    sent: object({ data: object({ type: text, attributes: input }, ['type', 'attributes']) }),
    made: widget,
    read: widget,
    send: (attributes) => ({ data: { type: 'widgets', attributes } }),
    key: '/id',
    members: '',
  },
  'in an object that the record lacks': {
    sent: object({ name: text, frame: object({ size: whole, kind: text }) }, ['name']),
    made: widget,
    read: widget,
    send: ({ name, size }) => ({
      name: name ?? null,
      frame: { kind: 'k', ...(size ? { size } : {}) },
    }),
    key: '/id',
    members: '',
  },
  'flat, and answered with a receipt': {
    sent: input,
    made: receipt,
    read: widget,
    send: flat,
    key: '/entity_id',
    members: '',
  },
};

describe.each(Object.entries(cases))('a record that is sent %s', (_, given) => {
  const { send, key, members } = given;

  it('is kept as it was sent, and changed', async () => {
    const road = await open(given);
    const made = await road.send('POST', '/widgets', { body: send({ name: 'Knob', size: 7 }) });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const id = textOf(valueAt(made.json ?? null, key));
    const read = await road.send('GET', `/widgets/${id}`);
    expect(valueAt(read.json ?? null, members)).toMatchObject({ name: 'Knob', size: 7 });
    const changed = await road.send('PATCH', `/widgets/${id}`, { body: send({ name: 'Dial' }) });
    expect(valueAt(changed.json ?? null, members)).toMatchObject({ name: 'Dial', size: 7 });
    const again = await road.send('GET', `/widgets/${id}`);
    expect(again.json).toEqual(changed.json);
  });
});

it.each<[string, JsonObject, JsonValue, JsonObject, JsonValue]>([
  ['a number', text, '20.50', { type: 'number' }, 20.5],
  ['a text', whole, 7, text, '7'],
  ['a time', whole, 1700000000, { ...text, format: 'date-time' }, '2023-11-14T22:13:20.000Z'],
  ['seconds', { ...text, format: 'date-time' }, '2023-11-14T22:13:20Z', whole, 1700000000],
  ['as it is', text, 'seven', text, 'seven'],
])('is shown in the form of the record: %s', async (_, schema, sent, shown, expected) => {
  const record = object({ id: whole, name: text, size: shown }, ['id', 'size']);
  const road = await open({ sent: object({ size: schema }), made: record, read: record });
  const { json } = await road.send('POST', '/widgets', { body: { size: sent } });
  expect(valueAt(json ?? null, '/size')).toEqual(expected);
});

it('is kept in the object that only replies have, what was not sent with it is not made up', async () => {
  const limits = object({ size: whole, depth: { type: ['integer', 'null'] } }, ['size', 'depth']);
  const shown = object({ id: whole, name: text, limits, rooms: limits }, ['id', 'limits']);
  const road = await open({
    sent: object({ name: text, size: whole, rooms: object({}) }),
    made: shown,
    read: shown,
  });
  const { json } = await road.send('POST', '/widgets', { body: { name: 'Knob', size: 7 } });
  expect(json).toMatchObject({ limits: { size: 7, depth: null } });
  const path = `/widgets/${textOf(valueAt(json ?? null, '/id'))}`;
  const changed = await road.send('PATCH', path, { body: { size: 9 } });
  expect(changed.json).toMatchObject({ name: 'Knob', limits: { size: 9, depth: null } });
});

it('shows clients what staff made, without what is for staff, by key and by name', async () => {
  const guest = object({ id: whole, name: text }, ['id', 'name']);
  const more = object({ id: whole, name: text, debts: whole }, ['id', 'name', 'debts']);
  const closed = { ...guest, additionalProperties: false };
  const sent = object({ name: text, debts: whole }, ['name', 'debts']);
  const requestBody = { required: true, content: { 'application/json': { schema: sent } } };
  const named = { name: 'name', in: 'path', required: true, schema: text };
  const road = await openRoad({
    paths: {
      '/admin/guests': { post: { requestBody, responses: answer('201', more) } },
      '/admin/guests/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
        get: { responses: answer('200', more) },
      },
      '/guests': { get: { responses: answer('200', { type: 'array', items: closed }) } },
      '/guests/{name}': { parameters: [named], get: { responses: answer('200', closed) } },
      '/guests/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
        delete: { responses: { '204': { description: 'Gone.' } } },
      },
    },
  });
  const { json } = await road.send('POST', '/admin/guests', { body: { name: 'Ida', debts: 3 } });
  const id = textOf(valueAt(json ?? null, '/id'));
  expect((await road.send('GET', '/guests/Ida')).json).toEqual({ id: Number(id), name: 'Ida' });
  expect((await road.send('GET', '/guests')).json).toContainEqual({ id: Number(id), name: 'Ida' });
  expect((await road.send('DELETE', `/guests/${id}`)).status).toBe(204);
  expect((await road.send('GET', `/admin/guests/${id}`)).status).toBe(404);
});
