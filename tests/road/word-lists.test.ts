import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const texts = { type: 'array', items: text };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const answer = (schema?: JsonObject): JsonObject => ({
  '200': { description: 'Fine.', ...(schema && body(schema)) },
});

interface Place {
  /** What records have besides id and name. */
  readonly members?: JsonObject;
  readonly sent?: JsonObject;
  readonly reply?: JsonObject;
  /** What changes answer with, if not the same. */
  readonly changed?: JsonObject;
  /** Whether there are paths of single words. */
  readonly hasSingle?: boolean;
  /** Method and summary of each operation that changes the list. */
  readonly changes: Readonly<Record<string, string>>;
}

const single: JsonObject = {
  '/contacts/{id}/labels/{label}': {
    parameters: [parameter('id', whole), parameter('label', text)],
    put: { responses: { '204': { description: 'Added.' } } },
    delete: { responses: { '204': { description: 'Removed.' } } },
  },
};

/** Contacts, and the labels of a contact. */
function open({
  members = {},
  sent = object({ labels: texts }),
  reply = texts,
  changed = reply,
  hasSingle = false,
  changes,
}: Place): Promise<OpenRoad> {
  const Contact = { ...object({ id: whole, name: text, ...members }), required: ['id'] };
  const operations = Object.entries(changes).map(([method, summary]): [string, JsonObject] => {
    const isBare = summary === 'Clear';
    return [
      method,
      { summary, responses: answer(changed), ...(!isBare && { requestBody: body(sent) }) },
    ];
  });
  return openRoad({
    paths: {
      '/contacts': {
        get: { responses: answer({ type: 'array', items: ref('Contact') }) },
        post: { requestBody: body(object({ name: text })), responses: answer(ref('Contact')) },
      },
      '/contacts/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer(ref('Contact')) },
        patch: {
          requestBody: body(object({ name: text, labels: texts })),
          responses: answer(ref('Contact')),
        },
      },
      '/contacts/{id}/labels': {
        parameters: [parameter('id', whole)],
        get: { responses: answer(reply) },
        ...Object.fromEntries(operations),
      },
      ...(hasSingle && single),
    },
    components: { schemas: { Contact } },
  });
}

async function begin(road: OpenRoad): Promise<string> {
  const { json } = await road.send('POST', '/contacts', { body: { name: 'Ann' } });
  return `/contacts/${textOf(valueAt(json ?? null, '/id'))}`;
}

const replies: readonly (readonly [string, JsonObject, (words: readonly string[]) => JsonValue])[] =
  [
    ['a list', texts, (words) => [...words]],
    ['a list in an object', object({ payload: texts }), (payload) => ({ payload: [...payload] })],
    [
      'a list in a list of its name',
      object({ labels: texts }),
      (labels) => ({ labels: [...labels] }),
    ],
    [
      'a list two members down',
      object({ data: object({ tags: texts }) }),
      (tags) => ({ data: { tags: [...tags] } }),
    ],
  ];

describe.each(replies)('words below a record, shown as %s', (_, reply, shown) => {
  it.each<[string, JsonObject]>([
    ['a new record has none', {}],
    ['a new record has none, and it shows them itself', { labels: texts }],
  ])('are kept as they were sent: %s', async (__, members) => {
    const road = await open({ members, reply, changes: { put: 'Labels' } });
    const contact = await begin(road);
    const place = `${contact}/labels`;
    expect((await road.send('GET', place)).json).toEqual(shown([]));
    const { json } = await road.send('PUT', place, { body: { labels: ['vip', 'new'] } });
    expect(json).toEqual(shown(['vip', 'new']));
    expect((await road.send('GET', place)).json).toEqual(shown(['vip', 'new']));
    const other = await begin(road);
    expect((await road.send('GET', `${other}/labels`)).json).toEqual(shown([]));
    if (!('labels' in members)) return;
    expect((await road.send('GET', contact)).json).toMatchObject({ labels: ['vip', 'new'] });
    await road.send('PATCH', contact, { body: { labels: ['old'] } });
    expect((await road.send('GET', place)).json).toEqual(shown(['old']));
  });
});

describe('a list of words sent by POST', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['replaces the words where it is the only way to change them', { post: 'Labels' }, 'b c'],
    ['adds to them beside a PUT', { post: 'Labels', put: 'Labels' }, 'a b c'],
    ['adds to them where its text says so', { post: 'Adds labels' }, 'a b c'],
    [
      'replaces them where its text says so',
      { post: 'Add labels. This overwrites others.', put: 'Labels' },
      'b c',
    ],
  ])('%s', async (_, changes, after) => {
    const road = await open({ changes });
    const place = `${await begin(road)}/labels`;
    await road.send('POST', place, { body: { labels: ['a', 'b'] } });
    await road.send('POST', place, { body: { labels: ['b', 'c'] } });
    expect((await road.send('GET', place)).json).toEqual(after.split(' '));
  });

  it('may be the body itself', async () => {
    const road = await open({ sent: texts, changes: { post: 'Add labels' } });
    const place = `${await begin(road)}/labels`;
    await road.send('POST', place, { body: ['a', 'b'] });
    expect((await road.send('POST', place, { body: ['c'] })).json).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, JsonObject]>([
    ['those that a DELETE names go', { delete: 'Remove labels' }],
    ['all go by a DELETE that names none', { delete: 'Clear' }],
  ])('%s', async (_, changes) => {
    const road = await open({ changes: { post: 'Labels', ...Object(changes) } });
    const place = `${await begin(road)}/labels`;
    await road.send('POST', place, { body: { labels: ['a', 'b'] } });
    const isAll = changes['delete'] === 'Clear';
    const sent = isAll ? {} : { body: { labels: ['a', 'x'] } };
    expect((await road.send('DELETE', place, sent)).json).toEqual(isAll ? [] : ['b']);
    expect((await road.send('GET', place)).json).toEqual(isAll ? [] : ['b']);
  });

  it('is the list that paths of single words change, where the record has it', async () => {
    const members = { labels: texts };
    const road = await open({ members, hasSingle: true, changes: { put: 'Labels' } });
    const contact = await begin(road);
    await road.send('PUT', `${contact}/labels`, { body: { labels: ['a'] } });
    expect((await road.send('PUT', `${contact}/labels/b`)).status).toBe(204);
    expect((await road.send('DELETE', `${contact}/labels/a`)).status).toBe(204);
    expect((await road.send('GET', `${contact}/labels`)).json).toEqual(['b']);
    expect((await road.send('GET', contact)).json).toMatchObject({ labels: ['b'] });
  });

  it('may be answered with the record', async () => {
    const members = { labels: texts };
    const road = await open({ members, changed: ref('Contact'), changes: { put: 'Labels' } });
    const contact = await begin(road);
    const { json } = await road.send('PUT', `${contact}/labels`, { body: { labels: ['a'] } });
    expect(json).toMatchObject({ name: 'Ann', labels: ['a'] });
    expect((await road.send('GET', contact)).json).toEqual(json);
  });

  it('goes on from the words that a made-up record shows', async () => {
    const road = await open({ changes: { post: 'Add labels' } });
    const before = (await road.send('GET', '/contacts/7/labels')).json;
    expect(Array.isArray(before) && before.length > 0).toBe(true);
    const { json } = await road.send('POST', '/contacts/7/labels', { body: { labels: ['c'] } });
    expect(json).toEqual([before, 'c'].flat());
  });

  it('is refused where there is no record above', async () => {
    const road = await open({ changes: { post: 'Labels' } });
    await begin(road);
    const { status } = await road.send('POST', '/contacts/999/labels', { body: { labels: ['a'] } });
    expect(status).toBe(404);
  });
});

describe('other lists below a record', () => {
  it.each<[string, JsonObject, JsonValue]>([
    ['with words beside much else', object({ labels: texts, a: text, b: text }), { labels: ['a'] }],
    ['with two lists', object({ labels: texts, hidden: texts }), { labels: ['a'] }],
    [
      'with objects',
      object({ labels: { type: 'array', items: object({ name: text }) } }),
      { labels: [{ name: 'a' }] },
    ],
  ])('are not kept as words: %s', async (_, sent, value) => {
    const road = await open({ sent, changes: { post: 'Labels' } });
    const place = `${await begin(road)}/labels`;
    const before = (await road.send('GET', place)).json;
    expect((await road.send('POST', place, { body: value })).status).toBe(200);
    expect((await road.send('GET', place)).json).toEqual(before);
  });
});
