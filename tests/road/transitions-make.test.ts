import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const now = '2030-05-01T12:00:00.000Z';
const text = { type: 'string' };

const Payment: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', readOnly: true },
    status: { type: 'string', enum: ['paid', 'refunded'], default: 'paid' },
    amount: { type: 'number' },
    note: text,
  },
};

const Refund: JsonObject = {
  type: 'object',
  required: ['id', 'amount', 'state'],
  properties: {
    id: { type: 'integer', readOnly: true },
    payment_id: { type: 'integer' },
    amount: { type: 'number' },
    reason: text,
    state: { type: 'string', enum: ['pending', 'done'], readOnly: true },
    requested_at: { type: 'string', format: 'date-time', readOnly: true },
  },
};

const Event: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, kind: text },
};

function reply(name: string): JsonObject {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { description: '', content: { 'application/json': { schema } } };
}

function listOf(name: string): JsonObject {
  const schema = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
  return { description: '', content: { 'application/json': { schema } } };
}

function bodyOf(name: string): JsonObject {
  const { content } = reply(name);
  return { content: content ?? null };
}

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const kept = [{ id: 1, status: 'paid', amount: 5, note: 'A' }];
const before = { id: 7, amount: 1, state: 'done' };

async function open(
  declared: Readonly<Record<string, JsonValue>>,
  refunds: readonly JsonObject[] = [before],
): Promise<OpenRoad> {
  const saying = (line: string): JsonObject =>
    declared[line] === undefined ? {} : { 'x-stuntdouble': { transitions: declared[line] } };
  const refused = { description: '' };
  const road = await openRoad({
    paths: {
      '/payments': {
        get: { responses: { 200: listOf('Payment') } },
        post: {
          ...saying('create'),
          requestBody: bodyOf('Payment'),
          responses: { 201: reply('Payment') },
        },
      },
      '/payments/{id}': {
        ...saying('path'),
        parameters: [id],
        get: { responses: { 200: reply('Payment') } },
        patch: {
          ...saying('merge'),
          requestBody: bodyOf('Payment'),
          responses: { 200: reply('Payment') },
        },
        delete: { ...saying('delete'), responses: { 204: refused } },
      },
      '/payments/{id}/refund': {
        parameters: [id],
        post: {
          ...saying('refund'),
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { why: text } } },
            },
          },
          responses: { 200: reply('Payment'), 409: refused },
        },
      },
      '/refunds': {
        get: { responses: { 200: listOf('Refund') } },
        post: { requestBody: bodyOf('Refund'), responses: { 201: reply('Refund') } },
      },
      '/refunds/{id}': { parameters: [id], get: { responses: { 200: reply('Refund') } } },
      '/payments/{payment_id}/events': {
        parameters: [{ ...id, name: 'payment_id' }],
        get: { responses: { 200: listOf('Event') } },
        post: { requestBody: bodyOf('Event'), responses: { 201: reply('Event') } },
      },
    },
    components: { schemas: { Payment, Refund, Event } },
    fixtures: { payments: kept, refunds, events: [] },
  });
  road.world.clock.set({ now: Date.parse(now), isFrozen: true });
  return road;
}

const set = {
  payment_id: '$key',
  amount: '$record.amount',
  reason: '$body.why',
  requested_at: '$now',
};
const make = { collection: 'refunds', set };
const made = { id: 8, payment_id: 1, amount: 5, state: 'pending', requested_at: now };

describe('a transition that makes a record of another collection', () => {
  it('gives it values of the record, of the body, of the clock, and plain ones', async () => {
    const road = await open({ refund: [{ set: { status: 'refunded' }, make }] });
    const said = await road.send('POST', '/payments/1/refund', { body: { why: 'broken' } });
    expect([said.status, said.json]).toMatchObject([200, { id: 1, status: 'refunded' }]);
    const expected = { ...made, reason: 'broken' };
    expect((await road.send('GET', '/refunds')).json).toMatchObject([before, expected]);
    expect((await road.send('GET', '/refunds/8')).json).toMatchObject(expected);
  });

  it('leaves out what the body does not say, and lets the word of the action count', async () => {
    const road = await open({ refund: [{ from: { status: 'paid' }, make }] });
    await road.send('POST', '/payments/1/refund', { body: {} });
    expect((await road.send('GET', '/payments/1')).json).toMatchObject({ status: 'refunded' });
    const list = (await road.send('GET', '/refunds')).json;
    expect(list).toMatchObject([before, made]);
    expect(list).not.toMatchObject([{}, { reason: 'broken' }]);
  });

  it('makes none where the request is refused', async () => {
    const road = await open({ refund: [{ from: { status: 'paid' }, make, else: 409 }] });
    expect((await road.send('POST', '/payments/1/refund', { body: {} })).status).toBe(200);
    expect((await road.send('POST', '/payments/1/refund', { body: {} })).status).toBe(409);
    expect((await road.send('GET', '/refunds')).json).toHaveLength(2);
  });

  it.each<[string, string, string, JsonObject | undefined, number]>([
    ['a merge', 'merge', 'PATCH /payments/1', { note: 'B' }, 200],
    ['a merge that changes nothing', 'merge', 'PATCH /payments/1', {}, 200],
    ['a deletion', 'delete', 'DELETE /payments/1', undefined, 204],
  ])('happens at %s', async (_, name, line, body, status) => {
    const road = await open({ [name]: [{ make }] });
    const [method = '', path = ''] = line.split(' ');
    const said = await road.send(method, path, body === undefined ? {} : { body });
    expect(said.status).toBe(status);
    expect((await road.send('GET', '/refunds')).json).toMatchObject([before, made]);
  });

  it('knows the new record where a create makes one', async () => {
    const road = await open({ create: [{ make }] });
    const said = await road.send('POST', '/payments', { body: { amount: 9 } });
    expect(said.status).toBe(201);
    expect((await road.send('GET', '/refunds')).json).toMatchObject([
      before,
      { ...made, payment_id: Object(said.json).id, amount: 9 },
    ]);
  });

  it('puts it below the record, where its path is below', async () => {
    const events = { collection: 'events', set: { kind: 'refunded' } };
    const road = await open({ refund: [{ make: events }] });
    await road.send('POST', '/payments/1/refund', { body: {} });
    expect((await road.send('GET', '/payments/1/events')).json).toMatchObject([
      { kind: 'refunded' },
    ]);
  });

  it('takes the key that is set, and refuses one that is taken', async () => {
    const keyed = { collection: 'refunds', set: { ...set, id: '$key' } };
    const road = await open({ refund: [{ make: keyed }] });
    await road.send('POST', '/payments/1/refund', { body: {} });
    expect((await road.send('GET', '/refunds/1')).json).toMatchObject({ ...made, id: 1 });
    const again = await road.send('POST', '/payments/1/refund', { body: {} });
    expect([again.status, again.headers['x-stuntdouble-reason']]).toEqual([
      409,
      expect.stringContaining('There is already a "1" in refunds'),
    ]);
  });

  it('happens without a request, too', async () => {
    const entry = { from: { status: 'paid' }, after: '1h', set: { status: 'refunded' } };
    const timed = { ...make, set: { payment_id: '$key', amount: 3, requested_at: '$now' } };
    const road = await open({ path: [{ ...entry, make: timed }] });
    await road.send('GET', '/payments/1');
    road.world.clock.set({ now: Date.parse(now) + 7_200_000, isFrozen: true });
    const expected = { ...made, amount: 3, requested_at: '2030-05-01T13:00:00.000Z' };
    for (let count = 0; count < 2; count += 1) {
      expect((await road.send('GET', '/refunds')).json).toMatchObject([before, expected]);
    }
  });
});
