import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createCalls } from '../../src/client/calls.ts';
import { connect, Refusal } from '../../src/client/index.ts';
import { openRemote } from './open-remote.ts';

describe('what a server refuses', () => {
  it('is told with the kind of refusal', async () => {
    const { client, remote } = await openRemote({ controlToken: 'secret-token' });
    await expect(remote.remove('books', 'none')).rejects.toMatchObject({
      name: 'Refusal',
      status: 404,
      code: 'record-not-found',
    });
    const wrong = connect(client.url, { controlToken: 'wrong-token' });
    await expect(wrong.records('books')).rejects.toMatchObject({
      status: 401,
      code: 'invalid-credentials',
    });
  });
});

describe('what is not there', () => {
  it('is told by the members of a world as no error', async () => {
    const { client, remote } = await openRemote();
    const slow = await client.use({ operation: 'getBook', fault: { bytesPerSecond: 100_000 } });
    const ofWorld = await remote.use({ operation: 'getBook', fault: { bytesPerSecond: 100_000 } });
    expect(await remote.credentials('none')).toEqual([]);
    expect([await slow.remove(), await slow.remove(), await slow.hits()]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect([await remote.drop(), await remote.drop()]).toEqual([true, false]);
    // A world takes its overrides along.
    expect([await ofWorld.hits(), await ofWorld.remove()]).toEqual([undefined, false]);
  });

  const gone = { hits: undefined, remove: false };

  it.each<[code: string | undefined, told: Readonly<Record<string, unknown>>]>([
    ['record-not-found', { credentials: [] }],
    ['unknown-override', gone],
    ['unknown-world', { ...gone, drop: false, world: 'made' }],
    // Another control prefix, or another server.
    ['unknown-path', {}],
    [undefined, {}],
  ])('is told by the kind of its refusal, not by its status: %s', async (code, told) => {
    const problem = JSON.stringify({ type: `urn:problem-type:${code}`, detail: 'None.' });
    const url = await serve(({ method, url: target }, reply) => {
      const isThere = target === '/_mock/worlds/a' && method === 'GET';
      if (isThere || method === 'POST' || method === 'PUT') reply.end('{ "id": "a" }');
      else reply.writeHead(404).end(code === undefined ? 'None.' : problem);
    });
    const client = connect(url);
    const world = await client.world('a');
    const override = await client.use({ reply: { status: 503 } });
    const members = {
      credentials: world.credentials('none'),
      hits: override.hits(),
      remove: override.remove(),
      drop: world.drop(),
      world: client.world('b').then(() => 'made'),
    };
    const refused = { credentials: 404, hits: 404, remove: 404, drop: 404, world: 404 };
    const answers = await Promise.all(
      Object.entries(members).map(async ([name, asked]) => [name, await asked.catch(statusOf)]),
    );
    expect(Object.fromEntries(answers)).toEqual({ ...refused, ...told });
  });
});

describe('what another server says', () => {
  it.each([
    ['{ "detail": "The gateway is full." }', 'answered 502: The gateway is full.'],
    ['{ "detail": "Full.", "type": "about:blank" }', 'answered 502: Full.'],
    ['{ "detail": "Full.", "type": 7 }', 'answered 502: Full.'],
    ['{ "detail": 7 }', 'answered 502: { "detail": 7 }'],
    ['null', 'answered 502: null'],
    ['<p>Full.</p>', 'answered 502: <p>Full.</p>'],
  ])('is told with its address, and is no kind of refusal: %s', async (text, told) => {
    const url = await serve((_, reply) => void reply.writeHead(502).end(text));
    expect(await caught(connect(url).now())).toMatchObject({
      name: 'Refusal',
      status: 502,
      code: undefined,
      message: `${url}/_mock/clock ${told}`,
    });
  });

  it('is told where it answers each path with a page', async () => {
    const url = await serve((_, reply) => void reply.end('<!doctype html>'));
    const told = await caught(connect(url).now());
    expect(told).toBeInstanceOf(Refusal);
    expect(told).toHaveProperty(
      'message',
      expect.stringContaining('answered 200 without JSON: is'),
    );
  });
});

describe('where no server answers', () => {
  it.each(['127.0.0.1', 'localhost'])('at %s, the client says why', async (host) => {
    const url = `http://${host}:${await findClosedPort()}`;
    const told = await caught(connect(url).records('books'));
    expect(told).toBeInstanceOf(Refusal);
    const said = expect.stringMatching(/^no server answers at .* \(.*ECONNREFUSED.*\): is it run/);
    expect(told).toMatchObject({ status: 0, code: undefined, message: said });
    expect(told).toHaveProperty('message', expect.stringContaining(`${url}/_mock/state/books`));
    expect(told).toHaveProperty('cause.cause.code', 'ECONNREFUSED');
  });

  it('a reason without a code is told in its words', async () => {
    await expect(connect('http://127.0.0.1:1').now()).rejects.toThrow(/ \(bad port\): is it/);
    const fetch = async (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    await expect(connect('http://a.example', { fetch }).now()).rejects.toThrow('(Failed to fetch)');
  });
});

describe('a redirect of the control API', () => {
  it.each([
    ['http://other.example/_mock/seed?key=Zq7', 'to http://other.example/_mock/seed'],
    ['/login', 'to URL/login'],
    ['http://[', 'elsewhere'],
  ])('to %s is told, and not followed', async (location, told) => {
    const asked: string[] = [];
    const url = await serve((request, reply) => {
      asked.push(request.url ?? '');
      reply.writeHead(307, { Location: location }).end();
    });
    const error = await caught(connect(url).seed({ count: { books: 1 } }));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({
      status: 307,
      message: expect.stringContaining(
        `${url}/_mock/seed redirects ${told.replace('URL', url)}, and`,
      ),
    });
    expect(error).not.toHaveProperty('message', expect.stringContaining('Zq7'));
    expect(asked).toEqual(['/_mock/seed']);
  });

  it('is told also by browsers, which show nothing of it', async () => {
    const hidden = new Response(null);
    for (const [name, value] of Object.entries({ type: 'opaqueredirect', status: 0, ok: false }))
      Object.defineProperty(hidden, name, { value });
    const asked: unknown[] = [];
    const mock = connect('http://a.example', {
      fetch: async (_, init) => {
        asked.push(init?.redirect);
        return Promise.resolve(hidden);
      },
    });
    await expect(mock.now()).rejects.toMatchObject({
      status: 0,
      message: expect.stringContaining('http://a.example/_mock/clock redirects elsewhere, and'),
    });
    expect(asked).toEqual(['manual']);
  });
});

describe('what connect does not take', () => {
  it.each<[given: unknown, told: string]>([
    [{ controltoken: 'a' }, 'connect has no option "controltoken": did you mean "controlToken"?'],
    [{ prefix: '/a' }, 'connect has no option "prefix": did you mean "controlPrefix"?'],
    [
      { url: 'http://b.example' },
      'connect has no option "url": it stands in front of the options.',
    ],
    [{ controlPrefix: 7 }, 'connect: "controlPrefix" must be a text, not 7.'],
    ['a-token', 'connect takes an object of options: write connect(url, { controlToken }).'],
  ])('is refused: %j', (given, told) => {
    const open = () => connect('http://a.example', given as object);
    expect(open).toThrow(TypeError);
    expect(open).toThrow(told);
  });

  it('is not what is undefined', () => {
    const options = { controlToken: undefined, controlPrefix: undefined, fetch: undefined };
    expect(connect('http://a.example', options).url).toBe('http://a.example');
  });
});

describe('what no request can say', () => {
  it.each(['127.0.0.1:4010', 'file:///tmp', '', 'http://'])('is %j as a URL', (url) => {
    expect(() => connect(url)).toThrow(TypeError);
    expect(() => connect(url)).toThrow('is no URL of a server, such as http://127.0.0.1:4010');
  });

  it.each([
    'http://ann:Zq7@a.example/api/',
    'http://a.example/api/?key=Zq7',
    'http://a.example/api/#Zq7',
  ])('is more of a URL than its address: %s', (url) => {
    expect(() => connect(url)).toThrow(TypeError);
    expect(() => connect(url)).toThrow('no user, query or fragment: give http://a.example/api/');
    expect(() => connect(url)).not.toThrow('Zq7');
  });

  it.each([
    ['schlüssel', 5],
    ['a-token\nand-more', 8],
    ['токен', 1],
  ])('is a control token such as %j', (controlToken, at) => {
    const open = () => connect('http://127.0.0.1:4010', { controlToken });
    expect(open).toThrow(TypeError);
    expect(open).toThrow(
      `the control token can't be sent in a header: character ${at} is not one of printable ASCII`,
    );
    expect(open).not.toThrow(controlToken);
  });

  it('is a world of a name that no header can hold', () => {
    const calls = createCalls({ url: 'http://127.0.0.1:4010' });
    expect(() => calls.within('мир')).toThrow(TypeError);
    expect(() => calls.within('мир')).toThrow("the name of the world can't be sent in a header");
  });

  it('is not the line break at the end of a token that was read from a file', async () => {
    const { client } = await openRemote({ controlToken: 'secret-token' });
    const mock = connect(client.url, { controlToken: 'secret-token\n' });
    expect(await mock.records('books')).toHaveLength(3);
  });
});

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  throw error;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server.address())}`;
}

/** It was free a moment ago. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  server.close();
  await once(server, 'close');
  return port;
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
