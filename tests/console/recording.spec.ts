import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openPage,
} from './browser.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

/** A recording of a shop, as the console saves it. */
async function saveRecording(shop: Shop): Promise<string> {
  const page = await openPage(shop.consoleUrl);
  const saved = page.waitForEvent('download');
  await chooseMore(page, 'Save a recording');
  const download = await saved;
  expect(download.suggestedFilename()).toBe('recording-default.json');
  return readFileSync(await download.path(), 'utf8');
}

async function chooseMore(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

async function openRecording(page: Page, text: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await chooseMore(page, 'Open a recording…');
  const file = { name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await (await asked).setFiles(file);
}

function banner(page: Page) {
  return page.getByRole('region', { name: 'Recording' });
}

async function makeRecording(): Promise<string> {
  const shop = await openShop();
  await shop.ask('POST', '/orders', { item: 'a lamp' });
  await shop.ask('GET', '/order');
  await shop.ask('GET', '/orders?status=paid');
  return await saveRecording(shop);
}

describe.skipIf(!hasBrowser)('a recording', () => {
  it('is looked at in the console of another server', async () => {
    const text = await makeRecording();
    const other = await openShop();
    await other.ask('GET', '/customers');
    const page = await openPage(other.consoleUrl);
    await page.locator('[data-request="1"]').waitFor();
    await openRecording(page, text);
    await banner(page).getByText('It can be looked at, not changed').waitFor();
    expect(await banner(page).textContent()).not.toContain('another contract');
    await page.locator('[data-request="3"]').waitFor();
    await page.locator('[data-request="1"]').click();
    await page.getByText('a lamp').first().waitFor();
    await page.getByRole('region', { name: /chang/i }).getByText('item').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.filter-search').fill('paid');
    await page.locator('[data-request="2"]').waitFor({ state: 'detached' });
    await page.locator('[data-request="3"]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'State' }).click();
    await page.getByText('a lamp').first().waitFor();
    await page.getByRole('button', { name: 'Close the recording' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.getByText('a lamp').first().waitFor({ state: 'detached' });
  });

  it('changes nothing', async () => {
    const text = await makeRecording();
    const other = await openShop();
    const page = await openPage(other.consoleUrl);
    await openRecording(page, text);
    await banner(page).waitFor();
    await page.getByRole('button', { name: 'Clear…' }).click();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('Nothing in it can be changed').waitFor();
    await page.locator('[data-request="3"]').waitFor();
  });

  it('says where it is of another contract', async () => {
    const text = await makeRecording();
    const other = await openShop();
    const page = await openPage(other.consoleUrl);
    await openRecording(page, text.replaceAll(/"fingerprint":"\w+"/g, '"fingerprint":"other"'));
    await banner(page).getByText('The server has another contract').waitFor();
  });

  it.each(['{}', 'no JSON', '[1]', '{"format":1,"requests":[]}'])('is not %s', async (text) => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl);
    await openRecording(page, text);
    await page.getByText('This file is no recording').waitFor();
  });

  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl, { size, scheme });
    await openRecording(page, text);
    await banner(page).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });
});
