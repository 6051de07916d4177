import express from 'express';
import { describe, expect, it } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import {
  cookieOf,
  json,
  open,
  ownHeaders,
  signIn,
  signedIn,
  statusOf,
  token,
  withToken,
} from './console-sign-in.ts';
import { hostApp } from './host-app.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import { sendRequest } from './raw-request.ts';

async function tell(url: string, headers: readonly string[] = []): Promise<unknown> {
  return JSON.parse((await sendRequest(url, 'GET /_mock/session', headers)).body);
}

const noHeaders: readonly string[] = [];
const withoutToken: MockOptions = {};

describe('a stream of events that a session has opened', () => {
  it.each(['/_mock/live', '/_mock/requests/live'])('%s ends with the session', async (path) => {
    const { mock } = await openBookshop(withToken);
    const { url } = mock;
    const cookie = await signedIn(url);
    const [name = '', value = ''] = cookie.split(': ');
    const stream = await fetch(url + path, { headers: { [name]: value } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await sendRequest(url, 'DELETE /_mock/session', [...ownHeaders(url), cookie]);
    await fetch(`${url}/books`);
    const rest: string[] = [];
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
      rest.push(piece.value);
    expect(rest.join('')).not.toMatch(/event: request/);
  });
});

describe('a client that asks for its session', () => {
  it.each<[what: string, options: MockOptions, headers: readonly string[], said: object]>([
    [
      'needs nothing on the machine of a server without a token',
      withoutToken,
      noHeaders,
      { access: 'open', signed_in: false, detail: null, world_pass: null },
    ],
    [
      'needs the token where there is one',
      withToken,
      noHeaders,
      { access: 'token', signed_in: false, detail: null, world_pass: null },
    ],
    [
      'is signed in by the token itself',
      withToken,
      [`Authorization: Bearer ${token}`],
      { access: 'token', signed_in: true, detail: null, world_pass: null },
    ],
    [
      'is not signed in by a wrong token',
      withToken,
      ['Authorization: Bearer other'],
      { access: 'token', signed_in: false, detail: null, world_pass: null },
    ],
    [
      'is not signed in by the cookie of nobody',
      withToken,
      ['Cookie: stuntdouble_session=x'],
      { access: 'token', signed_in: false, detail: null, world_pass: null },
    ],
    [
      'can not get in through a proxy without a token',
      withoutToken,
      ['Via: 1.1 proxy'],
      {
        access: 'closed',
        signed_in: false,
        detail: expect.stringContaining('start it with --control-token'),
        world_pass: null,
      },
    ],
  ])('%s', async (_, options, headers, said) => {
    const response = await sendRequest(await open(options), 'GET /_mock/session', headers);
    expect(JSON.parse(response.body)).toEqual(said);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('can not get in where an app mounts a mock without a token', async () => {
    const url = await hostApp(express().use(await openUnheard().then(({ app }) => app)));
    expect(await tell(url)).toMatchObject({ access: 'closed', signed_in: false });
  });

  it('is told nothing on a page of another origin', async () => {
    const url = await open();
    for (const origin of ['https://shop.example', 'http://localhost:5173', 'null']) {
      expect(await statusOf(url, 'GET /_mock/session', [`Origin: ${origin}`])).toBe(403);
    }
  });
});

describe('a user who signs in with the token', () => {
  it('gets in with the cookie alone, as with the token', async () => {
    const url = await open();
    const cookie = await signedIn(url);
    const reads = [
      'GET /_mock/state',
      'HEAD /_mock/state',
      'GET /_mock/requests',
      'GET /_mock/plan',
    ];
    for (const line of reads) {
      expect([line, await statusOf(url, line, [])]).toEqual([line, 401]);
      expect([line, await statusOf(url, line, [cookie])]).toEqual([line, 200]);
    }
    expect(await tell(url, [cookie])).toEqual({
      access: 'token',
      signed_in: true,
      detail: null,
      world_pass: null,
    });
    const own = [...ownHeaders(url), cookie];
    expect(await statusOf(url, 'POST /_mock/reset', own)).toBe(204);
    expect(await statusOf(url, 'PUT /_mock/worlds/b', [...own, json], '{}')).toBe(201);
  });

  it('gets a random id that no script reads, for the path of the control API alone', async () => {
    const url = await open();
    const set = (await signIn(url)).headers.get('Set-Cookie') ?? '';
    expect(set).toMatch(/^stuntdouble_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/_mock$/);
    expect((await signIn(url)).headers.get('Set-Cookie')).not.toBe(set);
  });

  it.each<[where: string, options: MockOptions, prefix: string]>([
    ['in a world', withToken, '/~ann/_mock'],
    ['at a prefix of its own', { ...withToken, controlPrefix: '/admin/mock' }, '/admin/mock'],
  ])('gets a cookie for the path that it sees %s', async (_, options, prefix) => {
    const url = await open(options);
    const { headers } = await signIn(url, token, ownHeaders(url), prefix);
    expect(headers.get('Set-Cookie')).toMatch(new RegExp(`; Path=${prefix}$`));
  });

  it('gets a cookie for the path of the app that mounts the mock', async () => {
    const { app } = await openUnheard({ controlToken: token });
    const url = await hostApp(express().use('/api/shop', app));
    const { headers } = await signIn(url, token, ownHeaders(url), '/api/shop/_mock');
    expect(headers.get('Set-Cookie')).toMatch(/; Path=\/api\/shop\/_mock$/);
    const cookie = `Cookie: ${cookieOf(headers)}`;
    expect(await statusOf(url, 'GET /api/shop/_mock/state', [cookie])).toBe(200);
  });

  it.each<[isSecure: boolean, ...headers: readonly string[]]>([
    [false],
    [false, 'Host: mock.test', 'Origin: http://mock.test'],
    [true, 'Host: mock.test', 'Origin: https://mock.test'],
    [true, 'X-Forwarded-Proto: https'],
    [false, 'X-Forwarded-Proto: http'],
  ])('gets a cookie for https alone (%s) where it came so: %s %s', async (isSecure, ...headers) => {
    const set = (await signIn(await open(), token, headers)).headers.get('Set-Cookie');
    expect(set?.endsWith('; Secure')).toBe(isSecure);
  });

  it('opens a world by its name, as with the token', async () => {
    const { app } = await openUnheard({ controlToken: token });
    const url = await hostApp(express().use(app));
    const cookie = await signedIn(url);
    expect(await statusOf(url, 'GET /~new/_mock/state', [])).toBe(401);
    expect(await statusOf(url, 'GET /~new/_mock/state', [cookie])).toBe(200);
  });

  it('may still send the token by itself, without an Origin', async () => {
    const url = await open();
    const bearer = `Authorization: Bearer ${token}`;
    const cookie = await signedIn(url);
    for (const headers of [[bearer], [bearer, cookie]]) {
      expect(await statusOf(url, 'POST /_mock/reset', headers)).toBe(204);
    }
    const wrong = [cookie, 'Authorization: Bearer other'];
    expect(await statusOf(url, 'POST /_mock/reset', wrong)).toBe(401);
  });
});

describe('a sign-in is refused', () => {
  it.each<[status: number, what: string, shown: unknown]>([
    [401, 'a wrong token', 'other'],
    [401, 'an empty token', ''],
    [401, 'the token with a blank', `${token} `],
    [401, 'the beginning of the token', token.slice(0, -1)],
    [400, 'a number', 5],
    [400, 'no text', null],
    [400, 'a list', [token]],
  ])('with %i for %s, and sets no cookie', async (status, _, shown) => {
    const reply = await signIn(await open(), shown);
    expect([reply.status, reply.headers.get('Set-Cookie')]).toEqual([status, null]);
    expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
    if (status === 401) {
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer realm="Stuntdouble control"');
      expect(JSON.parse(reply.body)).toMatchObject({
        type: 'urn:problem-type:invalid-credentials',
      });
    }
  });

  it.each(['https://shop.example', 'http://localhost:5173', 'http://127.0.0.1:1', 'null'])(
    'with 403 on a page of %s',
    async (origin) => {
      const reply = await signIn(await open(), token, [`Origin: ${origin}`]);
      expect([reply.status, reply.headers.get('Set-Cookie')]).toEqual([403, null]);
    },
  );

  it('where no token is needed, with a word on that', async () => {
    const { mock } = await openBookshop();
    const reply = await signIn(mock.url);
    expect([reply.status, reply.body]).toEqual([401, expect.stringContaining('needs none')]);
  });
});

describe('a session ends', () => {
  it('when the user signs out, and the browser forgets the cookie', async () => {
    const url = await open();
    const cookie = await signedIn(url);
    const other = await signedIn(url);
    const { status, headers } = await sendRequest(url, 'DELETE /_mock/session', [
      ...ownHeaders(url),
      cookie,
    ]);
    expect([status, headers.get('Set-Cookie')]).toEqual([
      204,
      'stuntdouble_session=; HttpOnly; SameSite=Strict; Path=/_mock; Max-Age=0',
    ]);
    expect(await statusOf(url, 'GET /_mock/state', [cookie])).toBe(401);
    expect(await statusOf(url, 'GET /_mock/state', [other])).toBe(200);
  });

  it('when the same browser signs in again', async () => {
    const url = await open();
    const cookie = await signedIn(url);
    await signIn(url, token, [...ownHeaders(url), cookie]);
    expect(await statusOf(url, 'GET /_mock/state', [cookie])).toBe(401);
  });

  it('with the server, but not with a wrong sign-in', async () => {
    const url = await open();
    const cookie = await signedIn(url);
    await signIn(url, 'other', [...ownHeaders(url), cookie]);
    expect(await statusOf(url, 'GET /_mock/state', [cookie])).toBe(200);
    expect(await statusOf(await open(), 'GET /_mock/state', [cookie])).toBe(401);
  });

  it('when a hundred others were used after it', async () => {
    const url = await open();
    const first = await signedIn(url);
    const used = await signedIn(url);
    for (let count = 0; count < 98; count += 1) await signedIn(url);
    expect(await statusOf(url, 'GET /_mock/state', [used])).toBe(200);
    await signedIn(url);
    expect(await statusOf(url, 'GET /_mock/state', [first])).toBe(401);
    expect(await statusOf(url, 'GET /_mock/state', [used])).toBe(200);
  });
});

describe('without a console', () => {
  it('a session is there as long as the control API is', async () => {
    const url = await open({ ...withToken, console: false });
    expect(await statusOf(url, 'GET /_mock/state', [await signedIn(url)])).toBe(200);
    expect((await signIn(await open({ ...withToken, control: false }))).status).toBe(404);
  });
});
