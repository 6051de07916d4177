import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { hasBrowser, notice } from './browser.ts';
import type { Shop } from './shop.ts';
import { openRequest, openShop } from './shop.ts';

describe.skipIf(!hasBrowser)('from a request, in one step', () => {
  it.each([
    ['Copy as curl', /^curl .*-X PATCH.*\/orders\/1/s],
    ['Copy as fetch', /fetch\(.*\/orders\/1.*PATCH/s],
    ['Copy as a vitest test', /import .* from 'vitest'.*expect\(/s],
  ])('%s', async (name, pattern) => {
    const { page } = await openRequest('PATCH', '/orders/1', { quantity: 7 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: /^Copy/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await notice(page, /^Copied/).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(pattern);
  });

  it('it is sent again, and the new one is opened', async () => {
    const { shop, page } = await openRequest('POST', '/orders', { item: 'lamp' });
    const before = shop.mock.records('orders').length;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.waitForURL(/#\/traffic\/2/);
    expect(shop.mock.records('orders')).toHaveLength(before + 1);
  });

  it('it is answered so from now on, until that is undone', async () => {
    const { shop, page } = await openRequest('GET', '/orders/1');
    const { item } = await readOrder(shop);
    await page.getByRole('button', { name: 'Answer so from now on' }).click();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    // Another path of the operation is answered as usual.
    expect(await (await shop.ask('GET', '/orders/2')).json()).toMatchObject({ id: 2 });
    await shop.ask('PATCH', '/orders/1', { quantity: 9 });
    const again = await readOrder(shop);
    expect(again).toMatchObject({ item });
    expect(again['quantity']).not.toBe(9);
    await undo.click();
    await expect.poll(async () => (await readOrder(shop))['quantity']).toBe(9);
  });

  it('it fails the next time, and only then', async () => {
    const { shop, page } = await openRequest('GET', '/orders/1');
    await page.getByRole('button', { name: /^Fail next time/ }).click();
    await page.getByRole('menuitem', { name: /^404/ }).click();
    await page.getByRole('status').getByText(/404/).waitFor();
    expect((await shop.ask('GET', '/orders/1')).status).toBe(404);
    expect((await shop.ask('GET', '/orders/1')).status).toBe(200);
  });

  it('its reply is kept as an override with a name, and all are switched off', async () => {
    const { shop, page } = await openRequest('GET', '/orders/1');
    await page.getByRole('button', { name: /^Keep this reply/ }).click();
    await page.getByRole('menuitem', { name: /override/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('first-order');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await listOverrides(shop)).map(({ id }) => id)).toEqual(['first-order']);
    await page.getByRole('button', { name: /all off/i }).click();
    await expect.poll(async () => (await listOverrides(shop)).length).toBe(0);
  });

  it('its reply is written as an overlay that a server takes', async () => {
    const { page, shop } = await openRequest('GET', '/orders/1');
    const item = (await readOrder(shop))['item'];
    await page.getByRole('button', { name: /^Keep this reply/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /overlay/ }).click(),
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-console-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const overlay = join(folder, download.suggestedFilename());
    await download.saveAs(overlay);
    expect(await readFile(overlay, 'utf8')).toContain('overlay');
    const other = await openShop({ overlay: [overlay], stateless: true });
    expect(await readOrder(other)).toMatchObject({ item });
  });
});

async function readOrder({ ask }: Shop): Promise<Readonly<Record<string, unknown>>> {
  return (await (await ask('GET', '/orders/1')).json()) as Readonly<Record<string, unknown>>;
}

async function listOverrides({ consoleUrl }: Shop): Promise<readonly { readonly id: string }[]> {
  return (await (await fetch(`${consoleUrl}overrides`)).json()) as readonly {
    readonly id: string;
  }[];
}
