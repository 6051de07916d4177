import { describe, expect, it } from 'vitest';

import { bookIds } from './bookshop.ts';
import type { Asked } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;
const json = (schema: unknown, more: object = {}): unknown => ({
  200: { description: 'Done.', content: { 'application/json': { schema, ...more } } },
});

const more = {
  '/dice': { get: { operationId: 'rollDice', responses: json({ type: 'integer', minimum: 1 }) } },
  '/greeting': {
    get: { operationId: 'greet', responses: json({ type: 'string' }, { example: 'Hello' }) },
  },
  '/broken': {
    get: { operationId: 'getBroken', responses: json({ type: 'string', enum: [7] }) },
  },
  '/faulty': {
    get: { operationId: 'getFaulty', responses: json({ type: 'string' }, { example: 7 }) },
  },
  '/admin': {
    get: {
      operationId: 'administrate',
      security: [{ token: ['admin'] }],
      responses: json({ type: 'string' }),
    },
  },
  '/stars': {
    get: {
      operationId: 'listStars',
      parameters: ['id', 'hue', 'mood'].map((name) => ({
        name,
        in: 'query',
        schema: { type: 'string' },
      })),
      responses: json({
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      }),
    },
  },
  '/stars/{id}': {
    get: {
      operationId: 'getStar',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: json({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }),
    },
  },
  '/ping': { post: { operationId: 'ping', responses: { 204: { description: 'Pong.' } } } },
};

const short = { headers: { Authorization: 'Bearer short' } };

/** What is asked; then what the explanation says, in words and for programs. */
const cases: readonly (readonly [string, Asked, object, readonly string[]])[] = [
  [
    `GET /books/${first}`,
    {},
    {
      refused_by: null,
      credentials: ['Everyone'],
      world: 'default',
      parameters: { id: first },
      operation: { role: 'read', collection: 'books', key: 'id', parents: [] },
      source: { kind: 'record', collection: 'books', key: first },
    },
    [
      'It is the operation getBook, GET /books/{id}, declared at ',
      'reads a record of "books"',
      'The answer is',
    ],
  ],
  [
    'GET /~a/books',
    {},
    { world: 'a', source: { kind: 'records', collection: 'books', key: null } },
    ['in the world "a"', 'The answer lists records of "books".'],
  ],
  [
    'POST /books',
    { body: { title: 'New' } },
    { source: { kind: 'change', collection: 'books' }, operation: { role: 'create' } },
    ['makes a record of "books"', 'The change was done'],
  ],
  [
    'DELETE /books/none',
    {},
    { refused_by: 'behave', operation: { role: 'delete', key: 'id' } },
    ['deletes a record of "books", which id "none" names'],
  ],
  [
    `DELETE /books/${second}`,
    {},
    { source: { kind: 'change', collection: 'books', key: second } },
    ['The change was done in "books"; there is no body to show it.'],
  ],
  [
    'GET /books',
    { headers: { Authorization: '' } },
    { refused_by: 'authenticate', credentials: [], source: { kind: 'refusal' } },
    ['where it is asked who is calling', '(missing-credentials)', 'Send the header'],
  ],
  [
    'GET /books',
    { headers: { 'X-Stuntdouble-Fault': 'slow' } },
    { refused_by: 'intervene', problem: { code: 'invalid-fault' } },
    ['where it is looked up what is to happen instead of the usual', 'there is no such fault'],
  ],
  [
    'GET /admin',
    {},
    {
      refused_by: 'authorize',
      credentials: ['Everyone'],
      operation: { security: [[{ scheme: 'token', scopes: ['admin'] }]] },
    },
    ['(insufficient-scope)', 'the credential "Everyone" lacks "admin"'],
  ],
  [
    `GET /books/${first}`,
    short,
    { refused_by: 'authorize', credentials: ['Short'] },
    ['(out-of-reach)', 'The credential "Short" reaches only id "other".'],
  ],
  [
    'GET /book',
    {},
    {
      refused_by: 'route',
      operation: null,
      nearest: [
        { operation: 'listBooks', differences: ['segment 1 is "books", not "book"'] },
        expect.anything(),
        expect.anything(),
      ],
    },
    ['No operation of the contract matches it.', 'Near is listBooks, GET /books: segment 1 is'],
  ],
  [
    'PATCH /books',
    {},
    {
      refused_by: 'route',
      problem: { code: 'method-not-allowed' },
      nearest: [
        { operation: 'listBooks', differences: ['the method is GET, not PATCH'] },
        { operation: 'createBook', differences: ['the method is POST, not PATCH'] },
        expect.anything(),
      ],
    },
    ['/books has no PATCH'],
  ],
  [
    'GET /books/none',
    {},
    { refused_by: 'behave', problem: { code: 'record-not-found' }, nearest: [] },
    [
      'The request is valid; the state refused it (record-not-found).',
      'There is no "none" in books',
    ],
  ],
  [
    'POST /books',
    { body: { title: 7 } },
    { refused_by: 'validate-request', violations: [{ in: 'body', pointer: '/title' }] },
    ['where it is held to the contract; nothing was done', 'At fault is body /title: must be'],
  ],
  [
    'POST /books',
    { body: {}, headers: { 'Content-Type': 'text/plain' } },
    { refused_by: 'read-body', problem: { code: 'unsupported-media-type' } },
    ['where its body is read'],
  ],
  [
    'GET /books',
    { headers: { 'X-Stuntdouble-World': '-' } },
    { refused_by: 'world', problem: { code: 'invalid-world' } },
    ['before its way began'],
  ],
  [
    `GET /books/${first}`,
    { headers: { Prefer: 'dynamic=true' } },
    { source: { kind: 'generated' }, forced: { by: 'preference' } },
    ['The answer is made up for the schema', 'The request itself prefers'],
  ],
  [
    'GET /stars/7',
    {},
    { source: { kind: 'record', collection: 'stars', key: '7' } },
    ['The answer is the record "7" of "stars". The collection has no fixtures'],
  ],
  [
    'GET /stars?hue=red&id=x',
    {},
    { source: { kind: 'records', collection: 'stars' } },
    ['Nothing follows from "hue" in the query, since the plan does not know what it means.'],
  ],
  ['GET /dice', {}, { source: { kind: 'generated' } }, ['The operation touches no record']],
  ['GET /greeting', {}, { source: { kind: 'example' } }, ['The answer is an example']],
  ['POST /ping', {}, { source: { kind: 'empty' } }, ['The answer has no body.']],
  [
    'GET /broken',
    {},
    { refused_by: 'validate-response', source: { kind: 'breach' } },
    ['a 500 was sent in its place', 'No value could be made'],
  ],
  [
    'GET /faulty',
    {},
    { refused_by: 'validate-response', source: { kind: 'breach' } },
    ['was sent all the same', 'getFaulty 200, body: must be a string'],
  ],
  [
    'OPTIONS /books',
    { headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' } },
    { refused_by: null, source: { kind: 'preflight' } },
    ['A browser asked whether a page of another origin may call'],
  ],
];

describe('GET /_mock/requests/{id}/explain', () => {
  it('says why a request was answered as it was', async () => {
    const { ask } = await openBookshop({}, more);
    const minted = { name: 'Short', scheme: 'token', value: 'short', scopes: [] };
    await ask('POST', '/_mock/credentials', { body: { ...minted, only: { id: ['other'] } } });
    for (const [index, [line, asked, document, words]] of cases.entries()) {
      const [method = '', path = ''] = line.split(' ');
      await ask(method, path, asked);
      const { json: told } = await ask('GET', `/_mock/requests/${index + 1}/explain`);
      expect(told, line).toMatchObject(document);
      const { sentences } = Object(told) as { sentences: readonly string[] };
      const text = sentences.join('\n');
      for (const part of words) expect(text, line).toContain(part);
    }
  });

  it('says where nothing is looked up', async () => {
    const { ask } = await openBookshop({ stateless: true });
    await ask('GET', `/books/${first}`);
    const { json: told } = await ask('GET', '/_mock/requests/1/explain');
    expect(JSON.stringify(told)).toContain('it was started with --stateless');
    expect(told).toMatchObject({ source: { kind: 'generated' } });
  });

  it('says who has meddled with it, and where it was forwarded to', async () => {
    const other = await openBookshop({}, { '/elsewhere': more['/greeting'] });
    const { ask } = await openBookshop({ unmatched: other.mock.url });
    await ask('GET', '/books', { headers: { 'X-Stuntdouble-Fault': 'latency=1ms' } });
    await ask('GET', '/elsewhere');
    await ask('POST', '/elsewhere', { body: { title: 'x' } });
    const slow = await ask('GET', '/_mock/requests/1/explain');
    expect(slow.json).toMatchObject({
      source: { kind: 'records' },
      forced: null,
      delivery: { by: { by: 'header' }, delay_ms: 1 },
    });
    expect(JSON.stringify(slow.json)).toContain('it was kept back for 1 ms, by the header');
    const forwarded = await ask('GET', '/_mock/requests/2/explain');
    expect(forwarded.json).toMatchObject({ source: { kind: 'forwarded' }, refused_by: null });
    expect(JSON.stringify(forwarded.json)).toContain(`It was forwarded to ${other.mock.url},`);
    expect((await ask('GET', '/_mock/requests?verdict=unmatched')).json).toMatchObject({
      requests: [
        { id: 2, forwarded_to: other.mock.url, reply: { status: 200 } },
        { id: 3, request: { body_note: 'not kept: it went on to the other server' } },
      ],
    });
  });

  it('says that nobody was there to forward it to', async () => {
    const { ask } = await openBookshop({ unmatched: 'http://127.0.0.1:1' });
    await ask('POST', '/elsewhere', { body: { title: 'x' } });
    const failed = await ask('GET', '/_mock/requests/1/explain');
    expect(failed.json).toMatchObject({
      problem: { code: 'forward-failed' },
      refused_by: 'route',
      source: { kind: 'refusal' },
    });
    expect((await ask('GET', '/_mock/requests/1')).json).toMatchObject({
      request: { body_note: 'not kept: it was for the other server' },
    });
  });
});
