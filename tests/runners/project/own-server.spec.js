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
