import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openContext,
  openPage,
} from './browser.ts';
import { hostileTexts } from './hostile-texts.ts';
import { openRequest, openShop } from './shop.ts';

describe.skipIf(!hasBrowser)('the list of requests', () => {
  it('teaches the first request where there is none', async () => {
    const { consoleUrl, url } = await openShop();
    const page = await openPage(consoleUrl);
    await page.getByText('curl -g').filter({ hasText: url }).first().waitFor();
  });

  it('shows each request as it comes, newest first, with what became of it', async () => {
    const shop = await openShop();
    const page = await openPage(shop.consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    await shop.ask('GET', '/orders?status=paid');
    await row(page, '/orders?status=paid').waitFor();
    await shop.ask('POST', '/orders', { item: '' });
    await row(page, 'POST').waitFor();
    await shop.ask('GET', '/nothing');
    const last = row(page, '/nothing');
    await last.waitFor();
    await expectText(last, '404', 'GET');
    await expectText(row(page, '/orders?status=paid'), '200', 'listOrders', 'default');
    await expectText(row(page, 'POST'), '422', 'createOrder', 'item');
    expect(await page.locator('[data-request]').first().innerText()).toContain('/nothing');
  });

  it('shows a delayed request when it comes, and also opened, that its client has left', async () => {
    const shop = await openShop();
    shop.mock.use({ operation: 'listOrders', fault: { latency: '1h' } });
    const page = await openPage(shop.consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    const control = new AbortController();
    const asked = fetch(`${shop.url}/orders`, { signal: control.signal }).catch(() => 'failed');
    const line = row(page, '/orders');
    await line.getByText('no reply yet').waitFor();
    await line.getByRole('link').click();
    await page.getByText('; nothing is sent yet').waitFor();
    control.abort();
    expect(await asked).toBe('failed');
    await line.getByText('nothing was sent', { exact: true }).waitFor();
    await page.getByText('; the client left before its end').waitFor();
    expect(await page.locator('[data-request]').count()).toBe(1);
  });

  it('keeps its filters in the address, and asks the server for them', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    await shop.ask('GET', '/customers');
    await shop.ask('GET', '/nothing');
    const page = await openPage(shop.consoleUrl);
    const filters = page.getByRole('search');
    await filters.getByLabel('Status').selectOption('2XX');
    await page.waitForURL(/status=2XX/);
    await row(page, '/nothing').waitFor({ state: 'detached' });
    await filters.getByLabel('Search the requests').fill('customers');
    await page.waitForURL(/search=customers/);
    await row(page, '/orders').waitFor({ state: 'detached' });
    await page.reload();
    await row(page, '/customers').waitFor();
    expect(await page.locator('[data-request]').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, '/nothing').waitFor();
    await filters.getByLabel('Operation').selectOption('listOrders');
    await row(page, '/nothing').waitFor({ state: 'detached' });
    expect(await page.locator('[data-request]').count()).toBe(1);
  });

  it('holds still while it is paused, and forgets all when it is told to', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    const page = await openPage(shop.consoleUrl);
    await row(page, '/orders').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await shop.ask('GET', '/customers');
    await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor();
    expect(await row(page, '/customers').count()).toBe(0);
    await page.getByRole('button', { name: /^Resume/ }).click();
    await row(page, '/customers').waitFor();
    await page.getByRole('button', { name: 'Clear…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Clear|Forget/ })
      .click();
    await row(page, '/orders').waitFor({ state: 'detached' });
    expect(shop.mock.requests()).toHaveLength(0);
  });

  it('has 10,000 requests at hand, and a few of them in the document', async () => {
    const shop = await openShop({ journal: 10_000, journalBytes: 1_000_000_000 });
    for (let done = 0; done < 10_000; done += 500)
      await Promise.all(
        Array.from({ length: 500 }, (_, at) => shop.ask('GET', `/nothing/${done + at}`)),
      );
    const page = await openPage(shop.consoleUrl);
    await row(page, /\/nothing\/9\d\d\d/)
      .first()
      .waitFor();
    await page.locator('.rows').evaluate((rows) => {
      rows.scrollTop = rows.scrollHeight;
    });
    await row(page, '/nothing/0').waitFor();
    expect(await page.locator('[data-request]').count()).toBeLessThan(120);
    await page.locator('.rows').evaluate((rows) => {
      rows.scrollTop = rows.scrollHeight / 2;
    });
    await row(page, /\/nothing\/[45]\d\d\d/)
      .first()
      .waitFor();
  });

  it('shows what another tab does', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    const context = await openContext();
    const [one, two] = [
      await openPage(shop.consoleUrl, {}, context),
      await openPage(shop.consoleUrl, {}, context),
    ];
    await row(two, '/orders').waitFor();
    await one.bringToFront();
    await row(one, '/orders').click();
    await one.getByRole('button', { name: 'Send again' }).click();
    await one.waitForURL(/#\/traffic\/2/);
    await two.bringToFront();
    await two.locator('[data-request="2"]').waitFor();
  });
});

describe.skipIf(!hasBrowser)('one request', () => {
  it('tells the road, the reason, and what it changed', async () => {
    const { shop, page } = await openRequest('PATCH', '/orders/1', { quantity: 7 });
    const road = page.getByRole('list', { name: 'The steps of the road' });
    await road.getByText('answered here').waitFor();
    await road.getByText('changeOrder').waitFor();
    const changes = page.getByRole('region', { name: /chang/i });
    await changes.getByText('quantity').first().waitFor();
    await changes.getByText('7', { exact: true }).first().waitFor();
    await changes.getByRole('link').first().click();
    await page.waitForURL(/#\/state\/orders\/1/);
    expect(shop.mock.records('orders')[0]).toMatchObject({ quantity: 7 });
  });

  it('marks the step that refused it, and violations at their place', async () => {
    const { page } = await openRequest('POST', '/orders', { item: 'lamp', quantity: 0 });
    const refused = page.locator('[data-step][aria-current=step]');
    await expectText(refused, 'refused here');
    const body = page.getByLabel('Body of the request');
    await body.getByText(/must be >= 1|at least 1/).waitFor();
    await expectText(page.getByRole('region', { name: 'Reply' }), '422');
  });

  it('names what an unmatched one may have meant', async () => {
    const { page } = await openRequest('GET', '/order');
    const nearest = page.getByRole('region', { name: 'Why it was answered so' });
    await nearest.getByText('listOrders').first().waitFor();
  });

  it('shows headers, with their secrets hidden', async () => {
    const shop = await openShop();
    await fetch(`${shop.url}/orders`, { headers: { Authorization: 'Bearer very-secret' } });
    const page = await openPage(`${shop.consoleUrl}#/traffic/1`);
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByRole('tab', { name: 'Headers' }).click();
    await request.getByText('authorization', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('very-secret');
  });

  it('goes to the next and back by keys', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    await shop.ask('GET', '/customers');
    const page = await openPage(`${shop.consoleUrl}#/traffic/2`);
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/#\/traffic\/1/);
    await page.keyboard.press('k');
    await page.waitForURL(/#\/traffic\/2/);
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/traffic$/);
  });

  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    await shop.ask('PATCH', '/orders/1', { quantity: 7 });
    await shop.ask('POST', '/orders', { item: '' });
    const page = await openPage(shop.consoleUrl, { size, scheme });
    await row(page, '/orders').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.locator('[data-request="2"]').click();
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('shows 40 hostile texts as texts', async () => {
    const shop = await openShop();
    for (const text of hostileTexts)
      await shop.ask(
        'POST',
        `/orders/${encodeURIComponent(text).slice(0, 2000)}?q=${encodeURIComponent(text).slice(0, 2000)}`,
        {
          item: text,
          [text]: text,
        },
      );
    const page = await openPage(shop.consoleUrl);
    page.on('dialog', () => expect.unreachable('a text opened a dialog'));
    const plain = await countElements(page);
    for (const [at, text] of hostileTexts.entries()) {
      await page.goto(`${shop.consoleUrl}#/traffic/${at + 1}`);
      await page.getByRole('region', { name: 'Request', exact: true }).waitFor();
      await page
        .locator(`[data-request="${at + 1}"][aria-current], [data-shown="${at + 1}"], h2`)
        .first()
        .waitFor();
      expect(await page.evaluate('globalThis.hit')).toBe(undefined);
      expect(await countElements(page), text.slice(0, 40)).toEqual(plain);
    }
  });
});

function row(page: Page, text: string | RegExp): ReturnType<Page['locator']> {
  return page.getByRole('row').filter({ has: page.locator('[data-request]'), hasText: text });
}

async function expectText(
  found: ReturnType<Page['locator']>,
  ...texts: readonly string[]
): Promise<void> {
  const shown = await found.first().innerText();
  for (const text of texts) expect(shown).toContain(text);
}

/** Elements that only markup in a text could have brought. */
async function countElements(page: Page): Promise<unknown> {
  return page.evaluate(
    `['script', 'iframe', 'object', 'embed', 'base', 'meta', 'style', 'link', 'form[action]', 'img', 'math', 'a[href^="javascript" i]', 'a[href^="http"]'].map((one) => document.querySelectorAll(one).length)`,
  );
}
