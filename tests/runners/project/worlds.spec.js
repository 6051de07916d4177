import { expect, test } from 'stuntdouble/playwright';

for (const item of ['cup', 'pen', 'hat', 'box']) {
  test(`shows the ${item} alone: the page, its calls, and the test's own requests`, async ({
    page,
    request,
    mock,
  }) => {
    await mock.replace('orders', [
      { id: 1, item, quantity: 1, status: 'open', created_at: '2030-01-01T09:00:00Z' },
    ]);
    await page.goto('/');
    await expect(page.locator('li')).toHaveText([item]);
    await page.goto('/inside');
    await expect(page.locator('li')).toHaveText([item]);
    expect(await (await request.get('/api/orders')).json()).toMatchObject([{ item }]);
    expect(await (await page.request.get('/api/orders')).json()).toMatchObject([{ item }]);
    await page.evaluate(() => fetch('/api/orders/1', { method: 'DELETE' }));
    await page.reload();
    await expect(page.locator('li')).toHaveCount(0);
    expect(await mock.records('orders')).toEqual([]);
    await mock.verify({ operation: 'deleteOrder', times: 1 });
  });
}

test('lets two users play in one world', async ({ page, browser, useWorld }) => {
  const other = await browser.newContext();
  await useWorld(other);
  const second = await other.newPage();
  await page.goto('/');
  const before = await page.locator('li').count();
  await page.evaluate(() => fetch('/api/orders/1', { method: 'DELETE' }));
  await second.goto('/');
  await expect(second.locator('li')).toHaveCount(before - 1);
  await other.close();
});
