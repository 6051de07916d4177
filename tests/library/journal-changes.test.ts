import { describe, expect, it } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'string', readOnly: true },
    text: { type: 'string' },
    password: { type: 'string' },
  },
};
const content = { 'application/json': { schema: note } };
const list = { 'application/json': { schema: { type: 'array', items: note } } };
const pathParameter = (name: string): unknown => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

/** Notes of books, of which no fixture tells: the server makes them up. */
const notes = {
  '/books/{book_id}/notes': {
    parameters: [pathParameter('book_id')],
    get: { operationId: 'listNotes', responses: { 200: { description: 'All.', content: list } } },
    post: {
      operationId: 'createNote',
      requestBody: { required: true, content },
      responses: { 201: { description: 'It.', content } },
    },
  },
  '/books/{book_id}/notes/{note_id}': {
    parameters: [pathParameter('book_id'), pathParameter('note_id')],
    get: { operationId: 'getNote', responses: { 200: { description: 'It.', content } } },
    patch: {
      operationId: 'changeNote',
      requestBody: { content },
      responses: { 200: { description: 'It.', content } },
    },
    delete: { operationId: 'deleteNote', responses: { 204: { description: 'Gone.' } } },
  },
};

interface Shown {
  readonly changed: number;
  readonly changes: readonly unknown[];
  readonly changes_note?: string;
}

const open = (options?: MockOptions): ReturnType<typeof openBookshop> =>
  openBookshop(options, notes);

async function lastOf(ask: Ask): Promise<Shown> {
  const { json } = await ask('GET', '/_mock/requests?limit=1');
  const { requests } = Object(json) as { requests: readonly Shown[] };
  const [last] = requests;
  if (!last) throw new Error('the journal is empty');
  return last;
}

const createdAt = '2020-01-01T00:00:00Z';
const book = { id: first, title: 'Book 1', created_at: createdAt };

describe('the changes of a request', () => {
  it.each<readonly [string, string, unknown]>([
    ['GET', `/books/${first}`, undefined],
    ['GET', '/books', undefined],
    ['GET', `/books/${first}/notes/7`, undefined],
    ['HEAD', `/books/${first}`, undefined],
    ['DELETE', '/books/none', undefined],
    ['POST', '/books', { title: 7 }],
    ['PUT', `/books/${first}`, { title: 'Book 1' }],
    ['POST', '/nowhere', {}],
  ])('are none of %s %s', async (method, path, body) => {
    const { ask } = await open();
    await ask(method, path, { body });
    expect(await lastOf(ask)).toMatchObject({ changed: 0, changes: [] });
  });

  it('are the record before and after', async () => {
    const { ask } = await open();
    await ask('PUT', `/books/${first}`, { body: { title: 'Other' } });
    const after = { ...book, title: 'Other' };
    const changes = [{ collection: 'books', key: first, parents: {}, before: book, after }];
    expect(await lastOf(ask)).toMatchObject({ changed: 1, changes });
    expect(await lastOf(ask)).not.toHaveProperty('changes_note');
  });

  it('are of a new record what it is', async () => {
    const { ask } = await open();
    const { json } = await ask('POST', '/books', { body: { title: 'New' } });
    const { id } = Object(json) as { id: string };
    const changes = [{ collection: 'books', key: id, parents: {}, before: null, after: json }];
    expect(await lastOf(ask)).toMatchObject({ changed: 1, changes });
  });

  it('are of a removal all that goes along', async () => {
    const { ask } = await open();
    await ask('POST', `/books/${first}/notes`, { body: { text: 'One' } });
    await ask('POST', `/books/${second}/notes`, { body: { text: 'Other' } });
    await ask('DELETE', `/books/${first}`);
    const { changed, changes } = await lastOf(ask);
    expect(changed).toBe(2);
    expect(changes).toMatchObject([
      { collection: 'books', key: first, before: book, after: null },
      { collection: 'notes', parents: { book_id: first }, before: { text: 'One' }, after: null },
    ]);
  });

  it('are of a made-up record what clients saw before', async () => {
    const { ask } = await open();
    const { json: before } = await ask('GET', `/books/${first}/notes/7`);
    await ask('PATCH', `/books/${first}/notes/7`, { body: { text: 'Mine' } });
    const changed = { text: 'Mine' };
    expect(await lastOf(ask)).toMatchObject({
      changed: 1,
      changes: [
        {
          collection: 'notes',
          key: '7',
          parents: { book_id: first },
          before: { id: '7', text: Object(before).text },
          after: { id: '7', book_id: first, ...changed },
        },
      ],
    });
    await ask('DELETE', `/books/${first}/notes/8`);
    expect(await lastOf(ask)).toMatchObject({
      changed: 1,
      changes: [{ key: '8', before: { id: '8' }, after: null }],
    });
  });

  it('are what a handler changes, one for each record', async () => {
    const { mock, ask } = await open({
      behaviors: {
        replaceBook({ records, usual }) {
          const reply = usual;
          records.change('books', first, { title: 'Of the handler' });
          records.add('notes', { text: 'Of the handler' }, { book_id: first });
          return reply;
        },
      },
    });
    await ask('PUT', `/books/${first}`, { body: { title: 'Sent' } });
    expect(mock.records('books')[0]).toMatchObject({ title: 'Of the handler' });
    expect(await lastOf(ask)).toMatchObject({
      changed: 2,
      changes: [
        { collection: 'books', before: book, after: { title: 'Of the handler' } },
        { collection: 'notes', before: null, after: { text: 'Of the handler' } },
      ],
    });
  });

  it('are none of an override that answers instead', async () => {
    const { mock, ask } = await open();
    mock.use({ operation: 'replaceBook', reply: { status: 200 } });
    await ask('PUT', `/books/${first}`, { body: { title: 'Other' } });
    expect(await lastOf(ask)).toMatchObject({ changed: 0, changes: [] });
  });

  it('show no secrets', async () => {
    const { ask } = await open();
    await ask('POST', `/books/${first}/notes`, { body: { text: 'a', password: 'sesame-open' } });
    await ask('PATCH', `/~a/books/${first}/notes/7`, {
      body: { text: 'b', password: 'another-secret' },
    });
    const { json } = await ask('GET', '/_mock/requests');
    expect(JSON.stringify(json)).not.toMatch(/sesame-open|another-secret/);
    expect(await lastOf(ask)).toMatchObject({ changes: [{ after: { password: '…' } }] });
  });

  it('are kept up to a limit; the rest is counted', async () => {
    const { ask } = await open();
    for (const digit of ['1', '2', '3', '4', '5'])
      await ask('POST', `/books/${first}/notes`, { body: { text: digit.repeat(20_000) } });
    await ask('DELETE', `/books/${first}`);
    const { changed, changes, changes_note: why } = await lastOf(ask);
    expect(changed).toBe(6);
    expect(changes).toHaveLength(4);
    expect(why).toBe(
      'the last 2 of 6 are not kept: the changes of one request may take 65536 bytes',
    );
    await ask('POST', `/books/${second}/notes`, { body: { text: 'x'.repeat(70_000) } });
    expect(await lastOf(ask)).toMatchObject({
      changed: 1,
      changes: [],
      changes_note: 'not kept: the changes of one request may take 65536 bytes',
    });
  });

  it('are entries of the library, too', async () => {
    const { mock, ask } = await open();
    await ask('DELETE', `/books/${first}`);
    const [entry] = mock.requests();
    expect(entry).toMatchObject({
      changed: 1,
      changes: [{ collection: 'books', key: first, parents: {}, before: book, after: null }],
      changesNote: undefined,
    });
  });
});

it('keeps no more than a number of bytes, and of a large body only that there was one', async () => {
  const { mock, ask } = await openBookshop({ journalBytes: 40_000 });
  const title = 'x'.repeat(5000);
  for (let round = 0; round < 6; round += 1) await ask('POST', '/books', { body: { title } });
  expect(mock.requests().map(({ id }) => id)).toEqual([5, 6]);
  await ask('POST', '/books', { body: { title: 'x'.repeat(100_000) } });
  const [last] = mock.requests({ limit: 1 });
  expect([last?.request.body, last?.reply.body]).toEqual([undefined, undefined]);
  expect(last?.request.bodyNote).toContain('not kept: a body of 1000');
  expect(last?.reply.bodyNote).toContain('not kept: 1000');
});
