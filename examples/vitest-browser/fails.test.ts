import { expect, test } from 'stuntdouble/vitest';

import { showOrders } from './shop.ts';

test('shows an order for half a kettle', async ({ mock }) => {
  await mock.replace('orders', []);
  await mock.fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: 'kettle', quantity: 0.5 }),
  });

  await showOrders(mock.url, document.body);

  expect(document.body.textContent).toContain('0.5 × kettle');
});
