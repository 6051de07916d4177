import { beforeEach, describe, expect, it } from 'vitest';

import type { ThingShop } from './thing-shop.ts';
import { openThings } from './thing-shop.ts';

let shop: ThingShop;

beforeEach(async () => {
  shop = await openThings();
});

interface Said {
  readonly status: number;
  readonly location: string | null;
  /** Of a refusal: where it is at fault. */
  readonly at: string | undefined;
  readonly json: unknown;
}

async function ask(method: string, path: string, body?: unknown): Promise<Said> {
  const response = await fetch(shop.url + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  const [fault] = response.status < 400 ? [] : (json?.errors ?? []);
  const at = fault && `${fault.in} ${fault.pointer}`;
  return { status: response.status, location: response.headers.get('location'), at, json };
}

const fits = 'k'.repeat(1024);
const long = 'k'.repeat(1025);
/** Characters of 3 bytes each, which are 9 where they are percent-encoded. */
const wide = '\u20ac'.repeat(341);
const tooWide = '\u20ac'.repeat(342);

describe('a key has at most 1024 bytes', () => {
  it.each([fits, wide])('one of that length is taken and can be read', async (id) => {
    const { status, location } = await ask('POST', '/things', { id });
    expect([status, location]).toEqual([201, `/things/${encodeURIComponent(id)}`]);
    expect((await ask('GET', location ?? '')).json).toEqual({ id });
  });

  it.each<[string, string, string, unknown, string]>([
    ['made', 'POST', '/things', { id: long }, 'body /id'],
    ['made of wide characters', 'POST', '/things', { id: tooWide }, 'body /id'],
    ['put', 'PUT', `/things/${long}`, { id: long }, 'path /id'],
    [
      'put, percent-encoded',
      'PUT',
      `/things/${encodeURIComponent(tooWide)}`,
      { id: tooWide },
      'path /id',
    ],
    ['read', 'GET', `/things/${long}`, undefined, 'path /id'],
    ['taken away', 'DELETE', `/things/${long}`, undefined, 'path /id'],
    ['named by a parent', 'GET', `/things/${long}/parts`, undefined, 'path /thing'],
    ['made under a parent', 'POST', `/things/${long}/parts`, { id: 'a' }, 'path /thing'],
    ['put into the state', 'PUT', '/_mock/state', { things: [{ id: long }] }, 'body /things/0/id'],
    ['merged into it', 'PATCH', '/_mock/state/things', [{ id: long }], 'body /0/id'],
    ['put unchecked', 'PUT', '/_mock/state/things?check=false', [{ id: long }], 'body /0/id'],
    ['put as one record', 'PUT', `/_mock/state/things/${long}`, { name: 'x' }, 'body /id'],
  ])('a longer one is a 400 where it is %s', async (_, method, path, body, at) => {
    const refused = await ask(method, path, body);
    expect([refused.status, refused.at], JSON.stringify(refused.json)).toEqual([400, at]);
    const { json } = await ask('GET', '/_mock/state');
    expect(json).toEqual({ things: [], parts: [] });
  });

  it('and the refusal says how long it may be', async () => {
    const { json } = await ask('POST', '/things', { id: tooWide });
    expect(JSON.stringify(json)).toContain('it has 1026 bytes, and a key has at most 1024 bytes');
  });

  it('the library refuses it, too', async () => {
    const world = shop.mock.world();
    await expect(world.replace('things', [{ id: long }])).rejects.toThrow(/too long for a key/);
  });

  it('a fixture of a longer one stops the start with its place', async () => {
    const fixtures = JSON.stringify([{ id: 'a' }, { id: long }], undefined, 1);
    await expect(openThings({ 'fixtures/things.json': fixtures })).rejects.toThrow(
      /things\.json:6:\d+ \/1\/id: is too long for a key: it has 1025 characters/,
    );
  });

  it.each([1025, 3000])(
    'none is generated that is longer, whatever a schema asks for',
    async (least) => {
      const id = { type: 'string', minLength: least };
      const text = JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Long', version: '1' },
        paths: {
          '/things': {
            get: answer(200, { type: 'array', items: { type: 'object', properties: { id } } }),
            post: answer(201, { type: 'object', properties: { id } }),
          },
          '/things/{id}': {
            get: {
              parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
              ...answer(200, { type: 'object', properties: { id } }),
            },
          },
        },
      });
      shop = await openThings({ 'openapi.json': text });
      for (const [method, path] of [
        ['GET', '/things'],
        ['POST', '/things'],
      ] as const) {
        const { status, location } = await ask(method, path);
        expect(status).toBeLessThan(500);
        expect((location ?? '').length).toBeLessThanOrEqual('/things/'.length + 1024);
      }
    },
  );
});

describe('a Location leads to the record, whatever its key', () => {
  it.each([
    'a b',
    'ü/ö',
    '%',
    'x?y#z',
    '"<>"',
    '\r\nSet-Cookie: a=b',
    '\u2028',
    '__proto__',
    'toString',
    '😀',
  ])('%j', async (id) => {
    const { status, location } = await ask('POST', '/things', { id });
    expect([status, location]).toEqual([201, `/things/${encodeURIComponent(id)}`]);
    expect(await ask('GET', location ?? '')).toMatchObject({ status: 200, json: { id } });
  });
});

describe('what stands in a URL is escaped', () => {
  it('the path of the contract in a Location', async () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } } };
    const Location = { required: true, schema: { type: 'string' } };
    const made = answer(201, schema, { Location });
    const path = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const { url } = await openThings({
      'openapi.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Odd', version: '1' },
        paths: {
          '/größe “x”': {
            get: answer(200, { type: 'array', items: schema }),
            post: { ...made, requestBody: { content: { 'application/json': { schema } } } },
          },
          '/größe “x”/{id}': { parameters: [path], get: answer(200, schema) },
        },
      }),
    });
    const encoded = `/${encodeURIComponent('größe “x”')}`;
    const response = await fetch(url + encoded, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id":"a"}',
    });
    expect([response.status, response.headers.get('location')]).toEqual([201, `${encoded}/a`]);
  });

  it('a Link repeats no query that is too long for a client to read four times', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      expect((await ask('POST', '/things', { id, name: 'x' })).status).toBe(201);
    const linksOf = async (query: string): Promise<string> =>
      (await fetch(`${shop.url}/things?limit=2${query}`)).headers.get('link') ?? '';
    expect((await linksOf('')).match(/rel="\w+"/g)).toEqual([
      'rel="next"',
      'rel="first"',
      'rel="last"',
    ]);
    const some = await linksOf(`&x=${'y'.repeat(5_000)}`);
    expect(some.match(/rel="\w+"/g)).toEqual(['rel="next"']);
    expect(await linksOf(`&x=${'y'.repeat(9_000)}`)).toBe('');
  });

  it('what the query of a list says, in its Link', async () => {
    const response = await fetch(`${shop.url}/things?limit=1&name=`);
    expect(response.status).toBe(200);
    const raw = await fetch(`${shop.url}/things?limit=1&x=%3E%22`);
    expect(raw.headers.get('link')).toMatch(/^<[^<>"]+>; rel="next"/);
  });
});

function answer(status: number, schema: object, headers: object = {}): { responses: object } {
  const content = { 'application/json': { schema } };
  return { responses: { [status]: { description: 'It.', headers, content } } };
}
