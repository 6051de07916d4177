import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const many = (items: JsonObject): JsonObject => ({ type: 'array', items });

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function answer(status: string, schema?: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', ...(schema && body(schema)) } };
}

const readOnly = (schema: JsonObject): JsonObject => ({ ...schema, readOnly: true });
const itemOf = (name: string): JsonObject => ({
  parameters: [parameter('id', whole)],
  get: { responses: answer('200', ref(name)) },
});
const allOf = (name: string): JsonObject => ({
  get: { responses: answer('200', many(ref(name))) },
  post: { requestBody: body(ref(name)), responses: answer('201', ref(name)) },
});
const below = [parameter('id', whole)];

/** Tasks with labels and comments, and carts whose items are put below them. */
function open(): Promise<OpenRoad> {
  const cart = object({ cart: ref('Cart') }, ['cart']);
  return openRoad({
    paths: {
      '/labels': allOf('Label'),
      '/labels/{id}': itemOf('Label'),
      '/tasks': allOf('Task'),
      '/tasks/{id}': {
        ...itemOf('Task'),
        get: {
          responses: {
            ...answer('200', ref('Task')),
            '304': { description: 'As before.' },
          },
        },
      },
      '/tasks/{id}/labels': {
        parameters: below,
        get: { responses: answer('200', many(ref('Label'))) },
        post: {
          requestBody: body(object({ label_id: whole }, ['label_id'])),
          responses: answer('201', object({ label_id: whole })),
        },
      },
      '/tasks/{id}/labels/{label}': {
        parameters: [...below, parameter('label', whole)],
        delete: { responses: answer('204') },
      },
      '/tasks/{id}/comments': { parameters: below, ...allOf('Comment') },
      '/tasks/{id}/comments/{comment}': {
        parameters: [...below, parameter('comment', whole)],
        get: { responses: answer('200', ref('Comment')) },
        delete: { responses: answer('204') },
      },
      // Comments of another kind, below nothing.
      '/drafts/comments': allOf('Draft'),
      '/drafts/comments/{id}': itemOf('Draft'),
      '/carts': { post: { responses: answer('201', cart) } },
      '/carts/{id}': { ...itemOf('Cart'), get: { responses: answer('200', cart) } },
      '/carts/{id}/line-items': {
        parameters: below,
        post: {
          requestBody: body(object({ product: text, quantity: whole }, ['product'])),
          responses: answer('200', cart),
        },
      },
      '/carts/{id}/line-items/{line}': {
        parameters: [...below, parameter('line', whole)],
        patch: { requestBody: body(object({ quantity: whole })), responses: answer('200', cart) },
        delete: { responses: answer('200', cart) },
      },
    },
    components: {
      schemas: {
        Label: object({ id: readOnly(whole), title: text }, ['title']),
        Draft: object({ id: readOnly(whole), task_id: whole, words: text }, ['words']),
        Comment: object({ id: readOnly(whole), text }, ['text']),
        Task: object(
          {
            id: readOnly(whole),
            title: text,
            labels: readOnly(many(ref('Label'))),
            comments_count: whole,
          },
          ['title'],
        ),
        Line: object({ id: whole, product: text, quantity: whole }, ['id', 'product']),
        Cart: object({ id: whole, currency: text, items: many(ref('Line')) }, ['id', 'items']),
      },
    },
  });
}

async function make(road: OpenRoad, path: string, sent: JsonValue): Promise<JsonValue> {
  const { json, verdict, text: told } = await road.send('POST', path, { body: sent });
  expect(verdict, told).toBe('served');
  return json ?? null;
}

const idOf = (value: JsonValue, pointer = '/id'): string => textOf(valueAt(value, pointer));

async function read(road: OpenRoad, path: string): Promise<JsonValue | undefined> {
  return (await road.send('GET', path)).json;
}

describe('what is put below a record', () => {
  it('shows in it: a label that a body names, until it is taken off', async () => {
    const road = await open();
    const label = await make(road, '/labels', { title: 'urgent' });
    const task = `/tasks/${idOf(await make(road, '/tasks', { title: 'Dig' }))}`;
    expect(await make(road, `${task}/labels`, { label_id: valueAt(label, '/id') ?? 0 })).toEqual({
      label_id: valueAt(label, '/id'),
    });
    expect(await read(road, task)).toMatchObject({ labels: [{ title: 'urgent' }] });
    expect(await read(road, `${task}/labels`)).toEqual([label]);
    const tasks = await read(road, '/tasks');
    const last = Array.isArray(tasks) ? tasks.at(-1) : undefined;
    expect(last).toMatchObject({ title: 'Dig', labels: [{ title: 'urgent' }] });
    await road.send('DELETE', `${task}/labels/${idOf(label)}`);
    expect(await read(road, task)).toMatchObject({ labels: [] });
    expect(await read(road, `/labels/${idOf(label)}`)).toEqual(label);
  });

  it('is never hidden behind a 304', async () => {
    const road = await open();
    const label = await make(road, '/labels', { title: 'urgent' });
    const task = `/tasks/${idOf(await make(road, '/tasks', { title: 'Dig' }))}`;
    const asked = {
      headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT', 'if-none-match': '*' },
    };
    await make(road, `${task}/labels`, { label_id: valueAt(label, '/id') ?? 0 });
    const { status, json } = await road.send('GET', task, asked);
    expect([status, valueAt(json ?? null, '/labels/0/title')]).toEqual([200, 'urgent']);
  });

  it('needs the record that a body names', async () => {
    const road = await open();
    await make(road, '/labels', { title: 'urgent' });
    const task = `/tasks/${idOf(await make(road, '/tasks', { title: 'Dig' }))}`;
    const refused = await road.send('POST', `${task}/labels`, { body: { label_id: 987654 } });
    expect(refused.status).toBe(404);
  });

  it('is counted in it', async () => {
    const road = await open();
    const task = `/tasks/${idOf(await make(road, '/tasks', { title: 'Dig' }))}`;
    expect(await read(road, task)).toMatchObject({ comments_count: 0 });
    const comment = await make(road, `${task}/comments`, { text: 'Now!' });
    expect(await read(road, task)).toMatchObject({ comments_count: 1 });
    await road.send('DELETE', `${task}/comments/${idOf(comment)}`);
    expect(await read(road, task)).toMatchObject({ comments_count: 0 });
  });

  it('is counted in a record that is made up: what its list has, and what changes there', async () => {
    const road = await open();
    const counted = async (): Promise<readonly number[]> => {
      const list = await read(road, '/tasks/1/comments');
      const count = valueAt((await read(road, '/tasks/1')) ?? null, '/comments_count');
      const tasks = (await read(road, '/tasks')) ?? null;
      return [
        Array.isArray(list) ? list.length : -1,
        Number(count),
        Number(valueAt(tasks, '/0/comments_count')),
      ];
    };
    const [first = 0] = await counted();
    expect(first).toBeGreaterThan(2);
    expect(await counted()).toEqual([first, first, first]);
    const comment = await make(road, '/tasks/1/comments', { text: 'Now!' });
    expect(await counted()).toEqual([first + 1, first + 1, first + 1]);
    await road.send('DELETE', `/tasks/1/comments/${idOf(comment)}`);
    const [made] = [(await read(road, '/tasks/1/comments')) ?? null];
    await road.send('DELETE', `/tasks/1/comments/${idOf(made, '/0/id')}`);
    expect(await counted()).toEqual([first - 1, first - 1, first - 1]);
  });

  it('shows in the reply, where that is the record above', async () => {
    const road = await open();
    const made = await make(road, '/carts', {});
    const lines = `/carts/${idOf(made, '/cart/id')}/line-items`;
    const cart = await make(road, lines, { product: 'Lamp', quantity: 2 });
    expect(idOf(cart, '/cart/id')).toBe(idOf(made, '/cart/id'));
    expect(cart).toMatchObject({ cart: { items: [{ product: 'Lamp', quantity: 2 }] } });
    const line = `${lines}/${idOf(cart, '/cart/items/0/id')}`;
    const changed = await road.send('PATCH', line, { body: { quantity: 5 } });
    expect(changed.json).toMatchObject({ cart: { items: [{ product: 'Lamp', quantity: 5 }] } });
    expect(await read(road, `/carts/${idOf(made, '/cart/id')}`)).toEqual(changed.json);
    const emptied = await road.send('DELETE', line);
    expect(emptied.json).toMatchObject({ cart: { id: valueAt(made, '/cart/id'), items: [] } });
    expect(await read(road, `/carts/${idOf(made, '/cart/id')}`)).toEqual(emptied.json);
  });

  it('leaves what the record lists itself', async () => {
    const road = await open();
    const task = await read(road, '/tasks/1');
    const own = valueAt(task ?? null, '/labels');
    const label = await make(road, '/labels', { title: 'urgent' });
    await make(road, '/tasks/1/labels', { label_id: valueAt(label, '/id') ?? 0 });
    expect(valueAt((await read(road, '/tasks/1')) ?? null, '/labels')).toEqual(
      Array.isArray(own) ? [...own, label] : [label],
    );
  });
});

/** Each hall has seats without anyone making them; tickets are put below a seat. */
function openHalls(tickets: JsonObject = many(ref('Ticket'))): Promise<OpenRoad> {
  const hall = [parameter('id', whole)];
  const seat = [...hall, parameter('seat', text)];
  const at = '/halls/{id}/seats/{seat}';
  return openRoad({
    paths: {
      '/halls': allOf('Hall'),
      '/halls/{id}': itemOf('Hall'),
      [at]: { parameters: seat, get: { responses: answer('200', ref('Seat')) } },
      [`${at}/on`]: { parameters: seat, post: { responses: answer('200') } },
      [`${at}/tickets`]: {
        parameters: seat,
        get: { responses: answer('200', tickets) },
        post: { requestBody: body(ref('Ticket')), responses: answer('201', ref('Ticket')) },
      },
      [`${at}/tickets/{ticket}`]: {
        parameters: [...seat, parameter('ticket', whole)],
        get: { responses: answer('200', ref('Ticket')) },
        delete: { responses: answer('204') },
      },
    },
    components: {
      schemas: {
        Hall: object({ id: readOnly(whole), title: text }, ['title']),
        Ticket: object({ id: readOnly(whole), day: text }, ['day']),
        Seat: object(
          {
            name: text,
            enabled: { type: 'boolean' },
            tickets: many(ref('Ticket')),
            ticketCount: whole,
          },
          ['name', 'tickets', 'ticketCount', 'enabled'],
        ),
      },
    },
  });
}

describe('a record that no request made, below one that a request made', () => {
  it.each<[string, JsonObject]>([
    ['a list', many(ref('Ticket'))],
    ['one of them', ref('Ticket')],
  ])('shows exactly what was put below it, where a path shows %s', async (_, tickets) => {
    const road = await openHalls(tickets);
    const hall = `/halls/${idOf(await make(road, '/halls', { title: 'Blue' }))}`;
    const seat = `${hall}/seats/A1`;
    expect(await read(road, seat)).toMatchObject({ tickets: [], ticketCount: 0 });
    const ticket = await make(road, `${seat}/tickets`, { day: 'Friday' });
    expect(await read(road, seat)).toMatchObject({ tickets: [ticket], ticketCount: 1 });
    expect(await read(road, `${hall}/seats/A2`)).toMatchObject({ tickets: [] });
    await road.send('POST', `${seat}/on`);
    expect(await read(road, seat)).toMatchObject({ tickets: [ticket], enabled: true });
    const gone = await road.send('DELETE', `${seat}/tickets/${idOf(ticket)}`);
    expect(gone.status).toBe(204);
    expect(await read(road, seat)).toMatchObject({ tickets: [], ticketCount: 0, enabled: true });
  });
});
