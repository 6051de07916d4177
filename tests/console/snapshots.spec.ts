import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  notice,
  openPage,
} from './browser.ts';
import { openShop } from './shop.ts';

const shopFile = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');

describe.skipIf(!hasBrowser)('snapshots', () => {
  it.each(looks)('are shown on a %s in %s, none and some', async (size, scheme) => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/worlds?show=snapshots`, { size, scheme });
    await page.getByRole('heading', { name: 'There is no snapshot' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    shop.mock.world('a').save('before-lunch');
    await page.getByText('before-lunch').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('are saved, replaced, restored with an undo, and dropped', async () => {
    const shop = await openShop();
    const order = async (): Promise<unknown> => (await shop.ask('GET', '/orders/1')).json();
    await shop.ask('PATCH', '/orders/1', { quantity: 2 });
    const page = await openPage(`${shop.consoleUrl}#/worlds?show=snapshots`);
    await save(page, 'two', 'Save');
    await page.getByRole('rowheader', { name: 'two' }).waitFor();
    expect(shop.mock.snapshots.list()).toMatchObject([{ name: 'two', world: 'default' }]);
    await shop.ask('PATCH', '/orders/1', { quantity: 3 });
    await page.getByRole('button', { name: 'Restore two' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await notice(page, 'Restored “two” in “default”').waitFor();
    expect(await order()).toMatchObject({ quantity: 2 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await notice(page, 'Put “default” back').waitFor();
    expect(await order()).toMatchObject({ quantity: 3 });
    await save(page, 'two', 'Replace it');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(shop.mock.world('default').changes({ since: 'two' }).count).toBe(0);
    await page.getByRole('button', { name: 'Drop two' }).click();
    await page.getByRole('button', { name: 'Drop it' }).click();
    await page.getByRole('heading', { name: 'There is no snapshot' }).waitFor();
    expect(shop.mock.snapshots.list()).toEqual([]);
  });

  it('are what worlds begin with, and are compared with', async () => {
    const shop = await openShop();
    await shop.ask('PATCH', '/~a/orders/1', { quantity: 9 });
    shop.mock.world('a').save('nine');
    const page = await openPage(`${shop.consoleUrl}#/worlds?show=snapshots`);
    await page.getByRole('link', { name: 'Compare nine with default' }).click();
    await page.getByText('1 record differs from the snapshot “nine”').waitFor();
    await page.waitForURL(/compare=nine/);
    await page.getByLabel('since').selectOption('');
    await page.getByText('All records are as they were').waitFor();
    await page.getByRole('button', { name: 'New world from nine' }).click();
    await page.getByLabel('Name').fill('b');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('region', { name: 'World b' }).waitFor();
    const made = await (await shop.ask('GET', '/_mock/worlds/b')).json();
    expect(made).toMatchObject({ from: 'nine', changed: false });
    expect(shop.mock.world('b').records('orders')).toMatchObject([{ id: 1, quantity: 9 }]);
  });
});

describe.skipIf(!hasBrowser)('scenarios', () => {
  it.each(looks)('are shown on a %s in %s, none and some', async (size, scheme) => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/worlds?show=scenarios`, { size, scheme });
    await page.getByRole('heading', { name: 'There is no scenario' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save “default” as a scenario' }).click();
    await page.getByLabel('Name').fill('usual');
    await page.getByLabel('Description').fill('<b>As it is.</b>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: '<b>As it is.</b>' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('button', { name: 'Show usual' }).click();
    await page.getByRole('button', { name: 'Save as a file' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('are made of worlds, shown, saved as files, and begun with', async () => {
    const shop = await openShop();
    await shop.ask('PATCH', '/~a/orders/1', { quantity: 9 });
    const page = await openPage(`${shop.consoleUrl}#/worlds/a`);
    await page.getByRole('button', { name: 'Save as a scenario' }).click();
    await page.getByLabel('Name').fill('nine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved “a” as the scenario “nine”').waitFor();
    await page.getByRole('link', { name: /^Scenarios/ }).click();
    await page.getByRole('button', { name: 'Close the world' }).click();
    await page.getByRole('link', { name: /^Scenarios/ }).click();
    await page.getByRole('button', { name: 'Show nine' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('nine.json');
    const document: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(document).toEqual(await (await shop.ask('GET', '/_mock/scenarios/nine')).json());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New world from nine' }).click();
    await page.getByLabel('Name').fill('b');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('region', { name: 'World b' }).waitFor();
    expect(shop.mock.world('b').scenario).toBe('nine');
    expect(shop.mock.world('b').records('orders')).toMatchObject([{ id: 1, quantity: 9 }]);
  });

  it('of files are never replaced: the refusal stands at the name', async () => {
    const folder = await writeFolder({
      'shop.yaml': await readFile(shopFile, 'utf8'),
      'scenarios/rich.json': '{"description": "All is paid."}',
    });
    const shop = await openShop({ contract: join(folder, 'shop.yaml') });
    const page = await openPage(`${shop.consoleUrl}#/worlds?show=scenarios`, {
      expects: /status of 409/,
    });
    await page.getByRole('cell', { name: 'All is paid.' }).waitFor();
    await page.getByRole('button', { name: 'Save “default” as a scenario' }).click();
    await page.getByLabel('Name').fill('rich');
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page.getByText('save the world under another name').waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Name').fill('richer');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('rowheader', { name: 'richer' }).waitFor();
    expect((await shop.ask('GET', '/_mock/scenarios/richer')).status).toBe(200);
  });
});

describe.skipIf(!hasBrowser)('with the keyboard alone', () => {
  it('a user makes a world, and uses it in this browser', async () => {
    const shop = await openShop();
    const page = await openPage(shop.consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('region', { name: 'Worlds' }).waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'World mine' }).waitFor();
    const use = page.getByRole('button', { name: 'Use this world in this browser' });
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press('Tab');
      if ((await use.and(page.locator(':focus')).count()) > 0) break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'World of this browser' }).waitFor();
    expect(await page.context().cookies(shop.url)).toMatchObject([{ value: 'mine' }]);
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/worlds$/);
  });
});

async function save(page: Page, name: string, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Save “default”', exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
}
