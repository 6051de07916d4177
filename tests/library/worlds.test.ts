import express from 'express';
import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import { hostApp } from './host-app.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { askAt, openBookshop, openUnheard } from './open-bookshop.ts';
import { talk } from './raw-talk.ts';

const field = 'X-Stuntdouble-World';
const [first = ''] = bookIds;

function remove(ask: Ask, world: string, id = first): Promise<unknown> {
  return ask('DELETE', `/~${world}/books/${id}`);
}

describe('a world', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['a header', '', { [field]: 'a' }],
    ['a cookie', '', { Cookie: `${field}=a` }],
    ['a path', '/~a', {}],
    ['all of them', '/~a', { [field]: 'a', Cookie: `${field}=a` }],
  ])('is named by %s, and only there things happen', async (_, prefix, headers) => {
    const { mock, ask } = await openBookshop();
    const gone = await ask('DELETE', `${prefix}/books/${first}`, { headers });
    expect([gone.status, gone.headers.get(field)]).toEqual([204, 'a']);
    const again = await ask('GET', `${prefix}/books/${first}`, { headers });
    expect([again.status, again.headers.get(field)]).toEqual([404, 'a']);
    const elsewhere = await ask('GET', `/books/${first}`);
    expect([elsewhere.status, elsewhere.headers.get(field)]).toEqual([200, null]);
    expect([mock.records('books').length, mock.world('a').records('books').length]).toEqual([3, 2]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['/~a', { [field]: 'b' }],
    ['/~a', { Cookie: `${field}=b` }],
    ['', { [field]: 'a', Cookie: `${field}=b` }],
    ['/~default', { [field]: 'a' }],
    ['', { [field]: 'a, b' }],
  ])('is one: %s and %j are refused', async (prefix, headers) => {
    const heard: Exchange[] = [];
    const { mock, ask } = await openBookshop({ onExchange: (exchange) => heard.push(exchange) });
    const origin = 'http://localhost:5173';
    const refused = await ask('GET', `${prefix}/books`, {
      headers: { ...headers, Origin: origin },
    });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      type: 'urn:problem-type:conflicting-worlds',
      status: 400,
    });
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(refused.headers.get(field)).toBeNull();
    expect(heard).toMatchObject([{ status: 400, world: undefined, verdict: 'refused' }]);
    expect(mock.world('x').drop()).toBe(true);
    expect((await ask('GET', '/_mock/worlds')).json).toHaveLength(1);
  });

  it.each(['/~default/books', '/%7Edefault/books'])(
    'that is kept is named, too: %s',
    async (path) => {
      const { ask } = await openBookshop();
      const { status, headers } = await ask('GET', path, {
        headers: { Cookie: `${field}=default` },
      });
      expect([status, headers.get(field)]).toEqual([200, null]);
    },
  );

  it('that can not be is refused', async () => {
    const { ask } = await openBookshop();
    for (const path of [
      '/~/books',
      '/~-/books',
      '/~a%0d%0ab/_mock/health',
      `/~${'a'.repeat(65)}/`,
    ]) {
      const { status, json } = await ask('GET', path);
      expect(status).toBe(400);
      expect(json).toMatchObject({ type: 'urn:problem-type:invalid-world' });
    }
  });

  it('keeps its name in every URL of a reply', async () => {
    const { mock, ask } = await openBookshop();
    const { pathname } = new URL(mock.world('a').url);
    expect(pathname).toBe('/~a');
    const made = await ask('POST', '/~a/books', { body: { title: 'New' } });
    const location = made.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/~a\/books\/[\w-]{36}$/);
    expect((await ask('GET', location)).json).toMatchObject({ title: 'New' });
    const seen: unknown[] = [];
    for (let next: string | null = '/~a/books?limit=2'; next !== null;) {
      expect(next).toMatch(/^\/~a\/books\?/);
      const { json, headers }: Said = await ask('GET', next);
      const { data, next: link } = Object(json);
      seen.push(...data.map(({ title }: { title: string }) => title));
      if (link) expect(headers.get('Link')).toContain('/~a/books?');
      next = link;
    }
    expect(seen).toEqual(['Book 1', 'Book 2', 'Book 3', 'New']);
    const missing = await ask('GET', '/~a/books/');
    expect(missing.json).toMatchObject({
      instance: '/~a/books/',
      detail: expect.stringContaining('There is /~a/books,'),
    });
  });

  it('is named in the log', async () => {
    const heard: Exchange[] = [];
    const { ask } = await openBookshop({ onExchange: (exchange) => heard.push(exchange) });
    await ask('GET', '/~a/books');
    await ask('GET', '/books', { headers: { [field]: 'a' } });
    await ask('GET', '/~default/books');
    expect(heard.map(({ path, world }) => [path, world])).toEqual([
      ['/~a/books', 'a'],
      ['/books', 'a'],
      ['/~default/books', undefined],
    ]);
  });

  it('answers HEAD, OPTIONS, preflights and targets with a host', async () => {
    const { mock, ask } = await openBookshop();
    await remove(ask, 'a');
    const head = await fetch(`${mock.url}/~a/books/${first}`, {
      method: 'HEAD',
      headers: { Authorization: 'Bearer open' },
    });
    expect([head.status, head.headers.get(field)]).toEqual([404, 'a']);
    const options = await ask('OPTIONS', '/~a/books');
    expect([options.status, options.headers.get('Allow')]).toEqual([405, 'GET, POST, HEAD']);
    const preflight = await ask('OPTIONS', '/~new/books', {
      headers: {
        Origin: 'http://localhost:5173',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-stuntdouble-world',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('x-stuntdouble-world');
    expect(preflight.headers.get('Access-Control-Expose-Headers')).toContain(field);
    const line = `GET http://localhost/~a/books/${first} HTTP/1.1`;
    const heard = await talk(
      mock.url,
      `${line}\r\nHost: localhost\r\nAuthorization: Bearer open\r\n\r\n`,
    );
    expect(heard).toMatch(/^HTTP\/1\.1 404 /);
    // Nobody has asked for anything in the world of the preflight.
    expect((await ask('GET', '/_mock/worlds/new')).status).toBe(404);
  });

  it('stands behind the place where the app is mounted', async () => {
    const mock = await openUnheard();
    const ask = askAt(await hostApp(express().use('/backend', mock.app)));
    mock.world('a');
    const made = await ask('POST', '/backend/~a/books', { body: { title: 'New' } });
    expect(made.headers.get('Location')).toMatch(/^\/backend\/~a\/books\//);
    expect(mock.world('a').records('books')).toHaveLength(4);
    expect(mock.records('books')).toHaveLength(3);
  });
});

describe('a path of the contract that begins with a tilde', () => {
  const page = { get: { responses: { 204: { description: 'There.' } } } };
  const named = { name: 'who', in: 'path', required: true, schema: { type: 'string' } };

  it('is no world, and others are', async () => {
    const { ask } = await openBookshop({}, { '/~team/x': page });
    expect((await ask('GET', '/~team/x')).headers.get(field)).toBeNull();
    expect((await ask('GET', '/~team/books')).status).toBe(404);
    expect((await ask('GET', '/~teams/books')).headers.get(field)).toBe('teams');
    expect((await ask('GET', '/~a/~team/x')).headers.get(field)).toBe('a');
  });

  it('and goes on with a parameter leaves no room for worlds', async () => {
    const { ask } = await openBookshop({}, { '/~{who}/x': { parameters: [named], ...page } });
    expect((await ask('GET', '/~a/x')).status).toBe(204);
    expect((await ask('GET', '/~a/x')).headers.get(field)).toBeNull();
    expect((await ask('GET', '/~a/x', { headers: { [field]: 'a' } })).headers.get(field)).toBe('a');
  });

  it('only because of what was put into a parameter, is a world; behind a world it is not', async () => {
    const { ask } = await openBookshop({}, { '/{who}/x': { parameters: [named], ...page } });
    expect((await ask('GET', '/~a/x')).status).toBe(404);
    expect((await ask('GET', '/~default/~a/x')).status).toBe(204);
  });
});
