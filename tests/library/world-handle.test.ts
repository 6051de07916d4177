import { describe, expect, it } from 'vitest';

import { bookIds } from './bookshop.ts';
import type { Ask } from './open-bookshop.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';

const field = 'X-Stuntdouble-World';
const [first = ''] = bookIds;

function remove(ask: Ask, world: string, id = first): Promise<unknown> {
  return ask('DELETE', `/~${world}/books/${id}`);
}

describe('a handle on a world', () => {
  it('does what can be done with one', async () => {
    const { mock, ask } = await openBookshop();
    const world = mock.world('a');
    expect(world.headers).toEqual({ [field]: 'a' });
    expect([world.url, world.diff()]).toEqual([`${mock.url}/~a`, []]);
    world.save('before');
    await remove(ask, 'a');
    expect(world.diff()).toEqual([{ op: 'remove', path: '/books/0' }]);
    expect(world.fixtures()).toEqual({ books: world.records('books') });
    await world.restore('before');
    expect(world.records('books')).toHaveLength(3);
    expect(mock.snapshots.list()).toEqual([
      { name: 'before', world: 'a', savedAt: expect.any(Date) },
    ]);
    await remove(ask, 'a');
    await world.reset();
    expect(world.records('books')).toHaveLength(3);
    expect([mock.snapshots.drop('before'), mock.snapshots.drop('before')]).toEqual([true, false]);
    await expect(async () => world.restore('before')).rejects.toThrow(/There is no snapshot/);
  });

  it('finds the same world again, and makes it anew when it is told how', async () => {
    const { mock, ask } = await openBookshop();
    await remove(ask, 'a');
    expect(mock.world('a').records('books')).toHaveLength(2);
    mock.world('a').save('two');
    expect(mock.world('a', {}).records('books')).toHaveLength(3);
    expect(mock.world('b', { from: 'two' }).records('books')).toHaveLength(2);
  });

  it('without a name is on a new one', async () => {
    const { mock } = await openBookshop();
    mock.world('world-2');
    expect([mock.world().name, mock.world().name, mock.world().name]).toEqual([
      'world-1',
      'world-3',
      'world-4',
    ]);
  });

  it('of the world that is kept does the same, but does not drop it', async () => {
    const { mock, ask } = await openBookshop();
    {
      await using kept = mock.world('default');
      await ask('DELETE', `/books/${first}`);
      expect(kept.diff()).toHaveLength(1);
      await kept.reset();
      expect(() => kept.drop()).toThrow(/the world that is kept/);
    }
    expect(mock.records('books')).toHaveLength(3);
  });

  it('drops its world at the end of an await using, and says later that it is gone', async () => {
    const { mock, ask } = await openBookshop();
    const after = await (async () => {
      await using world = mock.world('a');
      await remove(ask, 'a');
      return world;
    })();
    expect((await ask('GET', '/_mock/worlds/a')).status).toBe(404);
    expect(() => after.records('books')).toThrow(/"a" is gone: .*mock\.world\('a'\)/);
    expect(after.drop()).toBe(false);
  });

  it('has no url while nobody listens', async () => {
    const mock = await openUnheard();
    const world = mock.world('a');
    expect(() => world.url).toThrow(/call listen/);
  });

  it.each<[string, object]>([
    ['/now', { now: 'yesterday' }],
    ['/now', { now: Number.NaN }],
    ['snapshot "none"', { from: 'none' }],
  ])('is refused where its wish can not be: %s', async (where, wish) => {
    const { mock } = await openBookshop();
    expect(() => mock.world('a', wish)).toThrow(where);
    expect(() => mock.world('a').mint({ name: 'x', scheme: 'y', scopes: [] })).toThrow(/\/scheme/);
  });
});
