import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, memberAt, textOf } from '../../src/base/json.ts';
import type { Answer } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { answer, body, parameter } from './shop.ts';

function objectIn({ json }: Answer): JsonObject {
  if (!isJsonObject(json)) throw new Error(`no object: ${JSON.stringify(json)}`);
  return json;
}

describe('what stands around a new record', () => {
  const droplet = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };
  const schemas = { Droplet: droplet };
  const ref = { $ref: '#/components/schemas/Droplet' };
  const links = { type: 'object', required: ['self'], properties: { self: { type: 'string' } } };
  const one = {
    type: 'object',
    required: ['droplet', 'links'],
    properties: { droplet: ref, links },
  };
  const many = {
    type: 'object',
    required: ['droplets', 'links'],
    properties: { droplets: { type: 'array', items: ref }, links },
  };
  const manyExample = { droplets: [{ id: 9, name: 'example' }], links: { self: '/examples' } };
  const oneExample = { droplet: { id: 9, name: 'example' }, links: { self: '/example' } };

  it.each<[string, JsonObject, JsonValue]>([
    ['is of the kind that holds one', {}, { self: expect.any(String) }],
    [
      'is the example that holds one',
      { examples: { many: { value: manyExample }, one: { value: oneExample } } },
      { self: '/example' },
    ],
  ])('%s', async (_, examples, shownLinks) => {
    const reply = { schema: { oneOf: [one, many] }, ...examples };
    const road = await openRoad({
      components: { schemas },
      paths: {
        '/droplets': {
          get: { responses: { '200': answer(many) } },
          post: {
            requestBody: body({ type: 'object', properties: { name: { type: 'string' } } }),
            responses: { '202': { description: 'Soon.', content: { 'application/json': reply } } },
          },
        },
        '/droplets/{droplet_id}': {
          parameters: [parameter('droplet_id', { type: 'integer' })],
          get: { responses: { '200': answer(one) } },
        },
      },
    });
    const made = objectIn(await road.send('POST', '/droplets', { body: { name: 'web' } }));
    const id = memberAt(made, ['droplet', 'id']);
    expect(made).toEqual({ droplet: { id: expect.any(Number), name: 'web' }, links: shownLinks });
    const read = objectIn(await road.send('GET', `/droplets/${textOf(id)}`));
    expect(read['droplet']).toEqual(made['droplet']);
    const list = objectIn(await road.send('GET', '/droplets'));
    expect(list['droplets']).toContainEqual(made['droplet']);
  });
});

describe('what was sent in another spelling', () => {
  const thing = {
    type: 'object',
    required: ['sid', 'friendly_name'],
    properties: {
      sid: { type: 'string' },
      friendly_name: { type: 'string' },
      size: { type: 'integer' },
      owner: { type: 'object', properties: { first_name: { type: 'string' } } },
    },
  };
  const input = {
    type: 'object',
    properties: {
      FriendlyName: { type: 'string' },
      Size: { type: 'integer' },
      Owner: { type: 'object' },
    },
  };
  const paths = {
    '/things': {
      post: { requestBody: body(input), responses: { '201': answer(thing) } },
    },
    '/things/{Sid}': {
      parameters: [parameter('Sid')],
      get: { responses: { '200': answer(thing) } },
      put: { requestBody: body(input), responses: { '200': answer(thing) } },
      patch: { requestBody: body(input), responses: { '200': answer(thing) } },
    },
  };

  it.each<[string, JsonObject]>([
    ['of which nobody has said anything', {}],
    ['with fixtures', { things: [] }],
  ])('is what a record of a collection %s calls it', async (_, fixtures) => {
    const road = await openRoad({ paths, fixtures });
    const sent = { FriendlyName: 'first', Owner: { FirstName: 'ann' } };
    const made = objectIn(await road.send('POST', '/things', { body: sent }));
    const { sid } = made;
    const stored = { sid, friendly_name: 'first', owner: { first_name: 'ann' } };
    expect(made).toEqual(stored);
    const path = `/things/${textOf(sid)}`;
    const merged = await road.send('PATCH', path, { body: { Size: 2 } });
    expect(merged.json).toEqual({ ...stored, size: 2 });
    const replaced = await road.send('PUT', path, { body: { FriendlyName: 'last' } });
    expect(replaced.json).toMatchObject({ sid, friendly_name: 'last' });
    expect((await road.send('GET', path)).json).toEqual(replaced.json);
  });
});

describe('a loan', () => {
  const date = { type: 'string', format: 'date' };
  const moment = { type: 'string', format: 'date-time' };
  const whole = { type: 'integer' };
  const loan = {
    type: 'object',
    required: ['id', 'bookId', 'dueOn', 'status'],
    properties: {
      id: whole,
      bookId: whole,
      lentAt: moment,
      dueOn: date,
      returnedAt: { ...moment, type: ['string', 'null'] },
      status: { type: 'string', enum: ['open', 'returned', 'overdue'] },
    },
  };
  const sent = { type: 'object', required: ['bookId'], properties: { bookId: whole } };
  const open = () =>
    openRoad({
      paths: {
        '/loans': {
          get: { responses: { '200': answer({ type: 'array', items: loan }) } },
          post: { requestBody: body(sent), responses: { '201': answer(loan) } },
        },
        '/loans/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: { '200': answer(loan) } },
        },
      },
      runtime: { records: 30 },
    });

  it('that is made up was returned only where its status says so, and in its term', async () => {
    const { json } = await (await open()).send('GET', '/loans');
    const loans = Array.isArray(json) ? json.filter((one: JsonValue) => isJsonObject(one)) : [];
    expect(new Set(loans.map(({ status }) => status)).size).toBe(3);
    for (const { status, lentAt, dueOn, returnedAt } of loans) {
      expect(typeof returnedAt === 'string').toBe(status === 'returned');
      expect(textOf(lentAt) < textOf(dueOn)).toBe(true);
      if (typeof returnedAt === 'string') expect(returnedAt < textOf(dueOn)).toBe(true);
    }
  });

  it('that a client makes begins now and is due in two weeks', async () => {
    const road = await open();
    const made = objectIn(await road.send('POST', '/loans', { body: { bookId: 1 } }));
    const { lentAt, dueOn } = made;
    expect(made).toMatchObject({ status: 'open', returnedAt: null });
    expect(Math.abs(Date.parse(textOf(lentAt)) - Date.now())).toBeLessThan(60_000);
    const days = (Date.parse(textOf(dueOn)) - Date.parse(textOf(lentAt))) / 86_400_000;
    expect(days).toBeGreaterThan(12.9);
    expect(days).toBeLessThanOrEqual(14);
  });
});
