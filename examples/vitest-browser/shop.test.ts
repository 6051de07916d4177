import { expect, test } from 'stuntdouble/vitest';

import { showOrders } from './shop.ts';

test('shows the orders', async ({ mock }) => {
  await mock.replace('orders', [{ id: 1, item: 'kettle', quantity: 2, status: 'open' }]);

  await showOrders(mock.url, document.body);

  expect(document.querySelector('li')?.textContent).toBe('2 × kettle');
});

test('says so when the shop is closed', async ({ mock }) => {
  await mock.use({ operation: 'listOrders', reply: { status: 503, breach: true } });

  await expect(showOrders(mock.url, document.body)).rejects.toThrow('the shop answered 503');
});
