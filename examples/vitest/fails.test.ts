import { expect, test } from 'stuntdouble/vitest';

import { createShop } from './shop.ts';

test('buys half a kettle', async ({ mock }) => {
  const shop = createShop(mock.url);
  await shop.buy('lid');

  expect(await shop.buy('kettle', 0.5)).toMatchObject({ quantity: 0.5 });
});
