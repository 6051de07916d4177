import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Visit } from './browser.ts';
import { openPage } from './browser.ts';
import { openShop } from './shop.ts';

/** A recording of a shop with three requests and an override, as the console saves it. */
export async function makeRecording(): Promise<string> {
  const shop = await openShop();
  await shop.ask('POST', '/orders', { item: 'a lamp' });
  await shop.ask('GET', '/order');
  await shop.ask('GET', '/orders?status=paid');
  shop.mock.use({ id: 'slow', operation: 'payOrder', reply: { status: 409 } });
  const page = await openPage(shop.consoleUrl);
  const saved = page.waitForEvent('download');
  await chooseMore(page, 'Save a recording');
  const download = await saved;
  expect(download.suggestedFilename()).toBe('recording-default.json');
  return readFileSync(await download.path(), 'utf8');
}

/** What the server tells for a recording. */
export async function fetchRecording(controlUrl: string): Promise<string> {
  const response = await fetch(`${controlUrl}recording`);
  return await response.text();
}

async function chooseMore(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

/** Gives the page a file where it asks for one. */
export async function giveFile(page: Page, text: string, ask: () => Promise<void>): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await ask();
  const file = { name: 'rec.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await (await asked).setFiles(file);
}

export async function openRecording(page: Page, text: string): Promise<void> {
  await giveFile(page, text, () => chooseMore(page, 'Open a recording…'));
}

/** A console that shows the recording in place of its server. */
export async function showRecording(
  consoleUrl: string,
  text: string,
  visit: Visit = {},
): Promise<Page> {
  const page = await openPage(consoleUrl, visit);
  await openRecording(page, text);
  await banner(page).waitFor();
  return page;
}

export function banner(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('region', { name: 'Recording' });
}

/** Goes to another address of the same page: a recording stays open. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.waitForTimeout(150);
}

/** One address of each view, and of what can be opened in it. */
export const places: readonly string[] = [
  '#/traffic',
  '#/traffic/1',
  '#/state/orders',
  '#/state/orders/1',
  '#/worlds/default',
  '#/worlds?show=snapshots',
  '#/answers',
  '#/answers/payOrder',
  '#/clock',
  '#/coverage',
  '#/contract',
  '#/contract/payOrder',
];
