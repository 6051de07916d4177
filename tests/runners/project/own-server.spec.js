import { expect, test } from 'stuntdouble/playwright';

// Tests run with more than one address of the API; each must lead to the world of the test.
const { api } = JSON.parse(process.env.RUN_CONFIG).metadata;

test.use({ mockWorld: { seed: 'monday', now: '2030-01-01T09:00:00Z', frozen: true } });

for (const item of ['cup', 'pen']) {
  test(`makes the ${item} by a call of the page`, async ({ page, mock }) => {
    await page.goto('/plain');
    const made = await page.evaluate(
      async ([url, name]) => {
        const reply = await fetch(`${url}/orders`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ item: name }),
        });
        return reply.json();
      },
      [api ?? mock.url, item],
    );
    expect(made).toMatchObject({ item, created_at: '2030-01-01T09:00:00.000Z' });
    expect(await mock.records('orders')).toContainEqual(expect.objectContaining({ item }));
    const { count } = await mock.changes();
    expect(count).toBe(1);
  });
}

test('shows the page a call that breaks off', async ({ page, mock }) => {
  await mock.use({ operation: 'listOrders', fault: { reset: true }, times: 1 });
  await page.goto('/plain');
  const list = (url) => fetch(`${url}/orders`).then((reply) => reply.status, String);
  expect(await page.evaluate(list, api ?? mock.url)).toContain('TypeError');
  expect(await page.evaluate(list, api ?? mock.url)).toBe(200);
});

test('ends while a call of its page hangs', async ({ page, mock }) => {
  const hang = await mock.use({ operation: 'listOrders', fault: { hang: true } });
  await page.goto('/plain');
  await page.evaluate((url) => void fetch(`${url}/orders`).catch(() => undefined), api ?? mock.url);
  await expect.poll(() => hang.hits()).toBe(1);
});
