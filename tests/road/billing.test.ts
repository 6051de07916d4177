import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const own = { ...text, readOnly: true };
const time = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (status: string, schema?: JsonObject): JsonObject => ({
  [status]: { description: 'Fine.', ...(schema && body(schema)) },
});
const many = (name: string): JsonObject => answer('200', { type: 'array', items: ref(name) });

interface Choices {
  /** The status of a create of customers. */
  readonly made?: string;
  readonly summary?: string;
  /** What else may be done with one customer. */
  readonly more?: JsonObject;
  /** What a DELETE of a subscription says of itself, and what it answers. */
  readonly ending?: JsonObject;
}

/** Customers with a number of their own choice, plans with a code, and subscriptions of both. */
function open({
  made = '200',
  summary = 'Creates',
  more = {},
  ending,
}: Choices = {}): Promise<OpenRoad> {
  const statuses = { type: 'string', enum: ['pending', 'active', 'terminated'], readOnly: true };
  return openRoad({
    paths: {
      '/customers': {
        get: { responses: many('Customer') },
        post: {
          summary,
          requestBody: body(ref('Customer')),
          responses: answer(made, ref('Customer')),
        },
      },
      '/customers/{number}': {
        parameters: [parameter('number', text)],
        get: { responses: answer('200', ref('Customer')) },
        delete: { responses: answer('204') },
        ...more,
      },
      '/plans': {
        get: { responses: many('Plan') },
        post: { requestBody: body(ref('Plan')), responses: answer('201', ref('Plan')) },
      },
      '/plans/{code}': {
        parameters: [parameter('code', text)],
        get: { responses: answer('200', ref('Plan')) },
        put: {
          requestBody: body({ type: 'object', properties: { name: text, note: text } }),
          responses: answer('200', ref('Plan')),
        },
      },
      '/subscriptions': {
        get: { responses: many('Subscription') },
        post: {
          requestBody: body({
            type: 'object',
            properties: { plan_code: text },
            required: ['plan_code'],
          }),
          responses: answer('201', ref('Subscription')),
        },
      },
      '/subscriptions/{id}': {
        parameters: [parameter('id', text)],
        get: { responses: answer('200', ref('Subscription')) },
        delete: ending ?? {
          summary: 'Terminate a subscription',
          responses: answer('200', ref('Subscription')),
        },
      },
    },
    components: {
      schemas: {
        Customer: {
          type: 'object',
          properties: { number: text, name: text, city: text },
          required: ['number', 'name'],
        },
        Plan: {
          type: 'object',
          properties: { code: text, name: text, note: text, planId: own },
          required: ['code', 'name', 'planId'],
        },
        Subscription: {
          type: 'object',
          properties: {
            id: own,
            plan_code: text,
            plan_name: own,
            plan_plan_id: own,
            status: statuses,
            terminated_at: time,
          },
          required: ['id', 'plan_code', 'plan_name', 'plan_plan_id', 'status', 'terminated_at'],
        },
      },
    },
  });
}

const ann = { number: 'c-1', name: 'Ann', city: 'Oslo' };

describe('a create with a key that is there', () => {
  it.each<[string, Choices]>([
    [
      'where its text says so',
      { made: '201', summary: 'Create or update a customer', more: { patch: patching() } },
    ],
    ['where nothing else changes these records', {}],
  ])('changes the record %s', async (_, choices) => {
    const road = await open(choices);
    await road.send('POST', '/customers', { body: ann });
    const { status } = await road.send('POST', '/customers', {
      body: { number: 'c-1', name: 'Bo' },
    });
    expect(status).toBe(Number(choices.made ?? 200));
    expect((await road.send('GET', '/customers/c-1')).json).toEqual({ ...ann, name: 'Bo' });
  });

  it.each<[string, Choices]>([
    ['where a PATCH changes these records', { more: { patch: patching() } }],
    ['where it answers 201', { made: '201' }],
  ])('is refused %s', async (_, choices) => {
    const road = await open(choices);
    await road.send('POST', '/customers', { body: ann });
    expect((await road.send('POST', '/customers', { body: ann })).status).toBe(409);
    expect((await road.send('GET', '/customers/c-1')).json).toEqual(ann);
  });
});

function patching(): JsonObject {
  return {
    requestBody: body({ type: 'object', properties: { name: text } }),
    responses: answer('200', ref('Customer')),
  };
}

function recordsIn(json: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(json) ? json.filter((one: JsonValue) => isJsonObject(one)) : [];
}

async function subscribe(road: OpenRoad): Promise<string> {
  await road.send('POST', '/plans', { body: { code: 'pro', name: 'Professional' } });
  const { json } = await road.send('POST', '/subscriptions', { body: { plan_code: 'pro' } });
  return `/subscriptions/${isJsonObject(json) ? textOf(json['id']) : ''}`;
}

describe('a DELETE that answers with its record', () => {
  it('ends it where its summary says that, and the record can still be read', async () => {
    const road = await open();
    const place = await subscribe(road);
    const { status, json } = await road.send('DELETE', place);
    const ended = { status: 'terminated', terminated_at: expect.stringMatching(/^20/) as never };
    expect([status, json]).toEqual([200, expect.objectContaining(ended)]);
    expect((await road.send('GET', place)).json).toEqual(json);
  });

  it.each([
    ['says that it deletes', 'Delete a subscription', answer('200', ref('Subscription'))],
    ['answers with nothing', 'Terminate a subscription', answer('204')],
    [
      'has another word than the status',
      'Close a subscription',
      answer('200', ref('Subscription')),
    ],
  ])('deletes it where it %s', async (_, summary, responses) => {
    const road = await open({ ending: { summary, responses } });
    const place = await subscribe(road);
    expect((await road.send('DELETE', place)).status).toBeLessThan(300);
    expect((await road.send('GET', place)).status).toBe(404);
  });
});

describe('a member that tells of the record that another member names', () => {
  it('says what that record says', async () => {
    const road = await open();
    const { json: made } = await road.send('POST', '/plans', {
      body: { code: 'pro', name: 'Pro' },
    });
    const planId = isJsonObject(made) ? made['planId'] : undefined;
    const { json } = await road.send('POST', '/subscriptions', { body: { plan_code: 'pro' } });
    expect(json).toMatchObject({ plan_name: 'Pro', plan_plan_id: planId });
    await road.send('PUT', '/plans/pro', { body: { name: 'Professional' } });
    const { json: listed } = await road.send('GET', '/subscriptions');
    expect(listed).toContainEqual(
      expect.objectContaining({ plan_code: 'pro', plan_name: 'Professional' }),
    );
  });

  it('in made-up records, too', async () => {
    const road = await open();
    const { json: plans } = await road.send('GET', '/plans');
    const { json: listed } = await road.send('GET', '/subscriptions');
    const names = new Map(
      recordsIn(plans).map(({ code, name }) => [textOf(code), textOf(name)] as const),
    );
    const told = recordsIn(listed).map(
      (one) => [textOf(one['plan_code']), one['plan_name']] as const,
    );
    expect(told.length).toBeGreaterThan(0);
    for (const [code, name] of told) expect(names.get(code)).toBe(name);
  });
});

describe('a PUT', () => {
  it('keeps what it leaves out, where nothing else changes the record', async () => {
    const road = await open();
    const plan = { code: 'pro', name: 'Pro', note: 'Monthly' };
    await road.send('POST', '/plans', { body: plan });
    const { json } = await road.send('PUT', '/plans/pro', { body: { name: 'Professional' } });
    expect(json).toMatchObject({ ...plan, name: 'Professional' });
  });

  it('replaces the record beside a PATCH', async () => {
    const put = { requestBody: body(ref('Customer')), responses: answer('200', ref('Customer')) };
    const road = await open({ more: { put, patch: patching() } });
    await road.send('POST', '/customers', { body: ann });
    const { json } = await road.send('PUT', '/customers/c-1', {
      body: { number: 'c-1', name: 'Bo' },
    });
    expect(json).toEqual({ number: 'c-1', name: 'Bo' });
  });
});
