import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };
const count = { type: 'integer' };

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
    ['comments_count', count, 0],
    ['commentCount', count, 0],
    ['num_items', count, 0],
    ['seats_total', count, 0],
    ['replies_count', { ...count, minimum: 1 }, 1],
    ['account', count, undefined],
    ['amount', count, undefined],
    ['discount', count, undefined],
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
