import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
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

  it.each<[string, unknown, Record<string, string> | undefined, string]>([
    ['patched', { title: 'Other' }, undefined, 'application/merge-patch+json'],
    ['patched', '{"title":"Other"}', undefined, 'application/merge-patch+json'],
    ['mixed', { title: 'Other' }, undefined, 'application/vnd.book+json'],
    ['mixed', '{"title":"Other"}', undefined, 'application/vnd.book+json'],
    ['mixed', 'Other', undefined, 'text/plain;charset=UTF-8'],
    ['mixed', { title: 'Other' }, { 'content-type': 'text/csv' }, 'text/csv'],
    ['plain', 'Other', undefined, 'text/csv'],
    ['getBook', undefined, undefined, ''],
  ])('sends to %s %j with the headers %j as %j', async (operation, body, headers, type) => {
    const content = (types: readonly string[]): object => ({
      responses: { 204: { description: 'Done.' } },
      requestBody: { content: Object.fromEntries(types.map((one) => [one, {}])) },
    });
    const paths = {
      '/patched': {
        post: { operationId: 'patched', ...content(['application/merge-patch+json']) },
      },
      '/mixed': {
        post: {
          operationId: 'mixed',
          ...content(['text/csv', 'application/vnd.book+json', 'text/plain']),
        },
      },
      '/plain': { post: { operationId: 'plain', ...content(['text/csv']) } },
    };
    const sent: string[] = [];
    const { ask } = await openAgent(
      { overlay: await writeOverlay(paths) },
      undefined,
      async (input, init) => {
        const request = new Request(input, init);
        const isCall = request.headers.has('X-Stuntdouble-Call');
        if (isCall) sent.push(request.headers.get('Content-Type') ?? '');
        return fetch(request);
      },
    );

    const path = operation === 'getBook' ? { id: first } : {};
    const answer = await ask('call_operation', { operation, path, body, headers, credential });

    expect(sent).toEqual([type]);
    expect(answer).not.toMatchObject({ status: 415 });
  });

  it('refuses an unknown path parameter, and tells of an unknown query parameter', async () => {
    const { ask } = await openAgent();
    const call = { operation: 'getBook', path: { id: first }, credential };

    await expect(ask('call_operation', { ...call, path: { id: first, idd: 1 } })).rejects.toThrow(
      'getBook has no path parameter "idd": did you mean "id"? (/books/{id})',
    );
    expect(await ask('call_operation', { ...call, query: { more: 1 } })).toMatchObject({
      status: 200,
      notes: ['"more" is not a parameter of getBook, which declares none'],
    });
    expect(await ask('call_operation', call)).not.toHaveProperty('notes');
  });

  it('takes what the server takes as declared: keys in the query, and queries of paths', async () => {
    const paths = {
      '/found?kind=new': {
        get: {
          operationId: 'listFound',
          security: [{ entrance: [] }],
          responses: { 204: { description: 'None.' } },
        },
      },
    };
    const securitySchemes = { entrance: { type: 'apiKey', in: 'query', name: 'entrance' } };
    const overlay = await writeOverlay(paths, securitySchemes);
    const { ask, mock } = await openAgent({ overlay, auth: 'presence' });
    const call = { operation: 'listFound', query: { entrance: 'abc', kind: 'new' } };

    expect(await ask('call_operation', call)).toEqual({ status: 204, headers: expect.anything() });
    const query = { ...call.query, entrances: 1 };
    expect(await ask('call_operation', { ...call, query })).toMatchObject({
      status: 204,
      notes: ['"entrances" is not a parameter of listFound; did you mean "entrance"?'],
    });
    expect(mock.requests()).toMatchObject([
      { operation: 'listFound', request: { query: 'kind=new&entrance=…&kind=new' } },
      { operation: 'listFound' },
    ]);
  });

  it('tells of a refusal why, and which query parameter is unknown', async () => {
    const { ask } = await openAgent({ unknownQuery: 'reject' });
    const call = { operation: 'getBook', path: { id: first }, query: { more: 1 }, credential };

    expect(await ask('call_operation', call)).toMatchObject({
      status: 400,
      why: expect.any(Array),
      notes: ['"more" is not a parameter of getBook, which declares none'],
    });
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

async function writeOverlay(paths: object, securitySchemes: object = {}): Promise<string> {
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'More paths', version: '1' },
    actions: [
      { target: '$.paths', update: paths },
      { target: '$.components.securitySchemes', update: securitySchemes },
    ],
  };
  const folder = await writeFolder({ 'more.json': JSON.stringify(overlay) });
  return join(folder, 'more.json');
}
