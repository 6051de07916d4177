import { expect, test } from 'stuntdouble/playwright';

const worlds = [];

test.describe('a retry', () => {
  test('has a new world', async ({ mock }, { retry }) => {
    expect((await mock.changes()).count).toBe(0);
    await mock.fetch('/orders/1', { method: 'DELETE' });
    expect(retry).toBe(1);
  });
});

test.describe.serial('tests in turn', () => {
  test.beforeAll(async ({ mockServer }) => {
    const world = await mockServer.world();
    await world.remove('orders', '1');
    await world.save('one-less');
    await world.drop();
  });

  test.use({ mockWorld: { from: 'one-less' } });

  for (const turn of ['first', 'second']) {
    test(`the ${turn} has a world of its own that begins with the snapshot`, async ({ mock }) => {
      expect(worlds).not.toContain(mock.name);
      worlds.push(mock.name);
      expect(await mock.records('orders')).not.toContainEqual(expect.objectContaining({ id: 1 }));
      expect((await mock.changes()).count).toBe(0);
    });
  }
});

test.describe('a hook for all', () => {
  let early = '';
  test.beforeAll(({ mock }) => {
    early = mock.name;
  });

  test('has a world that its tests do not have', ({ mock }) => {
    expect(early).not.toBe('');
    expect(mock.name).not.toBe(early);
  });
});
