import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { expect, it } from 'vitest';

import { forwardedHeaders, returnedHeaders } from './forwarded-headers.ts';

it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['GET', {}, []],
  ['DELETE', {}, []],
  ['GET', { 'content-length': '0' }, ['content-length: 0']],
  ['POST', { 'content-length': '4' }, ['content-length: 4']],
  ['GET', { 'content-length': '04' }, ['content-length: 4']],
  // Where a body ends is no choice of the client.
  ['GET', { 'content-length': '4', connection: 'content-length' }, ['content-length: 4']],
  [
    'DELETE',
    { 'transfer-encoding': 'chunked', connection: 'transfer-encoding' },
    ['transfer-encoding: chunked'],
  ],
  ['POST', { 'transfer-encoding': 'chunked' }, ['transfer-encoding: chunked']],
  // Node would make an empty body in chunks of it, which not every server reads.
  ['POST', {}, ['content-length: 0']],
  ['PATCH', {}, ['content-length: 0']],
])('of %s with %j the body is told by %j', (method, sent, told) => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, headers: sent, rawHeaders: Object.entries(sent).flat() });
  const headers = forwardedHeaders(request, '', { name: 'us', isToken: () => false }, undefined);
  const lines = headers.flatMap((name, at) =>
    at % 2 === 0 ? [`${name.toLowerCase()}: ${headers[at + 1]}`] : [],
  );
  expect(lines.filter((line) => /^(content-length|transfer-encoding)/.test(line))).toEqual(told);
});

it.each([
  [true, ['Access-Control-Expose-Headers', 'X-Own', 'X-Own', 'kept']],
  [
    false,
    ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'X-Own', 'X-Own', 'kept'],
  ],
])('where we say who may read a reply (%s), it keeps %j', (hasCors, kept) => {
  const reply = new IncomingMessage(new Socket());
  const cors = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'X-Own'];
  reply.rawHeaders = [...cors, 'Keep-Alive', 'timeout=7', 'X-Own', 'kept'];
  expect(returnedHeaders(reply, hasCors)).toEqual(kept);
});
