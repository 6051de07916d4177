import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { patience } from '../patience.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { askAt } from './open-bookshop.ts';
import { openThings } from './thing-shop.ts';

/** More than the buffers of the system take from a server that nobody listens to. */
const long = 'x'.repeat(24_000_000);
const fixtures = JSON.stringify([
  { id: 'long', name: long },
  { id: 'short', name: 'x' },
]);

interface Started {
  readonly ask: Ask;
  readonly url: string;
  /** Once so many requests were answered: their statuses. */
  answers(this: void, count: number): Promise<readonly number[]>;
}

async function start(maxBytesInFlight: number): Promise<Started> {
  const statuses: number[] = [];
  const { url } = await openThings(
    { 'fixtures/things.json': fixtures },
    { maxBytesInFlight, onExchange: ({ status }) => void statuses.push(status) },
  );
  const answers = async (count: number): Promise<readonly number[]> => {
    await vi.waitUntil(() => statuses.length >= count, patience);
    return statuses.slice(0, count);
  };
  return { ask: askAt(url), url, answers };
}

/** Sends requests and reads no reply, until the test is over. */
async function ignore(url: string, ...requests: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  const texts = requests.map((line) => `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.write(texts.join(''));
  return socket;
}

function becomes(status: number, ask: () => Promise<Said>): Promise<Said> {
  return vi.waitUntil(async () => {
    const said = await ask();
    return said.status === status ? said : false;
  }, patience);
}

const merge = { 'Content-Type': 'application/merge-patch+json' };

describe('replies that clients do not read', () => {
  it.each(['/things/long', '/_mock/state', '/_mock/state/things', '/_mock/fixtures'])(
    'are counted until they are gone, and others refused beyond the limit: GET %s',
    async (path) => {
      const { ask, url } = await start(30_000_000);
      const socket = await ignore(url, `GET ${path}`);
      const refused = await becomes(503, () => ask('GET', path));
      expect(refused.headers.get('Retry-After')).toBe('1');
      expect(refused.json).toMatchObject({
        type: 'urn:problem-type:too-many-bytes',
        detail: expect.stringContaining('replies that clients have not read'),
      });
      expect((await ask('GET', '/things/short')).status).toBe(200);
      expect((await ask('GET', '/_mock/health')).status).toBe(200);
      socket.destroy();
      expect((await becomes(200, () => ask('GET', path))).status).toBe(200);
    },
  );

  it('keep no request from being alone', async () => {
    const { ask } = await start(1);
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('GET', '/things/long')).status).toBe(200);
    }
  });

  it('change nothing where they are refused', async () => {
    const { ask, url, answers } = await start(30_000_000);
    await ignore(url, 'GET /things/long');
    await answers(1);
    const change = { headers: merge, body: { box: 'changed' } };
    expect((await ask('PATCH', '/things/long', change)).status).toBe(503);
    expect((await ask('GET', '/_mock/diff')).json).toEqual([]);
  });

  it('are counted where an override answers, too', async () => {
    const { ask, url, answers } = await start(30_000_000);
    const body = { id: 'a', name: 'x'.repeat(900_000) };
    const override = { operation: 'listThings', reply: { body: [body] } };
    expect((await ask('POST', '/_mock/overrides', { body: override })).status).toBe(201);
    await ignore(url, 'GET /things/long');
    // A reply without an end keeps those behind it from the buffers of the system.
    for (let count = 0; count < 10; count += 1) {
      await ignore(url, 'GET /_mock/requests/live', 'GET /things');
    }
    const statuses = await answers(22);
    expect(statuses.filter((status) => status === 503)).toHaveLength(4);
  });

  it.each([
    ['letters', 'x'.repeat(10_000)],
    ['signs of three bytes', `x${'€'.repeat(3333)}`],
  ])('are counted from small ones on where they wait behind others: %s', async (_, name) => {
    const { ask, url, answers } = await start(24_500_000);
    const body = { name };
    expect((await ask('PATCH', '/things/short', { headers: merge, body })).status).toBe(200);
    await ignore(url, 'GET /things/long');
    const shorts = Array.from({ length: 5 }, () => 'GET /things/short');
    for (let count = 0; count < 20; count += 1) {
      await ignore(url, 'GET /_mock/requests/live', ...shorts);
    }
    const statuses = await answers(122);
    expect(statuses.filter((status) => status === 503)).toHaveLength(51);
  });
});

describe('requests behind a large reply', () => {
  const make = (name: string): string => {
    const body = JSON.stringify({ id: name, name });
    const head = 'POST /things HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const read = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  interface Recorded {
    readonly ask: Ask;
    readonly socket: Socket;
    /** What was answered, in its order. */
    readonly answered: readonly string[];
  }

  /** A client that says all this at once, and reads nothing. */
  async function say(...requests: readonly string[]): Promise<Recorded> {
    const answered: string[] = [];
    const { url } = await openThings(
      { 'fixtures/things.json': fixtures },
      {
        onExchange: ({ method, path, status }) => void answered.push(`${method} ${path} ${status}`),
      },
    );
    const socket = await ignore(url);
    socket.write(requests.join(''));
    await vi.waitUntil(() => answered.length > 0, patience);
    const ask = askAt(url);
    // Whatever would have been begun with it was begun by then.
    for (let count = 0; count < 10; count += 1) await ask('GET', '/things/short');
    return { ask, socket, answered };
  }

  const others = (answered: readonly string[]): readonly string[] =>
    answered.filter((line) => !line.includes('/short'));

  it('are begun when the client has read it', async () => {
    const large = read('/things/long');
    const { socket, answered } = await say(large, make('after it'), large, read('/things/none'));
    expect(others(answered)).toEqual(['GET /things/long 200']);
    socket.resume();
    const all = ['GET /things/long 200', 'POST /things 201', 'GET /things/long 200'];
    await vi.waitUntil(() => answered.includes('GET /things/none 404'), patience);
    expect(others(answered)).toEqual([...all, 'GET /things/none 404']);
  });

  it('are not answered when the client is gone, but what they change is changed', async () => {
    const large = read('/things/long');
    const list = Array.from({ length: 100 }, () => large);
    const { ask, socket, answered } = await say(large, ...list, make('one'), ...list, make('two'));
    socket.destroy();
    const isMade = (): boolean => answered.filter((line) => line.startsWith('POST')).length === 2;
    await vi.waitUntil(isMade, patience);
    expect(others(answered)).toEqual([
      'GET /things/long 200',
      'POST /things 201',
      'POST /things 201',
    ]);
    for (const name of ['one', 'two']) {
      expect((await ask('GET', `/things?name=${name}`)).json).toHaveLength(1);
    }
  });
});

describe('requests behind replies that wait', () => {
  it.each([
    ['letters', 'x'.repeat(90_000)],
    ['signs of three bytes', '€'.repeat(30_000)],
  ])('are begun while these have few bytes: %s', async (_, name) => {
    const answered: string[] = [];
    const { url } = await openThings(
      { 'fixtures/things.json': JSON.stringify([{ id: 'large', name }]) },
      { onExchange: ({ path }) => void answered.push(path) },
    );
    const larges = Array.from({ length: 5 }, () => 'GET /things/large');
    await ignore(url, 'GET /_mock/requests/live', ...larges);
    const ask = askAt(url);
    const seen = (): readonly string[] => answered.filter((path) => path.endsWith('/large'));
    await vi.waitUntil(() => seen().length > 0, patience);
    // All that would have been begun with it was begun by then.
    for (let count = 0; count < 10; count += 1) await ask('GET', '/things/none');
    expect(seen()).toHaveLength(1);
  });
});

describe('bodies that wait behind a reply without an end', () => {
  it('are given back when the connection is gone', async () => {
    const { ask, url, answers } = await start(1_000_000);
    const body = JSON.stringify({ box: 'x'.repeat(900_000) });
    const head = `PATCH /things/short HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/merge-patch+json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = await ignore(url, 'GET /_mock/requests/live');
    socket.write(head + body);
    await answers(2);
    const upload = { headers: merge, body: { box: 'y'.repeat(500_000) } };
    expect((await ask('PATCH', '/things/short', upload)).status).toBe(503);
    socket.destroy();
    expect((await becomes(200, () => ask('PATCH', '/things/short', upload))).status).toBe(200);
  });
});
