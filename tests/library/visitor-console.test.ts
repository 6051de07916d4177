import { describe, expect, it } from 'vitest';

import { control, create, field, openBrowser, openDemo, operator } from './open-demo.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';
import { openOther } from './other-server.ts';

/** What the console is told, by its session. */
async function askSession(ask: Ask, headers = {}): Promise<Said> {
  return ask('GET', '/_mock/session', { headers });
}

async function signIn(ask: Ask): Promise<Readonly<Record<string, string>>> {
  const body = { token: operator['X-Stuntdouble-Token'] ?? '' };
  const { headers } = await ask('POST', '/_mock/session', { body });
  return { Cookie: headers.get('Set-Cookie')?.split(';', 1)[0] ?? '' };
}

/** The pass that a signed-in client is told, as requests show it. */
async function showPass(ask: Ask, cookie: Readonly<Record<string, string>>): Promise<Shown> {
  const { json } = await askSession(ask, cookie);
  return { 'X-Stuntdouble-Token': (json as { readonly world_pass: string }).world_pass };
}

type Shown = Readonly<Record<string, string>>;

describe('the pass of the console', () => {
  it('lets a request name a world, and nothing else', async () => {
    const { mock, ask } = await openDemo();
    const made = await create(openBrowser(ask).ask);
    const name = made.headers.get(field) ?? '';
    const shown = await showPass(ask, await signIn(ask));
    const pass = shown['X-Stuntdouble-Token'];

    const read = await ask('GET', '/books', { headers: { ...shown, [field]: name } });
    expect((read.json as { readonly data: unknown[] }).data).toHaveLength(4);
    expect((await create(ask, 'Kept', { ...shown, [field]: 'default' })).status).toBe(201);
    expect(mock.records('books')).toHaveLength(4);

    const missing = await ask('GET', '/books', { headers: { ...shown, [field]: 'other' } });
    expect(missing.status).toBe(404);
    const fault = { ...shown, 'X-Stuntdouble-Fault': 'latency=1ms' };
    expect((await ask('GET', '/books', { headers: fault })).status).toBe(403);
    for (const headers of [shown, { Authorization: `Bearer ${pass}` }])
      expect((await ask('GET', '/_mock/worlds', { headers })).status).toBe(401);
    expect((await ask('POST', '/_mock/session', { body: { token: pass } })).status).toBe(401);
  });

  it('is nothing where the request names no world: that is of a visitor', async () => {
    const { mock, ask } = await openDemo();
    expect((await create(ask, 'Kept', operator)).status).toBe(201);
    const shown = await showPass(ask, await signIn(ask));
    const read = await ask('GET', '/books', { headers: shown });
    expect((read.json as { readonly data: unknown[] }).data).toHaveLength(3);
    expect((await create(ask, 'Mine', shown)).status).toBe(403);
    const path = await ask('GET', '/~default/books', { headers: shown });
    expect(path.status).toBe(404);
    expect(mock.records('books')).toHaveLength(4);
  });

  it('is of one session, and ends with it', async () => {
    const { mock, ask } = await openDemo();
    const [one, other] = [await signIn(ask), await signIn(ask)];
    const passes = [await showPass(ask, one), await showPass(ask, other)];
    expect(passes[0]).not.toEqual(passes[1]);
    const enter = (): Promise<readonly number[]> =>
      Promise.all(
        passes.map(async (shown) => {
          const headers = { ...shown, [field]: 'default' };
          return (await ask('GET', '/books', { headers })).status;
        }),
      );
    expect(await enter()).toEqual([200, 200]);
    const own = { ...one, Origin: mock.url };
    expect((await ask('DELETE', '/_mock/session', { headers: own })).status).toBe(204);
    expect(await enter()).toEqual([404, 200]);
  });

  it('goes to no other server', async () => {
    const other = await openOther();
    const { mock, ask } = await openDemo({ unmatched: other.url });
    const shown = await showPass(ask, await signIn(ask));
    const pass = shown['X-Stuntdouble-Token'] ?? '';
    const headers = { ...shown, 'X-Api-Key': pass, [field]: 'default', 'X-Note': 'own' };
    expect((await fetch(`${mock.url}/else`, { headers })).status).toBe(200);
    expect(other.heard).toMatchObject([{ headers: { 'x-note': 'own' } }]);
    expect(JSON.stringify(other.heard)).not.toContain(pass);
  });

  it('is told to the browser that is signed in, on a page of this server', async () => {
    const { ask } = await openDemo();
    const cookie = await signIn(ask);
    const told = { world_pass: expect.stringMatching(/^[\w-]{43}$/) };
    expect((await askSession(ask, cookie)).json).toMatchObject(told);
    // The token names worlds itself.
    expect((await askSession(ask, control)).json).toMatchObject({
      signed_in: true,
      world_pass: null,
    });
    expect((await askSession(ask)).json).toMatchObject({ world_pass: null });
    const foreign = { ...cookie, Origin: 'http://127.0.0.1:5173' };
    expect((await askSession(ask, foreign)).status).toBe(403);
  });

  it('is none where requests name worlds without it', async () => {
    const token = operator['X-Stuntdouble-Token'] ?? '';
    const { ask } = await openBookshop({ controlToken: token });
    const said = await askSession(ask, await signIn(ask));
    expect(said.json).toMatchObject({ signed_in: true, world_pass: null });
  });
});
