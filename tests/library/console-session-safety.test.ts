import express from 'express';
import { describe, expect, it } from 'vitest';

import { json, open, ownHeaders, signIn, signedIn, statusOf, token } from './console-sign-in.ts';
import { hostApp } from './host-app.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';
import { sendRequest } from './raw-request.ts';

describe('a write with the cookie', () => {
  const writes: readonly [line: string, body: string, ok: number][] = [
    ['POST /_mock/reset', '', 204],
    ['PUT /_mock/state/books', '[]', 200],
    ['PATCH /_mock/state', '{}', 200],
    ['DELETE /_mock/requests', '', 204],
    ['POST /_mock/overrides', '{"operation":"listBooks","reply":{"status":200}}', 201],
    ['DELETE /_mock/session', '', 204],
  ];

  it.each(writes)('needs the Origin of the console: %s', async (line, body, ok) => {
    const url = await open();
    const cookie = await signedIn(url);
    const { host, origin } = new URL(url);
    const send = (...headers: readonly string[]): Promise<number> =>
      statusOf(url, line, [`Host: ${host}`, cookie, json, ...headers], body);
    const foreign = [
      'http://localhost:5173',
      `http://${host.replace(/\d+$/, '1')}`,
      'https://shop.example',
      'null',
      '',
    ];
    for (const other of foreign) {
      expect([other, await send(`Origin: ${other}`)]).toEqual([other, 403]);
    }
    expect(await send()).toBe(403);
    expect(await send('Sec-Fetch-Site: same-origin')).toBe(403);
    expect(await send(`Origin: ${origin}`)).toBe(ok);
  });

  it('says what to send instead', async () => {
    const url = await open();
    const { body } = await sendRequest(url, 'POST /_mock/reset', [await signedIn(url)]);
    expect(JSON.parse(body)).toMatchObject({
      type: 'urn:problem-type:foreign-origin',
      detail: expect.stringContaining('needs the Origin of the console'),
    });
  });
});

describe('a page of another port of this machine', () => {
  it('reads and writes nothing, though the browser sends it the cookie', async () => {
    const url = await open();
    const cookie = await signedIn(url);
    const site = ['Sec-Fetch-Site: same-site', cookie];
    const page = ['Origin: http://localhost:5173', ...site];
    expect(await statusOf(url, 'GET /_mock/state', page)).toBe(403);
    expect(await statusOf(url, 'GET /_mock/requests/live', page)).toBe(403);
    expect(await statusOf(url, 'GET /_mock/session', page)).toBe(403);
    expect(await statusOf(url, 'POST /_mock/reset', page)).toBe(403);
    // As an image, or in a frame, without an Origin.
    expect(await statusOf(url, 'GET /_mock/state', [...site, 'Sec-Fetch-Dest: image'])).toBe(403);
    expect(await statusOf(url, 'GET /_mock/state', [...site, 'Sec-Fetch-Dest: iframe'])).toBe(403);
  });

  it('gets no permission from a preflight', async () => {
    const url = await open();
    const { status, headers } = await sendRequest(url, 'OPTIONS /_mock/reset', [
      'Origin: http://localhost:5173',
      'Access-Control-Request-Method: POST',
    ]);
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([405, null]);
  });

  it('can not sign the user out by a cookie of the same name', async () => {
    const url = await open();
    const own = (await signedIn(url)).replace('Cookie: ', '');
    for (const both of [`${own}; stuntdouble_session=x`, `stuntdouble_session=x; ${own}`]) {
      expect(await statusOf(url, 'GET /_mock/state', [`Cookie: ${both}`])).toBe(200);
    }
  });
});

describe('what is no session', () => {
  it.each([
    'Cookie: stuntdouble_session=',
    'Cookie: stuntdouble_session',
    'Cookie: stuntdouble_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    `Cookie: stuntdouble_session=${token}`,
    'Cookie: stuntdouble_session=__proto__',
    `Cookie: ${Array.from({ length: 300 }, () => 'stuntdouble_session=x').join('; ')}`,
  ])('lets no client in: %s', async (cookie) => {
    const url = await open();
    await signedIn(url);
    expect(await statusOf(url, 'GET /_mock/state', [cookie])).toBe(401);
    const own = [...ownHeaders(url), cookie];
    expect(await statusOf(url, 'POST /_mock/reset', own)).toBe(401);
    expect(await statusOf(url, 'DELETE /_mock/session', own)).toBe(204);
  });

  it('is the id under another name', async () => {
    const url = await open();
    const cookie = (await signedIn(url)).replace('stuntdouble_session', 'session');
    expect(await statusOf(url, 'GET /_mock/state', [cookie])).toBe(401);
  });

  it('is a session outside of the control API', async () => {
    const { app } = await openUnheard({ controlToken: token });
    const url = await hostApp(express().use(app));
    const cookie = await signedIn(url);
    const headers = [cookie, 'Authorization: Bearer open'];
    expect(await statusOf(url, 'GET /~new/books', headers)).toBe(404);
    const fault = [...headers, 'X-Stuntdouble-Fault: latency=1ms'];
    expect(await statusOf(url, 'GET /books', fault)).toBe(403);
  });
});

describe('neither token nor id of a session', () => {
  it('shows in replies, journal, log or notices', async () => {
    const heard: unknown[] = [];
    const { mock } = await openBookshop({
      controlToken: token,
      onExchange: (exchange) => heard.push(exchange),
      onNotice: (notice) => heard.push(notice),
    });
    const { url } = mock;
    const own = ownHeaders(url);
    const cookie = await signedIn(url);
    const id = cookie.replace('Cookie: stuntdouble_session=', '');
    const replies = [
      await signIn(url, `${token}-typo`),
      await signIn(url, [token]),
      await sendRequest(url, 'POST /_mock/session', [...own, json], `{"tokn":"${token}"}`),
      await sendRequest(url, 'POST /_mock/session', [...own, json], `{"token":"${token}`),
      await sendRequest(url, 'GET /_mock/session', [cookie]),
      await sendRequest(url, 'POST /_mock/reset', [cookie]),
      await sendRequest(url, 'GET /books', [cookie, 'Authorization: Bearer open']),
      await sendRequest(url, 'GET /_mock/requests', [cookie]),
      await sendRequest(url, 'GET /_mock/requests/1', [cookie]),
    ];
    expect(replies.map(({ status }) => status)).toEqual([
      401, 400, 400, 400, 200, 403, 200, 200, 200,
    ]);
    const texts = replies.map(({ headers, body }) => [...headers].join() + body);
    const told = JSON.stringify([heard, texts, mock.requests()]);
    expect(told).toContain('/_mock/session');
    expect(told).not.toContain(token);
    expect(told).not.toContain(id);
  });

  it.each<[where: string, line: (id: string) => string, ...headers: string[]]>([
    ['a query', (id) => `GET /books?x=${id}`],
    ['a query under a name of its own', (id) => `GET /books?stuntdouble_session=${id}&y=1`],
    ['a header', () => 'GET /books', 'X-Other: is <id>, they say'],
    ['another cookie', () => 'GET /books', 'Cookie: other=<id>'],
    ['a path', (id) => `GET /books/${id}`],
    ['a path that is unknown', (id) => `GET /of/${id}/and-more`],
    [
      'a path, escaped',
      (id) => `GET /books/%${Buffer.from(id.slice(0, 1)).toString('hex')}${id.slice(1)}`,
    ],
    ['Base64', (id) => `GET /books?x=${Buffer.from(`:${id}`).toString('base64url')}`],
    ['a body', () => 'POST /books'],
  ])(
    'shows in journal, explanation, recording or log where it stands in %s',
    async (_, line, ...sent) => {
      const heard: unknown[] = [];
      const { mock } = await openBookshop({
        controlToken: token,
        onExchange: (exchange) => heard.push(exchange),
      });
      const { url } = mock;
      const cookie = await signedIn(url);
      const id = cookie.replace('Cookie: stuntdouble_session=', '');
      const headers = ['Authorization: Bearer open', json, ...sent];
      const body = line(id).startsWith('POST') ? JSON.stringify({ title: 5, note: `${id}!` }) : '';
      await sendRequest(
        url,
        line(id),
        headers.map((one) => one.replace('<id>', id)),
        body,
      );
      const paths = [
        '/requests',
        '/requests/last',
        '/requests/last/explain',
        '/coverage',
        '/recording',
      ];
      const told = [JSON.stringify([heard, mock.requests()])];
      for (const path of paths) {
        const reply = await sendRequest(url, `GET /_mock${path}`, [cookie]);
        expect([path, reply.status]).toEqual([path, 200]);
        told.push(reply.body);
      }
      for (const text of told) {
        expect(text).not.toContain(id);
        expect(text).not.toContain(id.slice(1));
        expect(text).not.toContain(Buffer.from(`:${id}`).toString('base64url').slice(2));
      }
    },
  );
});
