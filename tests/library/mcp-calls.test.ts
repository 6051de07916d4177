import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { bookIds } from './bookshop.ts';
import { openAgent } from './open-agent.ts';

const [first = ''] = bookIds;
const credential = 'Everyone';

describe('call_operation', () => {
  it('sends a request, and says why it was refused', async () => {
    const { ask, mock } = await openAgent();
    const found = await ask('call_operation', {
      operation: 'getBook',
      path: { id: first },
      query: { more: 1 },
      headers: { 'X-Trace': 'abc' },
      credential,
    });
    expect(found).toMatchObject({ status: 200, body: { id: first } });
    expect(mock.requests()).toMatchObject([
      { request: { query: 'more=1', headers: { 'x-trace': 'abc' } }, credentials: [credential] },
    ]);
    const world = 'b';
    const refused = await ask('call_operation', {
      world,
      operation: 'createBook',
      body: {},
      credential,
    });
    expect(refused).toMatchObject({
      status: 400,
      why: expect.arrayContaining(['At fault is body /title: is required, but missing.']),
    });
    expect(mock.world(world).requests().length).toBe(1);
    const shut = await ask('call_operation', { operation: 'listBooks' });
    expect(shut).toMatchObject({ status: 401 });
    await expect(
      ask('call_operation', { operation: 'getBook', path: { id: '..' }, credential }),
    ).rejects.toThrow('no URL can have ".." as the path parameter "id"');
    await expect(ask('delete_record', { collection: 'books', key: '.' })).rejects.toThrow(
      'no URL can have',
    );
    await expect(ask('call_operation', { operation: 'getBook' })).rejects.toThrow(
      'getBook needs the path parameter "id": /books/{id}',
    );
    await expect(
      ask('call_operation', { operation: 'listBooks', credential: 'no-one' }),
    ).rejects.toThrow(/no credential "no-one"/);
  });

  it('says why of its own request, while the app sends others', async () => {
    const given = { operation: 'createBook', body: {}, credential };
    const { ask, mock } = await openAgent({}, undefined, async (input, init) => {
      const reply = await fetch(input, init);
      const { pathname, origin } = new URL(new Request(input).url);
      if (pathname === '/books') {
        const headers = new Headers(init?.headers);
        headers.delete('X-Stuntdouble-Call');
        await fetch(`${origin}/books`, { method: 'POST', headers, body: '{"title":7}' });
      }
      return reply;
    });

    expect(await ask('call_operation', given)).toMatchObject({
      status: 400,
      why: expect.arrayContaining(['At fault is body /title: is required, but missing.']),
    });
    expect(mock.requests()).toMatchObject([{ reply: { status: 400 } }, { reply: { status: 400 } }]);
  });

  it.each([
    [{ reset: true }, { failure: /^getBook: the connection broke before a reply came \(/ }],
    [
      { truncate: 3 },
      { status: 200, failure: /^getBook: the connection broke before the reply was complete \(/ },
    ],
  ])('tells why no whole reply came, with the fault %j', async (fault, { failure, ...others }) => {
    const { ask } = await openAgent();
    const { id } = Object(await ask('set_override', { operation: 'getBook', fault }));
    const call = { operation: 'getBook', path: { id: first }, credential };

    const { why, ...told } = Object(await ask('call_operation', call));

    expect(told).toMatchObject({ ...others, failure: expect.stringMatching(failure) });
    expect(why).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
  });

  it('tells that the time was over, and why', async () => {
    const { ask, mock } = await openAgent();
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    await ask('set_override', { operation: 'getBook', fault: { hang: true } });

    const answer = ask('call_operation', { operation: 'getBook', path: { id: first }, credential });
    await vi.waitFor(() => expect(mock.requests()).toHaveLength(1));
    limit.abort(new DOMException('too late', 'TimeoutError'));

    expect(await answer).toMatchObject({
      failure: 'getBook: 50 seconds passed before a reply came',
      why: expect.arrayContaining([expect.stringMatching(/override/)]),
    });
    expect(timeout).toHaveBeenCalledWith(50_000);
  });

  it('refuses where the server is gone, or the request can not be sent', async () => {
    let isGone = false;
    const { ask } = await openAgent({}, undefined, async (input, init) => {
      isGone ||= new URL(new Request(input).url).pathname === '/books';
      if (isGone) throw new TypeError('fetch failed');
      return fetch(input, init);
    });

    const wrong = { operation: 'getBook', path: { id: first }, body: {} };
    await expect(ask('call_operation', wrong)).rejects.toThrow(/GET.*body/);
    await expect(ask('call_operation', { operation: 'listBooks' })).rejects.toThrow(
      'no server answers at',
    );
  });

  it('tells the answer alone where the server keeps no requests', async () => {
    const { ask } = await openAgent({ journal: 0 });

    const given = { operation: 'getBook', path: { id: 'none' }, credential };
    const refused = await ask('call_operation', given);
    expect(refused).toMatchObject({ status: 404, body: { status: 404 } });
    expect(refused).not.toHaveProperty('why');
  });
});
