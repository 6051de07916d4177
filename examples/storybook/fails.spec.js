import { expect, test } from './story.js';

test('orders no cup at all', async ({ page, openStory }) => {
  await openStory('orders--empty');
  await page.getByLabel('Item').fill('cup');
  await page.getByLabel('Quantity').fill('0');
  await page.getByRole('button').click();
  await expect(page.getByRole('listitem')).toHaveText('0 × cup');
});
