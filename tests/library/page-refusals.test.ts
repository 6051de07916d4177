import express from 'express';
import { describe, expect, it } from 'vitest';

import type { Exchange, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { hostApp } from './host-app.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import { sendRequest } from './raw-request.ts';

const foreign = 'Origin: https://app.example';
const auth = 'Authorization: Bearer open';
const json = 'Content-Type: application/json';
const asking = 'Access-Control-Request-Method: PUT';

interface Opened {
  readonly url: string;
  readonly notices: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly books: () => number;
  readonly post: (...headers: string[]) => ReturnType<typeof sendRequest>;
}

async function open(options: MockOptions = {}): Promise<Opened> {
  const notices: string[] = [];
  const exchanges: Exchange[] = [];
  const { mock } = await openBookshop({
    onNotice: ({ level, message }) => notices.push(`${level}: ${message}`),
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  return {
    url: mock.url,
    notices,
    exchanges,
    books: () => mock.records('books').length,
    post: (...headers) =>
      sendRequest(mock.url, 'POST /books', [auth, json, ...headers], '{"title":"New"}'),
  };
}

describe('a write of a foreign page', () => {
  it('is in the log and in the journal, with the option that allows it', async () => {
    const { url, exchanges, post } = await open();
    await post(foreign);
    const reason = expect.stringContaining('--cors-origin https://app.example');
    expect(exchanges).toMatchObject([
      { lane: 'contract', method: 'POST', path: '/books', status: 403, verdict: 'refused', reason },
    ]);
    const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
    expect(await read('/_mock/requests?verdict=refused')).toMatchObject({
      requests: [{ id: 1, problem: { code: 'origin-not-allowed' }, reply: { status: 403 } }],
    });
    expect(await read('/_mock/requests/1/explain')).toMatchObject({
      refused_by: 'access',
      source: { kind: 'refusal' },
      sentences: expect.arrayContaining([
        'It was refused before anything was looked up, by its headers Origin and Host (origin-not-allowed).',
      ]),
    });
  });

  it('is told of once for each origin, and reading is not', async () => {
    const { url, notices, post } = await open();
    await sendRequest(url, 'GET /books', [auth, foreign]);
    expect(notices).toEqual([]);
    await sendRequest(url, 'OPTIONS /books', [foreign, asking]);
    await post(foreign);
    await post(foreign);
    expect(notices).toEqual([
      'warning: Pages of https://app.example may not ask to send "PUT" to this server, nor read its replies: only its own pages, and those of this machine, of the local network and of apps may. If these are pages of yours, start with --cors-origin https://app.example (in the library corsOrigin).',
    ]);
    await post('Origin: https://other.example');
    await post('Origin: http://localhost:5173');
    expect(notices).toHaveLength(2);
  });

  it('is told of for a hundred origins, so that a client that makes them up fills nothing', async () => {
    const { notices, exchanges, post } = await open();
    for (let count = 0; count < 105; count += 1) await post(`Origin: https://app-${count}.example`);
    expect([notices.length, exchanges.length]).toEqual([100, 105]);
  });

  it.each([
    [foreign, 'Pages of https://app.example may', '--cors-origin https://app.example '],
    [
      'Origin: moz-extension://0b1c',
      'Pages of moz-extension',
      '--cors-origin moz-extension://0b1c',
    ],
    ['Origin: null', 'files and sandboxed frames', '--cors-origin null '],
    ['Origin: file://', 'files and sandboxed frames', '--cors-origin null '],
    ['Origin: https://a.example; rm', 'none that a browser sends', "--cors-origin '*' "],
    [`Origin: ${'a'.repeat(9_000)}`, `"${'a'.repeat(99)}…"`, "--cors-origin '*' "],
    ['Sec-Fetch-Site: cross-site', 'that hide their origin', "--cors-origin '*' "],
  ])('with "%s" names the page and the option', async (header, page, option) => {
    const { books, post } = await open();
    const { detail } = JSON.parse((await post(header)).body);
    expect(detail).toContain(page);
    expect(detail).toContain(option);
    expect(books()).toBe(3);
  });

  it('is let through by the option that its refusal names', async () => {
    for (const header of [foreign, 'Origin: moz-extension://0b1c', 'Origin: null']) {
      const refused = await (await open()).post(header);
      const [, corsOrigin = ''] = /--cors-origin (\S+)/.exec(refused.body) ?? [];
      expect((await (await open({ corsOrigin })).post(header)).status).toBe(201);
    }
  });

  it('changes no private world, and makes none', async () => {
    const { url } = await open();
    const headers = [auth, json, foreign];
    const reply = await sendRequest(url, 'POST /~a/books', headers, '{"title":"New"}');
    expect([reply.status, reply.headers.get('Vary')]).toEqual([
      403,
      'Origin, X-Stuntdouble-World, Cookie',
    ]);
    expect(await (await fetch(`${url}/_mock/worlds`)).json()).toHaveLength(1);
  });

  it('is refused where the app is mounted, too', async () => {
    const url = await hostApp(express().use('/api', (await openUnheard()).app));
    const send = async (origin: string): Promise<number> => {
      const headers = [auth, json, `Origin: ${origin}`];
      return (await sendRequest(url, 'POST /api/books', headers, '{"title":"New"}')).status;
    };
    expect([await send('https://app.example'), await send('http://localhost:5173')]).toEqual([
      403, 201,
    ]);
  });
});

describe('with cors: false', () => {
  it('no page gets CORS headers, and foreign pages may not write', async () => {
    const { url, post } = await open({ cors: false });
    const statuses = [];
    for (const header of [foreign, 'Origin: null', 'Origin: http://localhost:5173']) {
      const replies = [
        await sendRequest(url, 'GET /books', [auth, header]),
        await sendRequest(url, 'OPTIONS /books', [header, asking]),
        await post(header),
      ];
      for (const { headers } of replies) {
        expect([...headers.keys()].join()).not.toContain('access-control');
      }
      statuses.push(replies.map(({ status }) => status));
    }
    expect(statuses).toEqual([
      [200, 405, 403],
      [200, 405, 403],
      [200, 405, 201],
    ]);
  });

  it('corsOrigin still says whose pages may write', async () => {
    const { post } = await open({ cors: false, corsOrigin: 'https://app.example' });
    const reply = await post(foreign);
    expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([201, null]);
  });
});

describe('the control API', () => {
  it.each<NonNullable<MockOptions['corsOrigin']>>(['https://app.example', '*', []])(
    'is only for its own pages, also with corsOrigin %j',
    async (corsOrigin) => {
      const { url, post, books } = await open({ corsOrigin });
      await post();
      for (const origin of [foreign, 'Origin: http://localhost:5173', 'Origin: app://x']) {
        const refused = await sendRequest(url, 'POST /_mock/reset', [origin]);
        expect(refused.status).toBe(403);
        expect(JSON.parse(refused.body)).toMatchObject({ type: 'urn:problem-type:foreign-origin' });
        const preflight = await sendRequest(url, 'OPTIONS /_mock/reset', [origin, asking]);
        expect(preflight.status).toBe(405);
        expect([...preflight.headers.keys()].join()).not.toContain('access-control');
      }
      expect(books()).toBe(4);
    },
  );
});

it.each([
  'app.example',
  'https://app.example/',
  'https://app.example/path',
  'https://app.example?x',
  'https://user@app.example',
  'https://',
  'https://*',
  'https://*.',
  'https://a.*.example',
  'https://*.*.example',
  'https://*app.example',
  'http://localhost:*',
  'http://localhost:99999',
  'https://a.example,https://b.example',
  'https://a.example https://b.example',
  'https://.example',
  '*.example',
  'file://',
  '**',
  '',
])('corsOrigin %j is refused', async (corsOrigin) => {
  await expect(createMock({ corsOrigin: ['https://fine.example', corsOrigin] })).rejects.toThrow(
    `corsOrigin must be an origin such as https://app.example or http://10.0.0.7:5173, a pattern such as https://*.preview.example, "*", or "null" for files: scheme, host and port, without a path; not "${corsOrigin}"`,
  );
});

it.each(['https://*.com', 'http://*.test:8080', 'https://*.COM'])(
  'corsOrigin %j is refused, since it allows every host below a top-level domain',
  async (corsOrigin) => {
    await expect(createMock({ corsOrigin })).rejects.toThrow(
      new TypeError(
        `corsOrigin must have at least two labels behind the asterisk, such as https://*.preview.example; "${corsOrigin}" would allow every host below a top-level domain`,
      ),
    );
  },
);
