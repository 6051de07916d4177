import { expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { openQuietThings } from './thing-shop.ts';

/** It leads from `/go` to `/end`, which tells what came; `/round` leads to itself. */
async function openLeading(): Promise<Mock> {
  const mock = await openQuietThings();
  mock.app.all('/go', ({ query: { status, to = '/end' } }, response) => {
    response.writeHead(Number(status), { Location: typeof to === 'string' ? to : '' }).end();
  });
  mock.app.all('/round', (_, response) => response.redirect('/round'));
  mock.app.all('/end', (request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      const { 'content-type': type = '-', authorization = '-', host } = request.headers;
      response.end([request.method, type, authorization, host, text].join(' '));
    });
  });
  return mock;
}

const post = {
  method: 'POST',
  headers: { 'Content-Type': 'text/plain', Authorization: 'me' },
  body: 'sent',
};

it.each([
  [301, {}, 'GET - - localhost '],
  [301, post, 'GET - me localhost '],
  [302, post, 'GET - me localhost '],
  [303, { ...post, method: 'PUT' }, 'GET - me localhost '],
  [302, { ...post, method: 'PUT' }, 'PUT text/plain me localhost sent'],
  [307, post, 'POST text/plain me localhost sent'],
  [308, post, 'POST text/plain me localhost sent'],
] as const)('a %i is followed: %j', async (status, init, end) => {
  const mock = await openLeading();
  const { url } = await mock.listen();

  const response = await mock.fetch(`/go?status=${status}`, init);

  expect(await response.text()).toBe(end);
  expect([response.redirected, response.url]).toEqual([true, 'http://localhost/end']);
  const bySocket = await fetch(`${url}/go?status=${status}`, init);
  expect(await bySocket.text()).toBe(end.replace('localhost', new URL(url).host));
});

it('leads to another host without credentials, and stays here', async () => {
  const mock = await openLeading();

  const response = await mock.fetch('/go?status=307&to=https://api.example.com/end', post);

  expect(await response.text()).toBe('POST text/plain - api.example.com sent');
  expect(response.url).toBe('https://api.example.com/end');
});

it('is returned as it is where the request says "manual"', async () => {
  const mock = await openLeading();

  const response = await mock.fetch('/go?status=302', { redirect: 'manual' });

  expect([response.status, response.headers.get('location')]).toEqual([302, '/end']);
});

it.each([
  ['/go?status=302', { redirect: 'error' }, 'unexpected redirect'],
  ['/round', {}, 'redirect count exceeded'],
  ['/go?status=302&to=ftp://localhost/', {}, 'URL scheme must be a HTTP(S) scheme'],
  ['/go?status=302&to=http://[', {}, 'invalid redirect URL'],
] as const)('%s fails with %j: %s', async (path, init, reason) => {
  const mock = await openLeading();

  await expect(mock.fetch(path, init)).rejects.toThrow(
    expect.objectContaining({ message: 'fetch failed', cause: new Error(reason) }),
  );
});
