import { expect, test } from 'stuntdouble/playwright';

test('passes', async ({ request }) => {
  expect((await request.get('/api/orders')).ok()).toBe(true);
});

test('is refused an order', async ({ mock }) => {
  await mock.fetch('/orders/1', { method: 'DELETE' });
  const reply = await mock.fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"quantity": 0}',
  });
  expect(reply.status).toBe(201);
});

test('fails as expected', async ({ mock }) => {
  test.fail();
  expect((await mock.fetch('/orders')).status).toBe(201);
});

test('passes although it should fail', async ({ mock }) => {
  test.fail();
  await mock.fetch('/orders');
});

test('fails without a request', async ({ mock }) => {
  expect(mock.name).toBe('another');
});

test('is refused an override', async ({ mock }) => {
  await mock.use({ operation: 'closeOrders', reply: { status: 200 } });
});
