import { readFile } from 'node:fs/promises';

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { CoverageReport } from '../../src/index.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  notice,
  openContext,
  openPage,
} from './browser.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

const paid = 'listOrders/enum_values/query/status//"paid"';

describe.skipIf(!hasBrowser)('the coverage of the contract', () => {
  it('says what to do where nothing was tried yet', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/coverage`);
    await page.getByText(`npx stuntdouble report --url ${shop.url}`).waitFor();
    await line(page, 'listOrders').getByText('0/13').waitFor();
  });

  it('shows what tests try, as they try it', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/coverage`);
    await line(page, 'listOrders').getByText('0/13').waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await shop.ask('GET', '/orders?status=paid');
    await line(page, 'listOrders').getByText('7/13').waitFor();
    await page.getByRole('button', { name: /^Operations 12.5 % 1 of 8/ }).waitFor();
  });

  it('keeps its filters in the address', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders?status=paid');
    const page = await openPage(`${shop.consoleUrl}#/coverage`);
    await line(page, 'listOrders').click();
    await line(page, 'query status = "paid"').getByText('tried', { exact: true }).waitFor();
    await page.getByLabel('Missing only').check();
    await line(page, 'query status = "paid"').waitFor({ state: 'detached' });
    await page.waitForURL(/missing=true/);
    await page.getByRole('button', { name: /^Enum values/ }).click();
    await page.waitForURL(/kind=enum_values/);
    await line(page, 'createOrder').waitFor({ state: 'detached' });
    await page.getByLabel('Search the contract').fill('shipped');
    await page.waitForURL(/search=shipped/);
    await line(page, 'query status = "open"').waitFor({ state: 'detached' });
    await page.reload();
    await line(page, 'query status = "shipped"').waitFor();
    expect(await page.getByLabel('Missing only').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await line(page, 'createOrder').waitFor();
    await page.getByLabel('Search the contract').fill('no such thing');
    await page.getByText('Nothing passes the filters').waitFor();
  });

  it('begins anew when it is told to', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    const page = await openPage(`${shop.consoleUrl}#/coverage`);
    await page.getByRole('button', { name: 'Begin anew…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(shop.mock.coverage().totals.operations.covered).toBe(1);
    await page.getByRole('button', { name: 'Begin anew…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click();
    await page.getByRole('button', { name: /^Operations 0 %/ }).waitFor();
    expect(shop.mock.coverage().totals.operations.covered).toBe(0);
  });

  it('saves the report that the command reads', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    const page = await openPage(`${shop.consoleUrl}#/coverage`);
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save as JSON' }).click();
    const report: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    expect(report).toEqual(shop.mock.coverage());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy the command for JUnit' }).click();
    await notice(page, 'Copied the command').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `npx stuntdouble report --url ${shop.url} --format junit=coverage.xml`,
    );
  });

  it('says where the server counts nothing', async () => {
    const { consoleUrl } = await openShop({ coverage: false });
    const page = await openPage(`${consoleUrl}#/coverage`, { expects: /404/ });
    await page.getByText('--no-coverage').waitFor();
  });
});

describe.skipIf(!hasBrowser)('a point', () => {
  it('has a request that tries it, which can be sent', async () => {
    const { shop, page } = await openPoint('listOrders', paid);
    await page.getByText(`curl '${shop.url}/orders?status=paid'`).waitFor();
    await page.getByRole('button', { name: 'Send it now' }).click();
    await page.getByText('tried once').waitFor();
    expect(countOf(shop.mock.coverage(), paid)).toBe(1);
    expect(shop.mock.requests()).toMatchObject([
      { operation: 'listOrders', reply: { status: 200 } },
    ]);
    await line(page, 'query status = "paid"').getByText('tried', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'answered 200' }).click();
    await page.waitForURL(/#\/traffic\/1/);
  });

  it('is tried in the world that was chosen', async () => {
    const shop = await openShop();
    const world = shop.mock.world('ann');
    const page = await openPage(
      `${shop.consoleUrl}#/coverage/createOrder?world=ann&point=createOrder/operations/called`,
    );
    await page.getByText('X-Stuntdouble-World: ann').waitFor();
    await page.getByRole('button', { name: 'Send it now' }).click();
    await page.getByText('tried once').waitFor();
    expect(world.records('orders')).toHaveLength(1);
    expect(shop.mock.records('orders')).toEqual([]);
  });

  it('is copied with its place, and as curl', async () => {
    const { page } = await openPoint('listOrders', paid);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const part = page.getByRole('region', { name: 'Point' });
    await part.getByRole('button', { name: /^Copy the place/ }).click();
    await notice(page, 'Copied the place').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/shop\.yaml:\d+$/);
    await part.getByRole('button', { name: 'Copy as curl' }).click();
    await notice(page, 'Copied the request as curl').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/orders?status=paid');
  });

  it('says what would cover it where no request does, and leads to the next', async () => {
    const { page } = await openPoint('payOrder', 'payOrder/statuses/409');
    await page.getByText('The state decides').waitFor();
    await page.getByRole('button', { name: /Next missing/ }).click();
    await page.waitForURL(/#\/coverage\/listCustomers/);
    await page.getByText('A request that covers it').waitFor();
  });

  it('says where an override kept a request from covering it', async () => {
    const { shop, page } = await openPoint('listOrders', paid);
    shop.mock.use({ operation: 'listOrders', reply: { status: 503, breach: true } });
    await page.getByRole('button', { name: 'Send it now' }).click();
    await page.getByText('did not cover it').waitFor();
    await page.getByText('once by forced replies').waitFor();
    expect(countOf(shop.mock.coverage(), paid)).toBe(0);
  });

  it('shows what another tab does', async () => {
    const shop = await openShop();
    const context = await openContext();
    const address = `${shop.consoleUrl}#/coverage/listOrders?point=${encodeURIComponent(paid)}`;
    const [one, two] = [await openPage(address, {}, context), await openPage(address, {}, context)];
    await two.getByText('not tried', { exact: true }).first().waitFor();
    await one.bringToFront();
    await one.getByRole('button', { name: 'Send it now' }).click();
    await one.getByText('tried once').waitFor();
    await two.bringToFront();
    await two.getByText('tried once').waitFor();
    await fetch(`${shop.consoleUrl}coverage`, { method: 'DELETE' });
    await two.getByText('tried once').waitFor({ state: 'detached' });
  });

  it('is not found where the contract has none of that name', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/coverage/noOperation`);
    await page.getByText('The contract has no operation “noOperation”').waitFor();
    await page.goto(`${shop.consoleUrl}#/coverage/listOrders?point=x`);
    await page.getByText('no such point').waitFor();
  });
});

describe.skipIf(!hasBrowser)('what was done wrong', () => {
  it('is listed, with links to the requests', async () => {
    const shop = await openShop();
    await shop.ask('POST', '/orders', { item: 7 });
    await shop.ask('GET', '/order');
    await shop.ask('GET', '/orders?statuss=paid');
    const page = await openPage(`${shop.consoleUrl}#/coverage`);
    await page.getByRole('tab', { name: 'Findings (3)' }).click();
    await page.waitForURL(/show=findings/);
    await page.getByText('must be a string, but is the number 7').waitFor();
    await page.getByText('Did you mean /orders?').waitFor();
    await page.getByText('did you mean "status"?').waitFor();
    await page.getByRole('link', { name: 'createOrder body /item' }).click();
    await page.locator('[data-request="1"]').waitFor();
    expect(await page.locator('[data-request]').count()).toBe(1);
    await page.goBack();
    await page.getByRole('link', { name: 'GET /order', exact: true }).click();
    await page.locator('[data-request="2"]').waitFor();
    expect(await page.locator('[data-request]').count()).toBe(1);
  });

  it('is nothing where nothing was', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/coverage?show=findings`);
    await page.getByText('Nothing was done wrong').waitFor();
  });
});

describe.skipIf(!hasBrowser)('everybody', () => {
  it.each(looks)('can use it on a %s in %s', async (size, scheme) => {
    const shop = await openShop();
    await shop.ask('GET', '/orders?status=paid');
    await shop.ask('POST', '/orders', { item: 7 });
    const page = await openPage(`${shop.consoleUrl}#/coverage`, { size, scheme });
    await line(page, 'listOrders').waitFor();
    await check(page);
    await page.getByRole('tab', { name: /^Findings/ }).click();
    await page.getByText('must be a string').waitFor();
    await check(page);
    await page.goto(`${shop.consoleUrl}#/coverage/listOrders`);
    await page.getByRole('heading', { name: 'GET /orders' }).waitFor();
    await check(page);
    await page.goto(`${shop.consoleUrl}#/coverage/listOrders?point=${encodeURIComponent(paid)}`);
    await page.getByRole('button', { name: 'Send it now' }).waitFor();
    await check(page);
  });

  it('tries a point with the keyboard alone', async () => {
    const shop = await openShop();
    const page = await openPage(shop.consoleUrl);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('treegrid').and(page.locator(':focus')).waitFor();
    await expectActive(page, 'All operations');
    await page.keyboard.press('ArrowRight');
    await expectActive(page, 'listOrders');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await line(page, 'status 422').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await expectActive(page, 'valid request');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send it now' }).waitFor();
    await tabTo(page, 'Send it now');
    await page.keyboard.press('Enter');
    await page.getByText('tried once').waitFor();
    expect(shop.mock.records('orders')).toHaveLength(1);
    await page.keyboard.press('n');
    await page.waitForURL(/point=createOrder%2Fstatuses%2F422/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/coverage$/);
    await page.getByRole('treegrid').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowLeft');
    await expectActive(page, 'createOrder');
  });
});

async function openPoint(
  operation: string,
  point: string,
): Promise<{ readonly shop: Shop; readonly page: Page }> {
  const shop = await openShop();
  const query = new URLSearchParams({ point }).toString();
  const page = await openPage(`${shop.consoleUrl}#/coverage/${operation}?${query}`);
  await page.getByRole('region', { name: 'Point' }).waitFor();
  return { shop, page };
}

function line(page: Page, text: string): Locator {
  return page.getByRole('treegrid').getByRole('row').filter({ hasText: text });
}

async function expectActive(page: Page, text: string): Promise<void> {
  await page.locator('[role=row][aria-selected=true]').filter({ hasText: text }).waitFor();
}

async function check(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
}

function countOf({ operations }: CoverageReport, point: string): number | undefined {
  return operations.flatMap(({ points }) => points).find(({ id }) => id === point)?.count;
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement?.innerText ?? ""')) === name) return;
  }
  expect.unreachable(`Tab never came to “${name}”`);
}
