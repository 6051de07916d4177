import { expect, test } from 'stuntdouble/playwright';

test('says that there are no orders', async ({ page, mock }) => {
  await mock.replace('orders', []);
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('No orders yet');
});

test('orders two cups', async ({ page, mock }) => {
  await mock.replace('orders', []);
  await page.goto('/');
  await page.getByLabel('Item').fill('cup');
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('button').click();
  await expect(page.getByRole('listitem')).toHaveText('2 × cup');
  await mock.verify({
    operation: 'createOrder',
    match: { body: [{ pointer: '/quantity', equals: 2 }] },
  });
});

test('says when the shop is out of order', async ({ page, mock }) => {
  await page.goto('/');
  await mock.use({ operation: 'createOrder', reply: { status: 503, breach: true } });
  await page.getByLabel('Item').fill('cup');
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('That did not work');
});
