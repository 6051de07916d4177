import { expect, test } from 'stuntdouble/playwright';

test('orders no cup at all', async ({ page, mock }) => {
  await mock.replace('orders', []);
  await page.goto('/');
  await page.getByLabel('Item').fill('cup');
  await page.getByLabel('Quantity').fill('0');
  await page.getByRole('button').click();
  await expect(page.getByRole('listitem')).toHaveText('0 × cup');
});
