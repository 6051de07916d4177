import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { openThings } from './thing-shop.ts';

type Call = readonly [path: string, init?: () => RequestInit];

const json = { 'Content-Type': 'application/json' };

/** What a reply says, but for what belongs to its connection and its moment. */
async function tell(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !ofMoment.has(name));
  const body = await response.text();
  const { status, statusText, redirected, ok, url } = response;
  const told = JSON.stringify({ status, statusText, redirected, ok, url, headers, body }, null, 1);
  return told.replaceAll(/127\.0\.0\.1:\d+/g, 'host');
}

const ofMoment = new Set(['date', 'connection', 'keep-alive']);

/** A file whose bytes are no text. */
function formOf(): FormData {
  const form = new FormData();
  form.set('id', 'formed');
  form.set('file', new Blob([new Uint8Array([0, 255, 128, 13, 10])]), 'it.bin');
  return form;
}

const calls: readonly Call[] = [
  ['/things'],
  ['/things?limit=1&size=many'],
  ['/things/none'],
  ['/nothing/of%20this?q=%C3%BC'],
  ['/', () => ({ headers: { Accept: 'text/html' } })],
  ['/openapi.json'],
  ['/things', () => ({ method: 'HEAD' })],
  ['/things', () => ({ method: 'OPTIONS' })],
  ['/things', () => ({ method: 'DELETE' })],
  ['/things', () => ({ method: 'POST' })],
  ['/things', () => ({ method: 'POST', headers: json, body: '{"id":"a","name":"Ünï"}' })],
  ['/things/a', () => ({ method: 'PUT', headers: json, body: '{"id":"a","size":1}' })],
  ['/things/a', () => ({ method: 'DELETE' })],
  ['/things', () => ({ method: 'POST', headers: json, body: '{"id":' })],
  ['/things', () => ({ method: 'POST', headers: json, body: '{"id":7}' })],
  ['/things', () => ({ method: 'POST', body: 'plain' })],
  ['/things', () => ({ method: 'POST', body: new URLSearchParams({ id: 'typed' }) })],
  ['/things', () => ({ method: 'POST', body: formOf() })],
  ['/things', () => ({ method: 'POST', headers: json, body: new Blob(['{"id":"blob"}']) })],
  ['/things', () => ({ method: 'POST', headers: json, body: streamOf('{"id":', '"streamed"}') })],
  ['/things', () => ({ method: 'POST', headers: json, body: `{"id":"${'x'.repeat(3e6)}"}` })],
  ['/~other/things'],
  ['/things', () => ({ headers: { 'X-Stuntdouble-World': 'other' } })],
  ['/~one/things', () => ({ headers: { 'X-Stuntdouble-World': 'other' } })],
  ['/things', () => ({ headers: { Origin: 'https://app.example' } })],
  ['/things', () => ({ headers: { Cookie: 'mark=a; other=b', 'X-Filter': '{"a":1}' } })],
  ['/things', () => ({ headers: { Prefer: 'code=200, dynamic=true' } })],
  ['/things', () => ({ headers: { 'X-Large': 'x'.repeat(20_000) } })],
  ['/_mock/collections'],
  ['/_mock/health', () => ({ method: 'POST' })],
];

function streamOf(...texts: readonly string[]): RequestInit['body'] {
  return Readable.toWeb(Readable.from(texts.map((text) => Buffer.from(text)))) as ReadableStream;
}

/** A stream is sent by `duplex` alone. */
function initOf(call: Call): RequestInit | undefined {
  const init = call[1]?.();
  return init?.body instanceof ReadableStream ? { ...init, duplex: 'half' } : init;
}

describe('a request without a socket gets what it gets by a socket', () => {
  it.each(calls.map((call, index) => [index, call[0], call] as const))(
    'request %i: %s',
    async (_, path, call) => {
      const [bySocket, inProcess] = [await openThings(), await openThings()];

      const said = await inProcess.mock.fetch(inProcess.url + path, initOf(call));

      const expected = await fetch(bySocket.url + path, initOf(call));
      expect(await tell(said)).toEqual(await tell(expected));
      expect(journalOf(inProcess.mock)).toEqual(journalOf(bySocket.mock));
      expect(inProcess.mock.coverage().totals).toEqual(bySocket.mock.coverage().totals);
    },
  );
});

/** Of the requests, what does not differ from one moment or connection to another. */
function journalOf(mock: Mock): unknown {
  const told = mock.requests().map(({ request, ...entry }) => {
    const headers = Object.entries(request.headers)
      .filter(([name]) => !ofClient.has(name))
      .toSorted(([one], [other]) => one.localeCompare(other));
    return { ...entry, time: 0, durationMs: 0, request: { ...request, headers } };
  });
  return JSON.stringify(told, null, 1)
    .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
    .replaceAll(/formdata-undici-\d+/g, 'boundary')
    .replaceAll(/"(date|Date)": "[^"]+"/g, '');
}

/** Nothing is compressed without a socket, and no connection is kept. */
const ofClient = new Set(['accept-encoding', 'connection', 'sec-fetch-mode']);
