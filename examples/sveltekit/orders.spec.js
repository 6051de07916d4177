import { expect, test } from 'stuntdouble/playwright';

for (const item of ['cup', 'pen']) {
  test(`shows the ${item} of its world in the first document`, async ({ page, request, mock }) => {
    await mock.replace('orders', [{ id: 1, item, quantity: 3, status: 'open' }]);
    expect(await (await request.get('/')).text()).toContain(`3 × ${item}`);
    await page.goto('/');
    await expect(page.getByRole('listitem')).toHaveText([`3 × ${item}`]);
    await page.getByLabel('Item').fill(`other ${item}`);
    await page.getByRole('button').click();
    await expect(page.getByRole('listitem')).toHaveText([`3 × ${item}`, `1 × other ${item}`]);
    await mock.verify({ operation: 'createOrder', times: 1 });
  });
}

test('shows two worlds at once', async ({ browser, page, mock, mockServer, useWorld }) => {
  await mock.replace('orders', []);
  const world = await mockServer.world();
  await world.replace('orders', [{ id: 1, item: 'hat', quantity: 1, status: 'open' }]);
  const context = await browser.newContext();
  await useWorld(context, world);
  const other = await context.newPage();
  await Promise.all([page.goto('/'), other.goto('/')]);
  await expect(other.getByRole('listitem')).toHaveText(['1 × hat']);
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await world.drop();
});
