import { expect, test } from 'stuntdouble/playwright';

const thirds = JSON.parse(process.env.RUN_CONFIG).metadata.thirds;

for (const third of thirds) {
  test(`sends nothing of the world to ${third}`, async ({ page, request, mock }) => {
    await page.goto('/');
    const text = await page.evaluate(async (url) => (await fetch(url)).text(), `${third}/fetched`);
    expect(text).toContain('third');
    await page.evaluate(async (url) => (await fetch(url)).text(), `/leave`);
    await page.evaluate((url) => navigator.sendBeacon(url, 'text'), `${third}/beacon`);
    await page.goto('/embeds');
    await expect(page.frameLocator('iframe').getByText('third')).toBeVisible();
    await page.goto('/leave');
    await expect(page).toHaveURL(/redirected/);
    await request.get(`${third}/request`);
    await request.get('/leave');
    await page.request.get(`${third}/page-request`);
    // Redirects of the mock, too.
    await mock.use({
      operation: 'listCustomers',
      reply: { status: 302, headers: { Location: `${third}/from-mock` }, breach: true },
    });
    await page.goto('/');
    await page.evaluate(async (url) => (await fetch(url)).text(), `${mock.url}/customers`);
    await page.evaluate(
      async (url) => (await fetch(`${url}/customers`)).text(),
      new URL(mock.url).origin,
    );
    await request.get(`${new URL(mock.url).origin}/customers`);
  });
}
