import type { IncomingMessage } from 'node:http';

import { expect, it } from 'vitest';

import { passedHeaders, takeHop, writeHop } from './replica-hop.ts';

function requestWith(...rawHeaders: string[]): IncomingMessage {
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1]]] : [],
    ),
  );
  // A trust edge of the test: takeHop reads the headers alone.
  return { headers, rawHeaders } as unknown as IncomingMessage;
}

const local = { isLocal: true, peer: '127.0.0.1', mark: 'm' };

it('tells who the client is, and leaves no trace in the request', () => {
  const request = requestWith(
    'Accept',
    '*/*',
    ...writeHop('known', { isLocal: true, peer: '10.0.0.7', mark: 'm' }),
  );
  expect(takeHop(request, 'known')).toEqual({
    isTrusted: true,
    isLocal: true,
    peer: '10.0.0.7',
    mark: 'm',
  });
  expect(request.rawHeaders).toEqual(['Accept', '*/*']);
  expect(request.headers).toEqual({ accept: '*/*' });
});

it('tells what the replica itself wants to know', () => {
  const request = requestWith(...writeHop('known', { mark: 'm', question: 'writes' }));
  expect(takeHop(request, 'known')).toMatchObject({ isTrusted: true, question: 'writes' });
  const passed = requestWith(...writeHop('known', local));
  expect(takeHop(passed, 'known')?.question).toBeUndefined();
});

it.each([
  ['another secret', 'wrong'],
  ['a part of it', 'kno'],
  ['none', ''],
])('does not believe one that shows %s', (_, shown) => {
  const request = requestWith(...writeHop(shown, local));
  expect(takeHop(request, 'known')?.isTrusted).toBe(false);
  expect(request.rawHeaders).toEqual([]);
});

it('believes none before there is a secret', () => {
  expect(takeHop(requestWith(...writeHop('', local)), '')?.isTrusted).toBe(false);
});

it('knows a request that no replica has passed on', () => {
  expect(takeHop(requestWith('Accept', '*/*'), 'known')).toBeUndefined();
});

it('passes all on that is not of one connection, whatever `Connection` names', () => {
  const named = requestWith(
    'Connection',
    'X-Forwarded-For, close',
    'X-Forwarded-For',
    '10.0.0.7',
    'TE',
    'trailers',
  );
  expect(passedHeaders(named)).toEqual(['X-Forwarded-For', '10.0.0.7']);
});
