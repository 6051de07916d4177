import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const flag = { type: 'boolean' };

/** A list of things with these members; each action is a method and what stands behind the record. */
async function open(
  members: JsonObject,
  actions: readonly string[],
  more: JsonObject = {},
): Promise<OpenRoad> {
  const Thing = {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true }, name: text, ...members },
    required: ['id', 'name', ...Object.keys(members)],
  };
  const schema = { $ref: '#/components/schemas/Thing' };
  const content = { 'application/json': { schema } };
  const many = { 'application/json': { schema: { type: 'array', items: schema } } };
  const given = { type: 'object', properties: { name: text }, required: ['name'] };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const operations = new Map<string, JsonObject>();
  for (const action of actions) {
    const [method = '', tail = ''] = action.split(' ');
    const others = operations.get(tail) ?? { parameters: [id] };
    const own = { responses: { '200': { description: '', content } }, ...more };
    operations.set(tail, { ...others, [method.toLowerCase()]: own });
  }
  return openRoad({
    components: { schemas: { Thing } },
    paths: {
      '/things': {
        get: { responses: { '200': { description: '', content: many } } },
        post: {
          requestBody: { content: { 'application/json': { schema: given } } },
          responses: { '201': { description: '', content } },
        },
      },
      '/things/{id}': {
        parameters: [id],
        get: { responses: { '200': { description: '', content } } },
      },
      ...Object.fromEntries([...operations].map(([tail, one]) => [`/things/{id}${tail}`, one])),
    },
  });
}

async function begin(road: OpenRoad): Promise<string> {
  const { json, status } = await road.send('POST', '/things', { body: { name: 'A' } });
  expect(status).toBe(201);
  return `/things/${String(Object(json).id)}`;
}

const now: never = expect.stringMatching(/^20\d\d-/) as never;
const day: never = expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as never;
const statuses = { type: 'string', enum: ['open', 'cancelled', 'paid'], readOnly: true };

describe('an action does what its word says', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'POST /cancel',
      { cancelled_date: { type: 'string', readOnly: true, description: 'As `YYYY-MM-DD`.' } },
      { cancelled_date: day },
    ],
    ['POST /cancel', { status: statuses }, { status: 'cancelled' }],
    ['POST :cancel', { status: statuses }, { status: 'cancelled' }],
    ['PUT /actions/cancel', { status: statuses }, { status: 'cancelled' }],
    ['POST /mark-as-paid', { status: statuses }, { status: 'paid' }],
    ['POST /pay', { status: statuses }, { status: 'paid' }],
    ['POST /complete', { status: { ...statuses, enum: ['todo', 'done'] } }, { status: 'done' }],
    ['PATCH /archive', { is_archived: flag }, { is_archived: true }],
    ['POST /publish', { published_at: time }, { published_at: now }],
    [
      'POST /cancel',
      { status: statuses, cancelled_at: time },
      { status: 'cancelled', cancelled_at: now },
    ],
    [
      'POST /favourite',
      { favorited: flag, favoritesCount: { type: 'integer', readOnly: true } },
      { favorited: true, favoritesCount: 1 },
    ],
    ['POST /follow', { following: flag }, { following: true }],
    ['PUT /set-default', { is_default: flag }, { is_default: true }],
    ['POST /cancel-thing', { status: statuses }, { status: 'cancelled' }],
  ])('%s with %o', async (action, members, after) => {
    const road = await open(members, [action]);
    const thing = await begin(road);
    const [method = '', tail = ''] = action.split(' ');
    const { json, status } = await road.send(method, thing + tail);
    expect([status, json]).toEqual([200, expect.objectContaining(after)]);
    expect((await road.send('GET', thing)).json).toEqual(json);
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    ['POST /archive', 'POST /unarchive', { archived: flag }, { archived: false }],
    [
      'POST /lock',
      'DELETE /lock',
      { locked: flag, locked_at: time },
      { locked: false, locked_at: null },
    ],
    ['POST /complete', 'POST /reopen', { completed_at: time }, { completed_at: null }],
    ['POST /enable', 'POST /disable', { enabled: flag }, { enabled: false }],
    ['POST /on', 'POST /off', { enabled: flag }, { enabled: false }],
    ['POST /off', 'POST /on', { is_active: flag }, { is_active: true }],
    ['POST /deprecate', 'POST /reactivate', { deprecated: flag }, { deprecated: false }],
    ['POST /suspend', 'PUT /reactivate', { suspended: flag }, { suspended: false }],
    ['PUT /star', 'PUT /unstar', { is_starred: flag }, { is_starred: false }],
    ['POST /lock', 'POST /unlock', { isLocked: flag }, { isLocked: false }],
    ['POST /favorites', 'DELETE /favorites', { favorite: flag }, { favorite: false }],
    ['POST /likes', 'DELETE /likes', { liked: flag }, { liked: false }],
    ['POST /hide', 'POST /show', { hidden: flag }, { hidden: false }],
    ['POST /close', 'POST /reopen', { closed_at: time }, { closed_at: null }],
    [
      'POST /like',
      'DELETE /like',
      { liked: flag, likes_count: { type: 'integer', readOnly: true } },
      { liked: false, likes_count: 0 },
    ],
  ])('%s, and back by %s', async (action, back, members, after) => {
    const road = await open(members, [action, back]);
    const thing = await begin(road);
    for (const each of [action, action, back]) {
      const [method = '', tail = ''] = each.split(' ');
      expect((await road.send(method, thing + tail)).status).toBe(200);
    }
    expect((await road.send('GET', thing)).json).toMatchObject(after);
  });

  it('to a made-up record, too', async () => {
    const road = await open({ is_archived: flag }, ['POST /archive']);
    expect((await road.send('POST', '/things/2/archive')).json).toMatchObject({
      is_archived: true,
    });
    expect((await road.send('GET', '/things/2')).json).toMatchObject({ is_archived: true });
  });

  it('by the clock of its world, once', async () => {
    const road = await open({ archived_at: time, archived: flag }, ['POST /archive']);
    const thing = await begin(road);
    const { json: first } = await road.send('POST', `${thing}/archive`);
    expect((await road.send('POST', `${thing}/archive`)).json).toEqual(first);
  });
});

describe('an action does nothing', () => {
  it.each<[string, JsonObject]>([
    ['POST /refund', { status: { ...statuses, enum: ['open', 'refunded', 'partially_refunded'] } }],
    ['POST /archive', { is_archived: flag, archived: flag }],
    ['POST /on', { enabled: flag, active: flag }],
    ['POST /reactivate', { deprecated: flag, suspended: flag }],
    ['POST /preview', { preview: flag }],
    ['POST /check', { checked_at: time }],
    ['POST /cancel/dry-run', { status: statuses }],
    ['POST /fail', { status: { ...statuses, enum: ['open', 'payment_failed'] } }],
    ['POST /like', { likes_count: { type: 'integer', readOnly: true } }],
    ['POST /send-and-pay', { status: statuses }],
    ['POST /reboot', { status: { ...statuses, enum: ['running', 'rebooting'] } }],
    ['DELETE /draft', { draft: flag }],
  ])('by %s to a thing with %o', async (action, members) => {
    const road = await open(members, [action]);
    const thing = await begin(road);
    const { json: before } = await road.send('GET', thing);
    const [method = '', tail = ''] = action.split(' ');
    expect((await road.send(method, thing + tail)).status).toBe(200);
    expect((await road.send('GET', thing)).json).toEqual(before);
  });

  const later = { summary: 'Sets `cancelled_at` to the end of the billing period.' };
  const amount = { type: 'object', properties: { amount: { type: 'integer' } } };
  const part = { requestBody: { content: { 'application/json': { schema: amount } } } };

  it.each<[string, JsonObject, JsonObject]>([
    ['POST /cancel', { cancelled_at: time, status: statuses }, later],
    ['POST /refund', { refunded: flag }, part],
  ])('by %s to a thing with %o, where the contract says %o', async (action, members, more) => {
    const road = await open(members, [action], more);
    const thing = await begin(road);
    const { json: before } = await road.send('GET', thing);
    const [method = '', tail = ''] = action.split(' ');
    expect((await road.send(method, thing + tail, { body: {} })).status).toBe(200);
    expect((await road.send('GET', thing)).json).toEqual(before);
  });

  it('to a record that is not there', async () => {
    const road = await open({ status: statuses }, ['POST /cancel']);
    await begin(road);
    expect((await road.send('POST', '/things/999/cancel')).status).toBe(404);
  });
});
