import { describe, expect, it } from 'vitest';

import type { Exchange } from '../../src/index.ts';
import {
  control,
  countBooks,
  create,
  field,
  first,
  listVisitors,
  openBrowser,
  openDemo,
} from './open-demo.ts';
import { sendRequest } from './raw-request.ts';

describe('a visitor', () => {
  it('has a world of its own from its first change on, and sees no other', async () => {
    const { mock, ask } = await openDemo();
    const [one, other] = [openBrowser(ask), openBrowser(ask)];
    expect([await countBooks(one.ask), await countBooks(other.ask)]).toEqual([3, 3]);
    expect(await listVisitors(ask)).toEqual([]);
    const made = await create(one.ask);
    expect([made.status, made.headers.get('Set-Cookie')]).toEqual([201, expect.any(String)]);
    expect(await countBooks(one.ask)).toBe(4);
    expect(await countBooks(other.ask)).toBe(3);
    expect((await other.ask('DELETE', `/books/${first}`)).status).toBe(204);
    expect([await countBooks(one.ask), await countBooks(other.ask)]).toEqual([4, 2]);
    expect((await one.ask('GET', `/books/${first}`)).status).toBe(200);
    expect(mock.records('books')).toHaveLength(3);
    expect(new Set(await listVisitors(ask)).size).toBe(2);
  });

  it('may change something by its first request, where its browser certainly keeps the cookie', async () => {
    const { ask } = await openDemo();
    const one = openBrowser(ask);
    expect((await create(one.ask)).status).toBe(201);
    expect(await countBooks(one.ask)).toBe(4);
  });

  it.each([['cross-site'], ['same-site'], [undefined]])(
    'is told how to change something where it may not keep it: %s',
    async (site) => {
      const logged: string[] = [];
      const onExchange = ({ reason }: Exchange): void => void logged.push(reason);
      const { mock, ask } = await openDemo({ corsOrigin: 'https://app.example', onExchange });
      const one = openBrowser(ask, site ?? '', site ? { Origin: 'https://app.example' } : {});
      const refused = await create(one.ask);
      expect([refused.status, refused.json]).toMatchObject([
        403,
        { type: 'urn:problem-type:visitor-reads-only' },
      ]);
      expect(JSON.stringify(refused.json)).toContain(
        site ? "credentials set to 'include'" : 'curl',
      );
      // What hides secrets takes none of the advice for one.
      const { detail } = refused.json as { readonly detail: string };
      expect(mock.requests()[0]?.problem?.detail).toBe(detail);
      expect(logged[0]).toContain(detail);
      expect(await listVisitors(ask)).toEqual([]);
      expect((await create(one.ask)).status).toBe(201);
      expect(await countBooks(one.ask)).toBe(4);
    },
  );

  it('without cookies reads what all share, and changes nothing', async () => {
    const { ask } = await openDemo();
    expect(await countBooks(ask)).toBe(3);
    expect((await create(ask)).status).toBe(403);
    expect((await ask('DELETE', `/books/${first}`)).status).toBe(403);
    expect(await countBooks(ask)).toBe(3);
    expect(await listVisitors(ask)).toEqual([]);
  });

  it('can not name a world, not even its own, nor enter another by what replies tell', async () => {
    const { ask } = await openDemo();
    const one = openBrowser(ask);
    const { headers } = await create(one.ask);
    const name = headers.get(field) ?? '';
    expect(name).toMatch(/^visitor-[\w-]{22}$/);
    for (const [path, more] of [
      [`/~${name}/books`, {}],
      ['/books', { [field]: name }],
      ['/~other/books', {}],
      ['/~default/books', {}],
      ['/books', { [field]: 'default' }],
    ] as const) {
      const refused = await ask('GET', path, { headers: more });
      expect([path, refused.status]).toEqual([path, 404]);
      expect(refused.json).toMatchObject({ type: 'urn:problem-type:unknown-world' });
    }
    // The cookie of a world counts for nothing.
    const cookie = { Cookie: `${field}=${name}` };
    const read = await ask('GET', '/books', { headers: cookie });
    expect((read.json as { data: unknown[] }).data).toHaveLength(3);
    const guessed = { Cookie: `stuntdouble_visitor=${name.slice('visitor-'.length)}` };
    const other = await ask('GET', '/books', { headers: guessed });
    expect((other.json as { data: unknown[] }).data).toHaveLength(3);
  });

  it('begins anew when its world was dropped, with the same cookie', async () => {
    const { mock, ask } = await openDemo();
    const one = openBrowser(ask);
    await create(one.ask);
    const [name = ''] = await listVisitors(ask);
    expect(mock.world(name).drop()).toBe(true);
    const before = one.cookie();
    expect(await countBooks(one.ask)).toBe(3);
    await create(one.ask);
    expect(await countBooks(one.ask)).toBe(4);
    expect(one.cookie()).toBe(before);
    expect(await listVisitors(ask)).toEqual([name]);
  });

  it('changes nothing by a request that reads, until it has a world', async () => {
    const { ask } = await openDemo({
      behaviors: {
        getBook({ records, usual }) {
          records.add('books', { title: 'Read' });
          return usual;
        },
      },
    });
    const one = openBrowser(ask);
    for (const { ask: any } of [one, { ask }]) {
      const refused = await any('GET', `/books/${first}`);
      expect([refused.status, refused.json]).toMatchObject([
        403,
        { detail: expect.stringMatching(/send that first/) },
      ]);
      expect(await countBooks(any)).toBe(3);
    }
    await create(one.ask);
    expect((await one.ask('GET', `/books/${first}`)).status).toBe(200);
    expect([await countBooks(one.ask), await countBooks(ask)]).toEqual([5, 3]);
  });

  it('that is refused is told of in the world that all share, never in the default one', async () => {
    const exchanges: Exchange[] = [];
    const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
    const { mock, ask } = await openDemo({ visitorRequests: 1, onExchange });
    await ask('DELETE', `/books/${first}`);
    await ask('GET', '/~other/books');
    await ask('GET', '/books', { headers: { Origin: 'https://app.example' } });
    await create(ask, 'Mine', { Origin: 'https://app.example' });
    await sendRequest(mock.url, 'GET /books', ['Expect: more']);
    for (let at = 0; at < 10; at += 1) await ask('GET', '/books');
    const { json } = await ask('GET', '/_mock/requests', { headers: control });
    const { requests: items } = json as {
      requests: { world: string; reply: { status: number } }[];
    };
    const refused = items.filter(({ reply }) => reply.status >= 400);
    expect(new Set(refused.map(({ reply }) => reply.status))).toEqual(
      new Set([403, 404, 417, 429]),
    );
    expect(new Set(items.map(({ world }) => world))).toEqual(new Set(['visitors']));
    const logged = exchanges.filter(({ lane }) => lane === 'contract');
    expect(new Set(logged.map(({ world }) => world))).toEqual(new Set(['visitors']));
  });

  it('that is refused is explained so', async () => {
    const { ask } = await openDemo();
    await ask('DELETE', `/books/${first}`);
    const { json } = await ask('GET', '/_mock/requests', { headers: control });
    const [{ id } = { id: 0 }] = (json as { requests: { id: number }[] }).requests;
    const told = await ask('GET', `/_mock/requests/${id}/explain`, { headers: control });
    const text = JSON.stringify(told.json);
    expect(text).toContain('visitors');
    expect(text).not.toContain('default');
    expect(text).not.toContain('could not be found');
  });
});
