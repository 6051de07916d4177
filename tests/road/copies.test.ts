import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const answer = (schema: JsonObject): JsonObject => ({
  '201': { description: 'Fine.', ...body(schema) },
});

interface Copying {
  readonly line: string;
  readonly sent?: JsonObject;
  readonly reply?: JsonObject;
  readonly key?: 'id' | 'slug';
}

/** Books with chapters, which one operation copies. */
function open({ line, sent, reply = ref('Book'), key = 'id' }: Copying): Promise<OpenRoad> {
  const Book = {
    ...object({
      id: whole,
      slug: text,
      title: text,
      pages: whole,
      author: object({ name: text }),
      tags: { type: 'array', items: text },
      status: { ...text, enum: ['draft', 'printed'], readOnly: true },
      created_at: { ...text, format: 'date-time' },
    }),
    required: ['id', 'title', 'status', 'created_at'],
  };
  const NewBook = object({
    title: text,
    pages: whole,
    author: object({ name: text }),
    tags: { type: 'array', items: text },
  });
  const [method = '', tail = ''] = line.split(' ');
  const item = `/books/{${key}}`;
  const parameters = [parameter(key, key === 'id' ? whole : text)];
  return openRoad({
    paths: {
      '/books': {
        get: {
          responses: {
            '200': { description: 'Fine.', ...body({ type: 'array', items: ref('Book') }) },
          },
        },
        post: { requestBody: body(NewBook), responses: answer(ref('Book')) },
      },
      [item]: {
        parameters,
        get: { responses: { '200': { description: 'Fine.', ...body(ref('Book')) } } },
      },
      [`${item}${tail}`]: {
        parameters,
        [method.toLowerCase()]: {
          ...(sent && { requestBody: body(sent) }),
          responses: answer(reply),
        },
      },
    },
    components: { schemas: { Book } },
  });
}

const book = { title: 'Sea', pages: 90, author: { name: 'Ann' }, tags: ['salt'] };

async function begin(road: OpenRoad, key = 'id'): Promise<readonly [string, JsonValue]> {
  const { json = null } = await road.send('POST', '/books', { body: book });
  return [`/books/${textOf(valueAt(json, `/${key}`))}`, json];
}

describe('an operation that copies a record', () => {
  it.each([
    ['POST /duplicate'],
    ['PATCH /copy'],
    ['PUT /clone'],
    ['POST :clone'],
    ['POST /actions/copy'],
    ['POST /copy-book'],
  ])('%s makes another with a key of its own', async (line) => {
    const road = await open({ line });
    const [original, first] = await begin(road);
    const [method = '', tail = ''] = line.split(' ');
    const { json: second = null, status, headers } = await road.send(method, original + tail);
    expect(status).toBe(201);
    expect(second).toMatchObject({ ...book, status: 'draft' });
    const id = valueAt(second, '/id');
    expect(id).not.toBe(valueAt(first, '/id'));
    expect(headers['location'] ?? `/books/${textOf(id)}`).toBe(`/books/${textOf(id)}`);
    expect((await road.send('GET', `/books/${textOf(id)}`)).json).toEqual(second);
    expect((await road.send('GET', original)).json).toEqual(first);
    const { json: all } = await road.send('GET', '/books');
    expect(Array.isArray(all) ? all.slice(-2) : []).toEqual([first, second]);
  });

  it('takes over what the body sends, and no members that records do not have', async () => {
    const road = await open({
      line: 'POST /duplicate',
      sent: object({ title: text, with_notes: { type: 'boolean' } }),
    });
    const [original, first] = await begin(road);
    const sent = { title: 'Lake', with_notes: true };
    const { json } = await road.send('POST', `${original}/duplicate`, { body: sent });
    expect(json).toMatchObject({ ...book, title: 'Lake' });
    expect(json).not.toHaveProperty('with_notes');
    expect((await road.send('GET', original)).json).toEqual(first);
  });

  it('makes a slug of the new title, or one that is free', async () => {
    const road = await open({
      line: 'POST /duplicate',
      sent: object({ title: text }),
      key: 'slug',
    });
    const [original] = await begin(road, 'slug');
    expect(original).toBe('/books/sea');
    const { json } = await road.send('POST', '/books/sea/duplicate', {
      body: { title: 'Big Lake' },
    });
    expect(json).toMatchObject({ slug: 'big-lake', pages: 90 });
    const again = await road.send('POST', '/books/sea/duplicate', { body: {} });
    expect(again.json).toMatchObject({ slug: 'sea-2', title: 'Sea' });
    expect((await road.send('GET', '/books/sea-2')).json).toEqual(again.json);
  });

  it.each<[string, JsonObject]>([
    ['alone', object({ copied_book: ref('Book') })],
    [
      'beside others',
      object({ copied_book: ref('Book'), with_notes: { type: 'boolean' }, parent_id: whole }),
    ],
  ])('may answer with the record in a member, %s', async (_, reply) => {
    const road = await open({ line: 'POST /duplicate', reply });
    const [original] = await begin(road);
    const { json = null } = await road.send('POST', `${original}/duplicate`);
    const copy = valueAt(json, '/copied_book') ?? null;
    expect(copy).toMatchObject(book);
    expect((await road.send('GET', `/books/${textOf(valueAt(copy, '/id'))}`)).json).toEqual(copy);
  });

  it('takes the key that the body sends, unless another record has it', async () => {
    const sent = object({ slug: text, title: text });
    const road = await open({ line: 'POST /duplicate', sent, key: 'slug' });
    await begin(road, 'slug');
    const copy = await road.send('POST', '/books/sea/duplicate', { body: { slug: 'lake' } });
    expect(copy.json).toMatchObject({ slug: 'lake', title: 'Sea' });
    const taken = await road.send('POST', '/books/sea/duplicate', { body: { slug: 'sea' } });
    expect(taken.status).toBe(409);
  });

  it('copies made-up records, too, and none that are not there', async () => {
    const road = await open({ line: 'POST /duplicate' });
    const { json: first = null } = await road.send('GET', '/books/2');
    const { json: second } = await road.send('POST', '/books/2/duplicate');
    expect(second).toMatchObject({ title: valueAt(first, '/title') });
    expect((await road.send('POST', '/books/999/duplicate')).status).toBe(404);
  });

  it.each<[string, Copying]>([
    [
      'its reply is no such record',
      { line: 'POST /duplicate', reply: object({ ok: { type: 'boolean' } }) },
    ],
    ['its word says something else', { line: 'POST /copy-chapters' }],
  ])('makes nothing where %s', async (_, copying) => {
    const road = await open(copying);
    const [original] = await begin(road);
    const before = (await road.send('GET', '/books')).json;
    const { status } = await road.send('POST', original + (copying.line.split(' ')[1] ?? ''));
    expect(status).toBe(201);
    expect((await road.send('GET', '/books')).json).toEqual(before);
  });
});
