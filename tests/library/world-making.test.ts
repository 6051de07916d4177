import express from 'express';
import { describe, expect, it } from 'vitest';

import { hostApp } from './host-app.ts';
import { askAt, openBookshop, openUnheard } from './open-bookshop.ts';
import { talk } from './raw-talk.ts';

describe('who may make worlds', () => {
  const token = { Authorization: 'Bearer secret' };

  it('is whoever calls from this machine', async () => {
    const { ask } = await openBookshop();
    const headers = { Origin: 'http://localhost:5173' };
    expect((await ask('GET', '/~a/books', { headers })).status).toBe(200);
  });

  it('is no page of another site, which may use those that are there', async () => {
    const { ask } = await openBookshop();
    for (const headers of [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      for (const path of ['/~a/books', '/~b/books']) {
        const { status, json } = await ask('GET', path, { headers });
        expect([status, json]).toMatchObject([404, { type: 'urn:problem-type:unknown-world' }]);
      }
    }
    await ask('GET', '/~a/books');
    const found = await ask('GET', '/~a/books', { headers: { Origin: 'https://evil.test' } });
    expect([found.status, found.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
  });

  it('is nobody that was lured here by a name, also not by reading in the control API', async () => {
    const { mock, ask } = await openBookshop();
    // The control API is loaded when it is first called, which may take longer than `talk` waits.
    await ask('GET', '/_mock/health');
    const lured = (line: string): Promise<string> =>
      talk(
        mock.url,
        `GET ${line} HTTP/1.1\r\nHost: evil.test\r\nAuthorization: Bearer open\r\n\r\n`,
      );
    expect(await lured('/~a/books')).toMatch(/^HTTP\/1\.1 404 [^]*unknown-world/);
    expect(await lured('/~a/_mock/state')).toMatch(/^HTTP\/1\.1 401 /);
    const embedded = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
    expect((await ask('GET', '/~a/_mock/state', { headers: embedded })).status).toBe(403);
    const linked = { ...embedded, 'Sec-Fetch-Dest': 'document' };
    expect((await ask('GET', '/~a/_mock/state', { headers: linked })).status).toBe(404);
    expect((await ask('GET', '/_mock/worlds')).json).toHaveLength(1);
  });

  it('is only who has the token, where others can call', async () => {
    const mock = await openUnheard({ controlToken: 'secret' });
    const ask = askAt(await hostApp(express().use(mock.app)));
    const refused = await ask('GET', '/~a/books');
    expect([refused.status, refused.json]).toMatchObject([
      404,
      { detail: expect.stringContaining('PUT /_mock/worlds/a and the control token') },
    ]);
    expect((await ask('PUT', '/_mock/worlds/a')).status).toBe(401);
    expect((await ask('GET', '/~a/_mock/state')).status).toBe(401);
    expect((await ask('PUT', '/_mock/worlds/a', { headers: token })).status).toBe(201);
    expect((await ask('GET', '/~a/books')).status).toBe(200);
    // On ordinary requests it stands in a header of its own.
    const shown = { 'X-Stuntdouble-Token': 'secret' };
    const wrong = { 'X-Stuntdouble-Token': 'secre' };
    expect((await ask('GET', '/~c/books', { headers: wrong })).status).toBe(404);
    expect((await ask('GET', '/~c/books', { headers: shown })).status).toBe(200);
    await ask('DELETE', '/_mock/worlds/c', { headers: token });
    // Whoever has shown the token needs no PUT.
    expect((await ask('POST', '/~b/_mock/reset', { headers: token })).status).toBe(204);
    expect((await ask('GET', '/~b/books')).status).toBe(200);
    expect((await ask('GET', '/~a/_mock/health')).status).toBe(200);
  });

  it('may make as many as were allowed', async () => {
    const { ask } = await openBookshop({ maxWorlds: 2 });
    const statuses = [];
    for (const name of ['a', 'b', 'c', 'a'])
      statuses.push((await ask('GET', `/~${name}/books`)).status);
    expect(statuses).toEqual([200, 200, 503, 200]);
    expect((await ask('GET', '/~c/books')).json).toMatchObject({
      type: 'urn:problem-type:too-many-worlds',
      detail: expect.stringMatching(/There are 2 worlds.*DELETE/),
    });
    await ask('DELETE', '/_mock/worlds/b');
    expect((await ask('GET', '/~c/books')).status).toBe(200);
  });

  it('are told how many there are where only one is allowed', async () => {
    const { ask } = await openBookshop({ maxWorlds: 1 });
    await ask('GET', '/~a/books');
    expect((await ask('GET', '/~b/books')).json).toMatchObject({
      detail: expect.stringContaining('There is 1 world, as many as --max-worlds allows.'),
    });
  });
});

describe('what is minted, set and seeded', () => {
  it('lets somebody in nowhere else', async () => {
    const { mock, ask } = await openBookshop();
    const { value } = mock.world('a').mint({ name: 'Ann', scheme: 'token', scopes: [] });
    const headers = { Authorization: `Bearer ${value}` };
    const statuses = await Promise.all(
      ['/~a', '/~b', ''].map(
        async (prefix) => (await ask('GET', `${prefix}/books`, { headers })).status,
      ),
    );
    expect(statuses).toEqual([200, 401, 401]);
  });

  it('ends by the clock of its world', async () => {
    const { mock, ask } = await openBookshop();
    const world = mock.world('a', { now: '2030-01-01T00:00:00Z', frozen: true });
    const wish = { name: 'Ann', scheme: 'token', scopes: [], expires_at: '2030-01-01T00:00:01Z' };
    const headers = { Authorization: `Bearer ${world.mint(wish).value}` };
    expect((await ask('GET', '/~a/books', { headers })).status).toBe(200);
    world.setClock({ now: '2030-01-01T00:00:01Z', frozen: true });
    expect((await ask('GET', '/~a/books', { headers })).status).toBe(401);
    expect(world.now).toEqual(new Date('2030-01-01T00:00:01Z'));
    world.setClock();
    expect(Math.abs(world.now.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('makes the same records in worlds of the same seed and clock', async () => {
    const { mock, ask } = await openBookshop();
    const wish = { seed: 's', now: '2030-01-01T00:00:00Z', frozen: true };
    for (const [name, more] of [
      ['a', {}],
      ['b', {}],
      ['c', { seed: 't' }],
    ] as const) {
      mock.world(name, { ...wish, ...more });
    }
    const make = async (world: string): Promise<unknown> => {
      const replies = [];
      for (const title of ['One', 'Two']) {
        const { json, headers } = await ask('POST', `/~${world}/books`, { body: { title } });
        replies.push(json, headers.get('Location')?.replace(world, 'x'));
      }
      return replies;
    };
    const [a, b, c] = [await make('a'), await make('b'), await make('c')];
    expect(b).toEqual(a);
    expect(c).not.toEqual(a);
    expect(a).toMatchObject([
      { title: 'One', created_at: '2030-01-01T00:00:00.000Z' },
      expect.stringMatching(/^\/~x\/books\//),
      { title: 'Two' },
      expect.any(String),
    ]);
  });
});
