/** A test file for Playwright that the types of a contract hold. */
export const typedTest = `import { defineConfig, expect, test } from 'stuntdouble/playwright';
import type { RemoteWorld } from 'stuntdouble/client';

export const config = defineConfig({
  use: { baseURL: 'http://a.test', stuntdouble: { contract: 'shop.yaml' }, mockWorld: { seed: 'a' } },
});
// @ts-expect-error Either a contract or a server.
defineConfig({ use: { stuntdouble: { contract: 'shop.yaml', url: 'http://127.0.0.1:4010' } } });
// @ts-expect-error There is no such option.
defineConfig({ use: { stuntdouble: { url: 'http://127.0.0.1:4010', tokens: '' } } });

const own = test.extend<{ first: number }>({
  first: async ({ mock }, use) => {
    await mock.merge('orders', [
      { id: 1, item: 'cup', quantity: 2, status: 'open', created_at: '2030-01-01T09:00:00Z' },
    ]);
    await use((await mock.records('orders'))[0]?.id ?? 0);
  },
});
own.use({ mockWorld: { seed: 'a' } });

own('names are known', async ({ mock, first }) => {
  const world: RemoteWorld = mock;
  expect(world.name).toContain('names-are-known');
  await mock.use({ operation: 'listOrders', reply: { status: 200, body: [] } });
  // @ts-expect-error There is no such operation.
  await expect(mock.use({ operation: 'listOthers', fault: { hang: true } })).rejects.toThrow();
  const status: string | undefined = (await mock.records('orders'))[0]?.status;
  expect([status, first]).toEqual(['open', 1]);
});
`;
