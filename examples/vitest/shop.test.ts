import { describe, expect, test } from 'stuntdouble/vitest';

import { createShop } from './shop.ts';

test('buys a kettle', async ({ mock }) => {
  const { id } = await createShop(mock.url).buy('kettle');

  expect(await mock.records('orders')).toContainEqual(
    expect.objectContaining({ id, item: 'kettle', status: 'open' }),
  );
  await mock.verify({ operation: 'createOrder', times: 1 });
});

test('says so when the shop is closed', async ({ mock }) => {
  await mock.use({ operation: 'createOrder', reply: { status: 503, breach: true } });

  await expect(createShop(mock.url).buy('kettle')).rejects.toThrow('the shop answered 503');
});

describe('on the last day of a year', () => {
  test.override({ mockWorld: { now: '2030-12-31T23:00:00Z', frozen: true } });

  test('has the time of its world', async ({ mock }) => {
    expect((await mock.now()).getUTCFullYear()).toBe(2030);
  });
});
