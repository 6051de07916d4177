import { expect, it } from 'vitest';

import { bookIds } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = ''] = bookIds;
const moon = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
/** Neither text holds a record. */
const texts = {
  'text/csv': { schema: { type: 'string', const: '1' } },
  'text/plain': { example: '2' },
};
const done = {
  type: 'object',
  required: ['done'],
  additionalProperties: false,
  properties: { done: { type: 'boolean' } },
};
const as = (schema: object): object => ({ 'application/json': { schema } });
const replying = (content: object): object => ({ 200: { description: 'Done.', content } });
const paths = {
  '/moons': {
    get: {
      operationId: 'listMoons',
      responses: replying({ ...as({ type: 'array', items: moon }), ...texts }),
    },
  },
  '/moons/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'getMoon', responses: replying({ ...as(moon), ...texts }) },
    put: {
      operationId: 'putMoon',
      requestBody: { content: as(moon) },
      responses: replying({ ...as(moon), ...texts }),
    },
    delete: { operationId: 'dropMoon', responses: replying(as(done)) },
  },
  '/books/{id}/reprint': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    post: {
      operationId: 'reprintBook',
      responses: replying(as({ $ref: '#/components/schemas/Book' })),
    },
  },
};

const record = { kind: 'record', collection: 'moons', key: '7' };
const change = { kind: 'change', collection: 'moons', key: '7' };
const generated = { kind: 'generated', collection: null, key: null };
const example = { kind: 'example', collection: null, key: null };
const showsChange = 'The change was done, and the answer shows what "moons" holds since.';

it.each<[string, string, object | undefined, object, string]>([
  ['GET /moons/7', '*/*', undefined, record, 'The answer is the record "7" of "moons".'],
  ['GET /moons/7', 'text/csv', undefined, generated, 'The answer is made up for the schema'],
  ['GET /moons/7', 'text/plain', undefined, example, 'The answer is an example'],
  ['GET /moons', '*/*', undefined, { kind: 'records' }, 'The answer lists records of "moons".'],
  ['GET /moons', 'text/csv', undefined, generated, 'The answer is made up for the schema'],
  ['GET /moons', 'text/plain', undefined, example, 'The answer is an example'],
  [`POST /books/${first}/reprint`, '*/*', undefined, { collection: 'books' }, 'is the record'],
  ['PUT /moons/7', '*/*', { id: '7' }, change, showsChange],
  ['PUT /moons/7', '*/*', { id: '7', name: 'x'.repeat(70_000) }, change, showsChange],
  ['PUT /moons/7', 'text/csv', { id: '7' }, change, 'done in "moons"; the answer is made up'],
  ['PUT /moons/7', 'text/plain', { id: '7' }, change, 'done in "moons"; the answer is an example'],
  ['DELETE /moons/7', '*/*', undefined, change, 'done in "moons"; the answer is made up'],
])('%s as %s, case %#', async (line, type, body, source, words) => {
  const { ask } = await openBookshop({}, paths);
  const [method = '', path = ''] = line.split(' ');
  expect((await ask(method, path, { body, headers: { Accept: type } })).status).toBe(200);
  const { json } = await ask('GET', '/_mock/requests/1/explain');
  expect(json).toMatchObject({ source });
  expect(Object(json).sentences.join('\n')).toContain(words);
});

it('ends a question with its own mark alone', async () => {
  const closed = {
    type: 'object',
    properties: { reason: { type: 'string' } },
    additionalProperties: false,
  };
  const post = {
    operationId: 'refuse',
    requestBody: { content: { 'application/json': { schema: closed } } },
    responses: { 204: { description: 'Done.' } },
  };
  const { ask } = await openBookshop({}, { '/refusals': { post } });
  await ask('POST', '/refusals', { body: { reasn: 'none' } });
  const { json: told } = await ask('GET', '/_mock/requests/last/explain');
  expect(told).toMatchObject({
    sentences: expect.arrayContaining([
      expect.stringMatching(/^At fault is .*: did you mean "reason"\?$/),
    ]),
  });
});
