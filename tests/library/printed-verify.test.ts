import { describe, expect, it } from 'vitest';

import type { MockExpectation } from '../../src/index.ts';
import { UnmetExpectation } from '../../src/index.ts';
import { openBookshop } from './open-bookshop.ts';
import { openRemote } from './open-remote.ts';
import { sendRequest } from './raw-request.ts';

const hostile = '##[error]h\u009b31m';
const escaped = String.raw`#\u{23}[error]h\u{9b}31m`;
const mayCommand = /##\[|\u009b/;
const authorization = { Authorization: 'Bearer open', 'Content-Type': 'application/json' };

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const cases: readonly (readonly [string, Sent, MockExpectation])[] = [
  [
    'a header',
    { headers: { 'X-A': hostile } },
    { operation: 'listBooks', match: { headers: { 'x-a': 'y' } } },
  ],
  [
    'a query',
    { path: `/books?a=${encodeURIComponent(hostile)}` },
    { operation: 'listBooks', match: { query: { a: 'y' } } },
  ],
  [
    'a path',
    { path: `/books/${encodeURIComponent(hostile)}` },
    { operation: 'getBook', match: { path: { id: 'y' } } },
  ],
  [
    'a body',
    { body: { title: hostile } },
    { operation: 'createBook', match: { body: [{ pointer: '/title', equals: 'y' }] } },
  ],
];

function request({ headers, body }: Sent): RequestInit {
  const own = { headers: { ...authorization, ...headers } };
  return body === undefined ? own : { ...own, method: 'POST', body: JSON.stringify(body) };
}

async function unmetBy(verify: () => unknown): Promise<UnmetExpectation> {
  try {
    await verify();
  } catch (error) {
    if (error instanceof UnmetExpectation) return error;
    throw error;
  }
  throw new Error('the expectation is met');
}

describe('a verify that fails prints as text what a client sent in', () => {
  it.each(cases)('%s, by the library', async (_, sent, expectation) => {
    const { mock } = await openBookshop();
    await mock.fetch(sent.path ?? '/books', request(sent));
    const { message, verification } = await unmetBy(() => mock.verify(expectation));
    expect(message).toContain(`is "${escaped}", must be "y"`);
    expect(JSON.stringify([message, verification])).not.toMatch(mayCommand);
  });

  it.each(cases)('%s, by a client elsewhere and its server', async (_, sent, expectation) => {
    const { mock, remote } = await openRemote();
    await remote.fetch(sent.path ?? '/books', request(sent));
    const near = await unmetBy(() => mock.world(remote.name).verify(expectation));
    const { message, verification } = await unmetBy(() => remote.verify(expectation));
    expect(message).toBe(near.message);
    expect(verification).toEqual(near.verification);
  });

  it('a path that is not the expected one', async () => {
    const { mock } = await openBookshop();
    await sendRequest(mock.url, `GET /x${hostile}?a=##[b]`, ['Host: localhost']);
    const { message, verification } = await unmetBy(() => mock.verify({ operation: 'listBooks' }));
    // Node reads a target byte by byte.
    expect(message).toContain(String.raw`\u{9b}31m?a=#\u{23}[b] 400: it matches no operation`);
    expect(message).toContain(String.raw`GET /x#\u{23}[error]h`);
    expect(JSON.stringify([message, verification])).not.toMatch(mayCommand);
  });
});
