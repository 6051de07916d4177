import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const count = { type: 'integer' };

const figures = {
  type: 'object',
  readOnly: true,
  required: ['total', 'unique'],
  properties: { total: count, unique: count },
};

/** What a create answers, where the record has a member that the request doesn't know. */
async function begin(
  name: string,
  schema: JsonObject,
  { isRequired = false, collection = 'things' } = {},
): Promise<JsonValue | undefined> {
  const record = {
    type: 'object',
    required: ['id', 'title', ...(isRequired ? [name] : [])],
    properties: { id: { type: 'integer' }, title: text, [name]: schema },
  };
  const answer = (status: string): JsonObject => ({
    [status]: { description: 'Fine.', content: { 'application/json': { schema: record } } },
  });
  const sent = { type: 'object', required: ['title'], properties: { title: text } };
  const requestBody = { content: { 'application/json': { schema: sent } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const road = await openRoad({
    paths: {
      [`/${collection}`]: { post: { requestBody, responses: answer('201') } },
      [`/${collection}/{id}`]: { parameters, get: { responses: answer('200') } },
    },
  });
  const { status, json } = await road.send('POST', `/${collection}`, { body: { title: 'x' } });
  expect(status).toBe(201);
  return isJsonObject(json) ? json[name] : undefined;
}

const aMoment: unknown = expect.stringMatching(/^\d{4}-/);
const recent: unknown = expect.stringMatching(new RegExp(`^${new Date().getUTCFullYear()}-`));

describe('a member of a new record that was not sent', () => {
  it.each<[string, JsonObject, unknown]>([
    ['status', { enum: ['closed', 'open'] }, 'open'],
    ['status', { enum: ['paid', 'draft', 'pending'] }, 'draft'],
    ['order_status', { enum: ['Processing', 'Pending', 'Shipped'] }, 'Pending'],
    ['state', { enum: ['in_review', 'done'] }, 'in_review'],
    ['state', { enum: ['deleted', 'archived'] }, undefined],
    ['status', { enum: ['open', 'waiting'], default: 'waiting' }, 'waiting'],
    ['status', { enum: ['open', 'waiting'], example: 'waiting' }, 'waiting'],
    ['status', { enum: ['new', 'cancelled'], example: 'cancelled' }, 'new'],
    ['role', { enum: ['draft', 'open'] }, undefined],
    ['_type', { enum: ['Thing'] }, 'Thing'],
    ['kind', { const: 'thing' }, 'thing'],
    ['visitsSummary', figures, { total: 0, unique: 0 }],
    ['stats', figures, { total: 0, unique: 0 }],
    ['comments_count', count, 0],
    ['commentCount', count, 0],
    ['num_items', count, 0],
    ['seats_total', count, 0],
    ['amount_used', { type: 'number' }, 0],
    ['amount_used', { ...text, example: '25.00' }, '0.00'],
    ['paid_to_date', { type: 'number' }, 0],
    ['replies_count', { ...count, minimum: 1 }, 1],
    ['account', count, undefined],
    ['amount', count, undefined],
    ['discount', count, 0],
    ['open_issues', count, 0],
    ['rating', { type: 'number' }, 0],
    ['max_items', count, undefined],
    ['price', { type: 'number' }, undefined],
    ['note', { type: ['string', 'null'] }, null],
    ['delete_at', count, 0],
    ['archived_at', { type: ['integer', 'null'] }, null],
    ['comments', { type: 'array', items: text }, []],
    ['comments', { type: 'array', items: text, minItems: 1 }, undefined],
    ['cancelled_at', moment, undefined],
    ['cancelled_at', { type: ['string', 'null'], format: 'date-time' }, null],
    ['lastLogin', { type: ['string', 'null'], format: 'date-time' }, null],
    ['closed_by', { type: ['object', 'null'], properties: { id: count } }, null],
    ['is_archived', { type: 'boolean' }, false],
    ['completed', { type: 'boolean' }, false],
    ['enabled', { type: 'boolean' }, true],
    ['is_active', { type: 'boolean' }, true],
    ['private', { type: 'boolean' }, false],
    ['pinned', { type: 'boolean', example: true }, false],
    ['isPublic', { type: 'boolean', example: true }, true],
    ['can_edit', { type: 'boolean' }, undefined],
    ['status', { enum: ['open', 'resolved', 'pending'] }, 'open'],
    ['status', { enum: ['active', 'draft', 'pending'] }, 'draft'],
    ['sub_things', { ...count, readOnly: true }, 0],
    ['openThings', { type: ['integer', 'null'], readOnly: true }, 0],
    ['things', { ...count, minimum: 1, readOnly: true }, 1],
    ['created_at', moment, recent],
    ['dateJoined', moment, recent],
    ['registration_date', moment, recent],
    ['last_modified', moment, recent],
  ])('%s %j', async (name, schema, expected) => {
    expect(await begin(name, schema)).toEqual(expected);
  });

  it.each<[string, JsonObject, unknown]>([
    ['paid_at', moment, aMoment],
    ['expires_at', moment, aMoment],
    ['currency', { ...text, example: 'CHF' }, 'CHF'],
    ['number', { ...text, example: 'INV-1' }, expect.stringMatching(/./)],
    ['seconds', { ...count, minimum: 1, example: 12 }, 12],
    ['thing', { ...count, minimum: 7, maximum: 7 }, 7],
    ['sub_things', { ...text, minLength: 1 }, expect.stringMatching(/./)],
    [
      'comments',
      { type: 'array', items: text, minItems: 1 },
      expect.arrayContaining([expect.any(String)]),
    ],
  ])('and that the record requires: %s %j', async (name, schema, expected) => {
    expect(await begin(name, schema, { isRequired: true })).toEqual(expected);
  });

  it('an account begins as active', async () => {
    const schema = { enum: ['pending', 'active', 'banned'] };
    expect(await begin('status', schema, { collection: 'users' })).toBe('active');
    expect(await begin('status', schema)).toBe('pending');
  });
});

describe('a new record', () => {
  const open = (
    record: JsonObject,
    sent: JsonObject,
    query: JsonObject = {},
  ): Promise<OpenRoad> => {
    const parameters = [{ name: 'slug', in: 'path', required: true, schema: text }];
    const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
    const answer = (status: string, schema: JsonObject): JsonObject => ({
      [status]: { description: 'Fine.', content: { 'application/json': { schema } } },
    });
    return openRoad({
      paths: {
        '/posts': {
          get: {
            parameters: Object.entries(query).map(([name, schema]) => ({
              name,
              in: 'query',
              schema,
            })),
            responses: answer('200', { type: 'array', items: object(record) }),
          },
          post: {
            requestBody: { content: { 'application/json': { schema: object(sent) } } },
            responses: answer('201', object(record)),
          },
        },
        '/posts/{slug}': { parameters, get: { responses: answer('200', object(record)) } },
      },
    });
  };
  const states = { enum: ['closed', 'open', 'all'] };

  it.each<[string, JsonObject, JsonObject]>([
    ['requests may send', { state: { enum: ['draft', 'live'] } }, {}],
    ['lists are filtered by', {}, { state: { enum: ['archived', 'draft'] } }],
  ])('begins with the state that comes first of those that %s', async (_, sent, query) => {
    const road = await open({ slug: text, state: text }, { slug: text, ...sent }, query);
    const { json } = await road.send('POST', '/posts', { body: { slug: 'a' } });
    expect(json).toMatchObject({ state: 'draft' });
  });

  it('is found by the state that it begins with', async () => {
    const road = await open({ slug: text, state: text }, { slug: text }, { state: states });
    const made = await road.send('POST', '/posts', { body: { slug: 'a' } });
    const listed = await road.send('GET', '/posts', { query: 'state=open' });
    expect(listed.json).toContainEqual(made.json);
  });

  it('has an id, also where paths have another name of it', async () => {
    const road = await open({ slug: text, id: { type: ['string', 'null'] } }, { slug: text });
    const { json } = await road.send('POST', '/posts', { body: { slug: 'a' } });
    expect(json).toMatchObject({ slug: 'a', id: expect.stringMatching(/./) });
    expect((await road.send('GET', '/posts/a')).json).toEqual(json);
  });

  it('gives ids to the objects in its lists', async () => {
    const line = { type: 'object', properties: { id: { type: 'integer' }, text } };
    const lines = { type: 'array', items: line };
    const road = await open({ slug: text, lines }, { slug: text, lines });
    const sent = { slug: 'a', lines: [{ text: 'x' }, { id: 7, text: 'y' }] };
    const { json } = await road.send('POST', '/posts', { body: sent });
    expect(json).toMatchObject({ lines: [{ id: expect.any(Number), text: 'x' }, sent.lines[1]] });
  });

  it('takes words with commas for a list of words', async () => {
    const tags = { type: 'array', items: text };
    const road = await open({ slug: text, tags }, { slug: text, tags: text });
    const { json } = await road.send('POST', '/posts', { body: { slug: 'a', tags: 'x, y' } });
    expect(json).toMatchObject({ tags: ['x', 'y'] });
  });
});
