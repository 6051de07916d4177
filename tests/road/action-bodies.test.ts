import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const status = { type: 'string', enum: ['open', 'resolved'] };

const policy = { type: 'object', properties: { isDisabled: { type: 'boolean' }, level: whole } };

const members = {
  title: text,
  policy,
  status,
  priority: text,
  assignee_id: whole,
  amount: whole,
};

/** Tickets with one action, which answers with nothing of them. */
async function open(method: string, tail: string): Promise<[OpenRoad, string]> {
  const ticket = {
    type: 'object',
    properties: { id: whole, ...members },
    required: ['id', 'title'],
  };
  const answer = (code: string): JsonObject => ({
    [code]: { description: 'Fine.', ...body(ticket) },
  });
  const road = await openRoad({
    paths: {
      '/tickets': {
        post: {
          requestBody: body({ type: 'object', properties: members, required: ['title'] }),
          responses: answer('201'),
        },
      },
      '/tickets/{id}': { parameters: [parameter('id', whole)], get: { responses: answer('200') } },
      [`/tickets/{id}${tail}`]: {
        parameters: [parameter('id', whole)],
        [method.toLowerCase()]: {
          requestBody: body({ type: 'object', properties: members }),
          responses: { '204': { description: 'Done.' } },
        },
      },
    },
  });
  const sent = { title: 'A', status: 'open', priority: 'low', assignee_id: 1, amount: 10 };
  const { json } = await road.send('POST', '/tickets', { body: sent });
  return [road, `/tickets/${textOf(isJsonObject(json) ? json['id'] : undefined)}`];
}

describe('an action whose body has a member of its record', () => {
  it.each<[string, string, JsonObject]>([
    ['POST', '/toggle_status', { status: 'resolved' }],
    ['POST', '/set-priority', { priority: 'high' }],
    ['POST', '/assign', { assignee_id: 7 }],
    ['PUT', '/board', { priority: 'high' }],
    ['PATCH', '/details', { title: 'B' }],
  ])('changes it: %s %s with %j', async (method, tail, sent) => {
    const [road, ticket] = await open(method, tail);
    expect((await road.send(method, ticket + tail, { body: sent })).status).toBe(204);
    expect((await road.send('GET', ticket)).json).toMatchObject(sent);
  });

  it.each<[string, string, JsonObject]>([
    ['POST', '/refund', { amount: 3 }],
    ['POST', '/preview-priority', { priority: 'high' }],
    ['PUT', '/check', { priority: 'high' }],
  ])('leaves it where the path means something else: %s %s with %j', async (method, tail, sent) => {
    const [road, ticket] = await open(method, tail);
    const { json: before } = await road.send('GET', ticket);
    expect((await road.send(method, ticket + tail, { body: sent })).status).toBe(204);
    expect((await road.send('GET', ticket)).json).toEqual(before);
  });
});

describe('an action whose body is the member that its path names', () => {
  const openPolicy = async (tail: string): Promise<[OpenRoad, string]> => {
    const thing = { type: 'object', properties: { id: whole, title: text, policy } };
    const answer = (code: string): JsonObject => ({
      [code]: { description: 'Fine.', ...body(thing) },
    });
    const road = await openRoad({
      paths: {
        '/things': {
          post: {
            requestBody: body({ type: 'object', properties: { title: text } }),
            responses: answer('201'),
          },
        },
        '/things/{id}': { parameters: [parameter('id', whole)], get: { responses: answer('200') } },
        [`/things/{id}${tail}`]: {
          parameters: [parameter('id', whole)],
          post: { requestBody: body(policy), responses: { '204': { description: 'Done.' } } },
        },
      },
    });
    const { json } = await road.send('POST', '/things', { body: { title: 'A' } });
    return [road, `/things/${textOf(isJsonObject(json) ? json['id'] : undefined)}`];
  };

  it.each([
    ['/policy', { isDisabled: true }, true],
    ['/Policy', { isDisabled: true, level: 2 }, true],
    ['/rules', { isDisabled: true }, false],
  ])('sets that member: %s with %j', async (tail, sent, isSet) => {
    const [road, thing] = await openPolicy(tail);
    await road.send('POST', thing + tail, { body: sent });
    const { json } = await road.send('GET', thing);
    const shown = isJsonObject(json) ? json['policy'] : undefined;
    if (isSet) expect(shown).toEqual(sent);
    else expect(shown).not.toEqual(sent);
  });
});
