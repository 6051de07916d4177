import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import { memberRules } from '../../src/contract/plan/lists/conventions/conventions.ts';
import { openRoad } from './open-road.ts';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const integer = { type: 'integer' };
const boat = { type: 'object', required: ['id'], properties: { id: text } };
const boats = { type: 'array', items: boat };
const three: readonly JsonObject[] = ['a', 'b', 'c'].map((id) => ({ id }));

interface Reply {
  readonly around: JsonObject;
  readonly required?: readonly string[];
  readonly media?: JsonObject;
  readonly parameters?: readonly JsonObject[];
  readonly correction?: JsonObject;
}

const page = { name: 'page', in: 'query', schema: integer };
const limit = { name: 'limit', in: 'query', schema: { ...integer, default: 2 } };
const cursor = { name: 'cursor', in: 'query', schema: text };
const sort = { name: 'sort', in: 'query', schema: text };

function objectOf(properties: JsonObject, required = Object.keys(properties)): JsonObject {
  return { type: 'object', properties, required };
}

/** What a list answers whose reply has these members beside its records. */
async function ask(reply: Reply, query = ''): Promise<readonly [number, JsonValue | undefined]> {
  const { around, required = Object.keys(around), media = {}, parameters = [page, limit] } = reply;
  const own = reply.correction ? { 'x-stuntdouble': reply.correction } : {};
  const schema = { ...objectOf({ data: boats, ...around }), required: ['data', ...required] };
  const content = { 'application/json': { schema, ...media } };
  const key = { name: 'id', in: 'path', required: true, schema: text };
  const one = { description: 'Fine.', content: { 'application/json': { schema: boat } } };
  const road = await openRoad({
    paths: {
      '/boats': {
        get: { ...own, parameters, responses: { '200': { description: 'Fine.', content } } },
      },
      '/boats/{id}': { parameters: [key], get: { responses: { '200': one } } },
    },
    fixtures: { boats: three },
  });
  const { status, json } = await road.send('GET', '/boats', { query, headers: { host: 'h' } });
  return [status, json];
}

describe('a member beside the records', () => {
  const linkObject = { type: 'object', properties: { href: uri, type: text } };
  const someLink = { _links: objectOf({ next: linkObject }, []) };
  it.each<[string, string, Reply, JsonObject]>([
    ['is absent at the end', 'page=2', { around: { next: uri }, required: [] }, {}],
    [
      'is null at the end, where it may be',
      'page=2',
      { around: { next: { type: ['string', 'null'] } } },
      { next: null },
    ],
    [
      'is empty at the end, where it must be',
      'page=2',
      { around: { next_cursor: text } },
      { next_cursor: '' },
    ],
    [
      'leads beyond the end, where it must lead somewhere',
      'page=2',
      { around: { next: uri } },
      { next: 'http://h/boats?page=3' },
    ],
    ['is a link', '', { around: { next: uri } }, { next: 'http://h/boats?page=2' }],
    [
      'is the path of a link',
      'limit=1&x=1',
      { around: { next: { ...text, examples: ['/boats?page=7'] } } },
      { next: '/boats?limit=1&x=1&page=2' },
    ],
    [
      'is a path that has to be a certain one',
      '',
      { around: { url: { ...text, pattern: '^/v1/boats$', examples: ['/v1/boats'] } } },
      { url: '/v1/boats' },
    ],
    [
      'is an object around a link',
      '',
      { around: someLink },
      { _links: { next: { href: 'http://h/boats?page=2' } } },
    ],
    ['is no object around no link', 'page=2', { around: someLink }, { _links: {} }],
    [
      'is a number in a text',
      '',
      { around: { total: { ...text, pattern: '^\\d+$' } } },
      { total: '3' },
    ],
    ['is a number in any text', '', { around: { current_page: text } }, { current_page: '1' }],
    [
      'is true beside an example that is a reference',
      '',
      {
        around: { meta: { ...objectOf({ total: integer }, []), example: { $ref: '#/a' } } },
        required: [],
      },
      { meta: { total: 3 } },
    ],
    [
      'is never less than it may be',
      'limit=0',
      { around: { total_pages: { ...integer, minimum: 1 } } },
      { total_pages: 1 },
    ],
    [
      'is another list, which is empty',
      '',
      { around: { included: boats, errors: boats }, required: ['included'] },
      { included: [] },
    ],
    [
      'is what it was where nobody knows it',
      '',
      { around: { kind: { const: 'boats' } } },
      { kind: 'boats' },
    ],
  ])('%s', async (_, query, reply, expected) => {
    const [status, json] = await ask(reply, query);
    const [first, second] = query.includes('page=2') ? [three[2]] : three;
    const size = query.includes('limit=0') ? 0 : query.includes('limit=1') ? 1 : 2;
    const shown = [first, second].flatMap((one) => one ?? []).slice(0, size);
    expect([status, json]).toMatchObject([200, { data: shown, ...expected }]);
  });

  it('comes from the contract’s example, completed where it leaves something out', async () => {
    const meta = objectOf({ total: integer, pages: integer, previous_page: integer, note: text });
    const example = { data: [{ id: 'x' }], hint: 'Try more.' };
    const reply = {
      around: { meta, hint: text },
      required: ['hint'],
      media: { example },
    };
    const [status, json] = await ask(reply);
    expect([status, json]).toMatchObject([
      200,
      { data: [{ id: 'a' }, { id: 'b' }], hint: 'Try more.', meta: { total: 3, pages: 2 } },
    ]);
  });
});

describe('a member that a correction names', () => {
  const expected: Readonly<Record<string, JsonValue>> = {
    limit: 1,
    total: 3,
    count: 1,
    remaining: 1,
    'is-last': false,
    'is-first': false,
    'is-empty': false,
    'has-previous': true,
    'has-more': true,
    'first-number': 2,
    'last-number': 2,
    pages: 3,
    page: 2,
    'next-page': 3,
    'previous-page': 1,
    'first-page': 1,
    'last-page': 3,
    offset: 1,
    'next-offset': 2,
    'previous-offset': 0,
    'last-offset': 1,
    'first-key': 'b',
    'last-key': 'b',
    'next-link': '/boats?page=3&limit=1',
    'previous-link': '/boats?page=1&limit=1',
    'first-link': '/boats?page=1&limit=1',
    'last-link': '/boats?page=3&limit=1',
    'self-link': '/boats?page=2&limit=1',
  };
  const inMember = async (word: string, type: string, more: string): Promise<JsonValue> => {
    const x = { type, ...(word.endsWith('link') && { examples: ['/'] }) };
    const correction = { envelope: { [word]: 'x' } };
    const [status, json] = await ask({ around: { x }, correction }, more);
    expect(status).toBe(200);
    return isJsonObject(json) ? (json['x'] ?? null) : null;
  };

  it.each(Object.entries(expected))('says %s', async (word, value) => {
    expect(await inMember(word, typeof value, 'page=2&limit=1')).toBe(value);
  });

  it.each(['next-cursor', 'previous-cursor'])('says %s', async (word) => {
    const parameters = [cursor, limit];
    const [, json] = await ask(
      { around: { x: text }, parameters, correction: { envelope: { [word]: 'x' } } },
      'cursor=a&limit=1',
    );
    expect(json).toMatchObject({ data: [{ id: 'b' }] });
    const name = isJsonObject(json) ? textOf(json['x']) : '';
    const [, there] = await ask({ around: {}, parameters }, `cursor=${name}&limit=1`);
    expect(there).toMatchObject({ data: [{ id: word === 'next-cursor' ? 'c' : 'a' }] });
  });

  it('has any of the words that inference knows', () => {
    const words = [...Object.keys(expected), 'next-cursor', 'previous-cursor'];
    expect(words.toSorted()).toEqual([...memberRules.keys()].toSorted());
  });
});

describe('a list that can not be read', () => {
  const parameters = [cursor, limit, sort];
  const around = { next_cursor: { type: ['string', 'null'] } };

  it('goes on from no cursor of another order', async () => {
    const [, json] = await ask({ around, parameters }, 'sort=-id');
    const next = JSON.stringify(json).replace(/^.*"next_cursor":"([^"]*)".*$/, '$1');
    const [right] = await ask({ around, parameters }, `sort=-id&cursor=${next}`);
    const [wrong] = await ask({ around, parameters }, `sort=id&cursor=${next}`);
    expect([right, wrong]).toEqual([200, 400]);
  });

  it.each(['e30', 'bm9uc2Vuc2U', 'WzEsMiwzLDQsNSw2LDdd', '%00', 'null'])(
    'goes on from no cursor like %s',
    async (text_) => {
      const [status, json] = await ask({ around, parameters }, `cursor=${text_}`);
      expect([status, json]).toMatchObject([400, { detail: expect.stringContaining('cursor') }]);
    },
  );

  it('is no list in another media type', async () => {
    const road = await openRoad({
      paths: {
        '/boats': {
          get: {
            responses: {
              '200': {
                description: 'Fine.',
                content: {
                  'application/json': { schema: boats },
                  'text/csv': { schema: text, example: 'id\nz\n' },
                },
              },
            },
          },
        },
        '/boats/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
            responses: {
              '200': { description: 'Fine.', content: { 'application/json': { schema: boat } } },
            },
          },
        },
      },
      fixtures: { boats: three },
    });
    const answer = await road.send('GET', '/boats', { headers: { accept: 'text/csv' } });
    expect([answer.status, answer.text]).toEqual([200, 'id\nz\n']);
    expect((await road.send('GET', '/boats')).json).toEqual(three);
  });
});
