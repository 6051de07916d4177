import { describe, expect, it } from 'vitest';

import type { MockExpectation } from '../../src/index.ts';
import { UnmetExpectation } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

const [first = '', second = ''] = bookIds;
const openWithCalls = async (): ReturnType<typeof openBookshop> => {
  const opened = await openBookshop();
  const { ask } = opened;
  await ask('POST', '/books', { body: { title: 'One' } });
  await ask('POST', '/books', { body: { title: 'Two' }, headers: { 'X-Trace': 't' } });
  await ask('POST', '/~a/books', { body: { title: 'Two' } });
  await ask('GET', `/books/${first}?full=yes`);
  await ask('GET', '/book');
  return opened;
};

const tagged = {
  get: {
    operationId: 'listTagged',
    parameters: [
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    ],
    responses: { 204: { description: 'None.' } },
  },
};

const titled = (title: string): NonNullable<MockExpectation['match']> => ({
  body: [{ pointer: '/title', equals: title }],
});

describe('POST /_mock/verify', () => {
  it('sees bodies of 64 KiB, whatever is in them, and says where it can not tell', async () => {
    const { ask } = await openBookshop();
    const verify = async (): Promise<unknown> => {
      const body = { operation: 'createBook', match: titled('Long'), never: true };
      return (await ask('POST', '/_mock/verify', { body })).json;
    };
    const create = async (items: number): Promise<void> => {
      const more = Array.from({ length: items }, () => ({}));
      await ask('POST', '/books', { body: { title: 'Long', more } });
    };
    await create(20_000);
    expect(await verify()).toMatchObject({ is_met: false, count: 1, is_complete: true });
    await ask('DELETE', '/_mock/requests');
    await create(30_000);
    expect(await verify()).toMatchObject({
      is_met: true,
      is_complete: false,
      message: expect.stringMatching(/too large to keep/),
    });
  });

  it('tells how often an operation was called as described', async () => {
    const { ask } = await openWithCalls();
    const cases: readonly (readonly [object, boolean, number, string])[] = [
      [{}, true, 3, 'createBook was called 3 times; as expected.'],
      [{ times: 3 }, true, 3, 'as expected'],
      [{ times: 2 }, false, 3, 'createBook was called 3 times; expected: exactly twice.'],
      [{ never: true }, false, 3, 'expected: never'],
      [{ times: { at_most: 2 } }, false, 3, 'expected: at most twice'],
      [{ times: { at_least: 4 } }, false, 3, 'expected: at least 4 times'],
      [{ times: { at_least: 1, at_most: 2 } }, false, 3, 'expected: 1 to 2 times'],
      [{ world: 'a' }, true, 1, 'called once'],
      [{ world: 'default', times: 2 }, true, 2, 'called twice'],
      [{ world: 'b', never: true }, true, 0, 'was never called'],
      [{ since: 2 }, true, 1, 'called once'],
      [{ since: '2999-01-01T00:00:00Z' }, false, 0, 'expected: at least once'],
      [{ match: titled('Two') }, true, 2, 'called twice as described (3 calls in all)'],
      [{ match: { headers: { 'X-Trace': 't' } }, times: 1 }, true, 1, ''],
      [{ match: titled('Three') }, false, 0, 'was never called as described (3 calls in all)'],
      [{ operation: 'getBook', match: { path: { id: first } } }, true, 1, ''],
      [{ operation: 'getBook', match: { path: { id: second } } }, false, 0, ''],
      [{ operation: 'getBook', match: { query: { full: { matches: '^y' } } } }, true, 1, ''],
    ];
    for (const [wish, isMet, count, words] of cases) {
      const body = { operation: 'createBook', ...wish };
      const { status, json } = await ask('POST', '/_mock/verify', { body });
      const line = JSON.stringify(body);
      expect([line, status]).toEqual([line, 200]);
      expect(json, line).toMatchObject({ is_met: isMet, count, is_complete: true });
      expect(json, line).toMatchObject({ message: expect.stringContaining(words) });
    }
    const inWorld = await ask('POST', '/~a/_mock/verify', { body: { operation: 'createBook' } });
    expect(inWorld.json).toMatchObject({ count: 1, wanted: { at_least: 1, at_most: null } });
  });

  it('reads a list in the query as the operation does', async () => {
    const { ask } = await openBookshop({}, { '/tagged': tagged });
    await ask('GET', '/tagged?tag=b');
    await ask('GET', '/tagged?tag%5B%5D=a&tag%5B%5D=b');
    const body = { operation: 'listTagged', match: { query: { tag: 'b' } }, times: 2 };
    expect((await ask('POST', '/_mock/verify', { body })).json).toMatchObject({ is_met: true });
  });

  it('shows the calls that come nearest, and in what they differ', async () => {
    const { ask } = await openWithCalls();
    const nearest = async (wish: object): Promise<unknown> => {
      const { json } = await ask('POST', '/_mock/verify', { body: wish });
      return Object(json).nearest;
    };
    const match = { ...titled('Two'), headers: { 'x-trace': 'u' } };
    expect(await nearest({ operation: 'createBook', match, world: 'default' })).toEqual([
      {
        id: 2,
        method: 'POST',
        path: '/books',
        status: 201,
        operation: 'createBook',
        differences: ['header x-trace is "t", must be "u"'],
      },
      expect.objectContaining({
        id: 1,
        differences: [
          'header x-trace is missing, must be "u"',
          'body /title is "One", must be "Two"',
        ],
      }),
    ]);
    const tooMany = await nearest({ operation: 'createBook', never: true });
    expect(tooMany).toMatchObject([{ id: 3, differences: [] }, { id: 2 }, { id: 1 }]);
    expect(await nearest({ operation: 'listBooks' })).toMatchObject([
      {
        id: 5,
        operation: null,
        differences: ['it matches no operation', 'for listBooks, segment 1 is "books", not "book"'],
      },
      { id: 3, operation: 'createBook' },
      {
        id: 2,
        differences: ['it is a call of createBook', 'for listBooks, the method is GET, not POST'],
      },
    ]);
    expect(await nearest({ operation: 'createBook' })).toEqual([]);
  });

  it.each([
    [{}, '/operation'],
    [{ operation: 'makeBook' }, '/operation'],
    [{ operation: 'getBook', times: 1, never: true }, '/never'],
    [{ operation: 'getBook', times: { at_least: 2, at_most: 1 } }, '/times/at_most'],
    [{ operation: 'getBook', times: { least: 2 } }, '/times/least'],
    [{ operation: 'getBook', times: -1 }, '/times'],
    [{ operation: 'getBook', times: '1' }, '/times'],
    [{ operation: 'getBook', since: 'soon' }, '/since'],
    [{ operation: 'getBook', world: '-' }, '/world'],
    [{ operation: 'getBook', match: { body: { title: 1 } } }, '/match/body'],
    [{ operation: 'getBook', match: { query: { a: { matches: '(' } } } }, '/match/query/a/matches'],
    [{ operation: 'getBook', match: { path: { nope: '1' } }, never: true }, '/match/path/nope'],
    [{ operation: 'getBook', often: 1 }, '/often'],
  ])('refuses %j for %s', async (body, pointer) => {
    const { ask } = await openBookshop();
    const { status, json } = await ask('POST', '/_mock/verify', { body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: [{ in: 'body', pointer }] });
  });
});

describe('mock.verify', () => {
  it('returns what was found, or throws with the calls that come nearest', async () => {
    const { mock } = await openWithCalls();
    const since = new Date(Date.now() - 60_000);
    expect(mock.verify({ operation: 'createBook', since, times: 3 })).toMatchObject({ count: 3 });
    expect(mock.verify({ operation: 'deleteBook', never: true })).toMatchObject({ isMet: true });
    const times = { atLeast: 1, atMost: 2 };
    expect(() => mock.verify({ operation: 'createBook', times })).toThrow('1 to 2 times');
    const unmet = (): unknown => mock.verify({ operation: 'createBook', match: titled('Three') });
    expect(unmet).toThrow(UnmetExpectation);
    expect(unmet).toThrow(
      [
        'createBook was never called as described (3 calls in all); expected: at least once.',
        'The nearest calls:',
        '  #3 POST /~a/books 201: body /title is "Two", must be "Three"',
      ].join('\n'),
    );
    expect(() => mock.verify({ operation: 'makeBook' })).toThrow('did you mean "createBook"?');
    const misspelt = { operation: 'getBook', never: true, matches: {} };
    expect(() => mock.verify(misspelt)).toThrow('/matches: is not known here');
    const hollow = {
      operation: 'getBook',
      never: true,
      match: { query: JSON.parse('{"q":null}') },
    };
    expect(() => mock.verify(hollow)).toThrow('/match/query/q: must be a text');
  });

  it('says so where it can not be told any more', async () => {
    const { mock, ask } = await openBookshop({ journal: 2 });
    for (let round = 0; round < 3; round += 1) await ask('GET', '/books');
    expect(mock.verify({ operation: 'listBooks' })).toMatchObject({ isComplete: false });
    expect(() => mock.verify({ operation: 'createBook', never: true })).toThrow('had to drop');
    expect(mock.verify({ operation: 'createBook', never: true, since: 1 })).toMatchObject({
      isComplete: true,
    });
    mock.clearRequests();
    expect(mock.verify({ operation: 'listBooks', never: true })).toMatchObject({ isMet: true });
  });

  it('is sure of a world again once that was cleared', async () => {
    const { mock, ask } = await openBookshop({ journal: 2 });
    const world = mock.world('a');
    await ask('GET', '/books', { headers: world.headers });
    for (let round = 0; round < 3; round += 1) await ask('GET', '/books');
    expect(() => world.verify({ operation: 'listBooks', never: true })).toThrow('had to drop');
    world.clearRequests();
    world.verify({ operation: 'listBooks', never: true });
  });

  it('asks in a world for what came in there, and for nothing of one that was there before', async () => {
    const { mock, ask } = await openBookshop();
    const world = mock.world('a');
    await ask('GET', '/books', { headers: world.headers });
    await ask('GET', '/books');
    expect(world.requests().map(({ id }) => id)).toEqual([1]);
    expect(
      mock
        .world('default')
        .requests()
        .map(({ id }) => id),
    ).toEqual([2]);
    expect(world.requests({ status: '4XX' })).toEqual([]);
    expect(() => world.verify({ operation: 'listBooks', times: 2 })).toThrow('called once');
    world.drop();
    const anew = mock.world('a');
    expect(anew.requests()).toEqual([]);
    anew.verify({ operation: 'listBooks', never: true });
    await ask('GET', '/books', { headers: anew.headers });
    expect(anew.requests().map(({ id }) => id)).toEqual([3]);
    anew.clearRequests();
    expect(mock.requests().map(({ id }) => id)).toEqual([2]);
    expect(() => mock.requests({ operation: 'listBoks' })).toThrow('did you mean "listBooks"?');
    expect(() => mock.requests({ status: '40X' })).toThrow('"40X" is no status');
  });
});
