import { expect, test } from './story.js';

test('each story shows its own world', async ({ page, openStory }) => {
  await openStory('orders--empty');
  await expect(page.getByRole('status')).toHaveText('No orders yet');
  await openStory('orders--two-cups');
  await expect(page.getByRole('listitem')).toHaveText(['2 × cup']);
  await openStory('orders--closed');
  await expect(page.getByRole('status')).toHaveText('The shop is closed');
});

test('a story begins anew when it is shown again', async ({ page, openStory }) => {
  await openStory('orders--two-cups');
  await page.getByLabel('Item').fill('pen');
  await page.getByRole('button').click();
  await expect(page.getByRole('listitem')).toHaveText(['2 × cup', '1 × pen']);
  await openStory('orders--two-cups');
  await expect(page.getByRole('listitem')).toHaveText(['2 × cup']);
});
