import { describe, expect, it } from 'vitest';

import { control, create, field, openBrowser, openDemo, operator } from './open-demo.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

/** What the console is told, by its session. */
async function askSession(ask: Ask, headers = {}): Promise<Said> {
  return ask('GET', '/_mock/session', { headers });
}

async function signIn(ask: Ask): Promise<Readonly<Record<string, string>>> {
  const body = { token: operator['X-Stuntdouble-Token'] ?? '' };
  const { headers } = await ask('POST', '/_mock/session', { body });
  return { Cookie: headers.get('Set-Cookie')?.split(';', 1)[0] ?? '' };
}

describe('the pass of the console', () => {
  it('lets a request name a world, and nothing else', async () => {
    const { mock, ask } = await openDemo();
    const made = await create(openBrowser(ask).ask);
    const name = made.headers.get(field) ?? '';
    const { json } = await askSession(ask, await signIn(ask));
    const { world_pass: pass } = json as { readonly world_pass: string };
    const shown = { 'X-Stuntdouble-Token': pass };

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

  it('is told to who is signed in, on a page of this server', async () => {
    const { ask } = await openDemo();
    const cookie = await signIn(ask);
    const told = { world_pass: expect.stringMatching(/^[\w-]{43}$/) };
    expect((await askSession(ask, cookie)).json).toMatchObject(told);
    expect((await askSession(ask, control)).json).toMatchObject(told);
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
