import { describe, it } from 'vitest';

import { expectAccessible, hasBrowser, openPage } from './browser.ts';
import { openShop } from './shop.ts';

/** The links of the header scroll to the shown one. */
const breakHeader = `globalThis.isBroken = true;
  Element.prototype.scrollIntoView = function () {
    if (globalThis.isBroken && this.closest('nav')) throw new Error('There is no room');
  };`;

describe.skipIf(!hasBrowser)('a fault of the console', () => {
  it('in the header leaves the view and the way to others, and can be tried again', async () => {
    const { consoleUrl, ask } = await openShop();
    await ask('GET', '/orders');
    const page = await openPage(`${consoleUrl}#/traffic`);
    await page.addInitScript(breakHeader);
    await page.reload();
    const header = page.getByRole('banner');
    await header.getByRole('alert').getByText('The header failed: There is no room').waitFor();
    await page.getByLabel('Search the requests').waitFor();
    await expectAccessible(page);
    await header.getByRole('link', { name: 'State' }).click();
    await page.waitForURL(/#\/state/);
    await page.getByRole('navigation', { name: 'Collections' }).waitFor();
    await page.evaluate('globalThis.isBroken = false');
    await header.getByRole('button', { name: 'Try again' }).click();
    await header.getByRole('button', { name: 'Help' }).waitFor();
  });

  it('in the palette leaves the rest, and is told', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.route('**/_mock/credentials', (route) => route.fulfill({ json: [null] }));
    await page.keyboard.press('Control+k');
    const failed = page.getByRole('dialog', { name: 'The palette failed' });
    await failed.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await failed.waitFor({ state: 'detached' });
    await page.unroute('**/_mock/credentials');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search/ }).waitFor();
  });
});
