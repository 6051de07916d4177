import { describe, expect, it } from 'vitest';

import { hasBrowser, notice, openPage } from './browser.ts';
import { tabTo } from './by-keys.ts';
import { openMuseum } from './museum.ts';
import { openShop } from './shop.ts';

const token = 'the-token-of-this-ring';

describe.skipIf(!hasBrowser)('with the keyboard alone', () => {
  it('a user signs in, and out again', async () => {
    const { consoleUrl } = await openShop({ controlToken: token });
    const page = await openPage(consoleUrl);
    await page.getByLabel('Control token').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await tabTo(page, 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByLabel('Control token').waitFor();
  });

  it('a user finds a request, reads it, sends it again and copies it', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    await shop.ask('PATCH', '/orders/1', { quantity: 7 });
    await shop.ask('GET', '/customers');
    const page = await openPage(shop.consoleUrl);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('[data-request="3"]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('patch');
    await page.locator('[data-request="3"]').waitFor({ state: 'detached' });
    await tabTo(page, '/orders/1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/traffic\/2/);
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    await tabTo(page, 'Copy ▾');
    await page.keyboard.press('Enter');
    await page
      .getByRole('menuitem', { name: 'Copy as curl' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await notice(page, /^Copied/).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('fetch(');
    await tabTo(page, 'Send again');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/traffic\/4/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/traffic\?/);
  });

  it('a user changes a record, saves it, deletes it, and takes that back', async () => {
    const museum = await openMuseum();
    const page = await openPage(museum.consoleUrl);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.locator('.record-row:not(.head)').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/state\/artists\/a1/);
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await tabTo(page, 'name');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ada Lake');
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => museum.mock.records('artists'))
      .toContainEqual({ id: 'a1', name: 'Ada Lake' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/state\/artists(\?|$)/);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByText('Undo puts it back').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => museum.mock.records('artists')).toHaveLength(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await notice(page, /^Deleted/).waitFor();
    await page.keyboard.press('z');
    await expect
      .poll(() => museum.mock.records('artists'))
      .toContainEqual({ id: 'a1', name: 'Ada Lake' });
  });
});
