import { expect, test } from 'stuntdouble/playwright';

test('leads the calls below the path of the mock to the world, and none else', async ({
  page,
  mock,
}) => {
  await page.goto('/plain');
  const show = async (path) =>
    page.evaluate(async (to) => {
      const reply = await fetch(to);
      return [reply.status, new URL(reply.url).pathname];
    }, path);
  expect(await show('/script.js')).toEqual([200, '/script.js']);
  expect(await show('/mocks')).toEqual([200, '/mocks']);
  await page.evaluate(() => fetch('/mock/orders/1', { method: 'DELETE' }));
  await page.evaluate((url) => fetch(`${url}/orders/2`, { method: 'DELETE' }), mock.url);
  await mock.verify({ operation: 'deleteOrder', times: 2 });
  expect((await mock.requests()).length).toBe(2);
});
