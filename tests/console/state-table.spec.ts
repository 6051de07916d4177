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
import { openMuseum } from './museum.ts';
import { openShop } from './shop.ts';

describe.skipIf(!hasBrowser)('the collections', () => {
  it('are listed with their counts, made-up records told apart', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/state`);
    await page.getByRole('link', { name: /orders.*0 \+ \d+ made up/ }).click();
    await page.getByText('made up', { exact: true }).first().waitFor();
    await page.getByLabel('Made-up records').uncheck();
    await page.waitForURL(/made_up=false/);
    await page.getByText('made up', { exact: true }).first().waitFor({ state: 'detached' });
  });

  it('say so where there is none', async () => {
    const paths = { '/ping': { get: { responses: { 204: { description: 'Pong' } } } } };
    const contract = { openapi: '3.1.0', info: { title: 'Bare', version: '1' }, paths };
    const { consoleUrl } = await openShop({ contract });
    const page = await openPage(`${consoleUrl}#/state`);
    await page.getByRole('heading', { name: 'The contract has no collection' }).waitFor();
  });
});

describe.skipIf(!hasBrowser)('the table of a collection', () => {
  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const { consoleUrl } = await openMuseum();
    const page = await openPage(`${consoleUrl}#/state/works`, { size, scheme });
    await rows(page).first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('cuts no text while there is room', async () => {
    const { consoleUrl, mock } = await openShop();
    const email = `${'long'.repeat(12)}@shop.example`;
    await mock.world('default').merge('customers', [{ id: 71, name: 'Ann', email }]);
    const page = await openPage(`${consoleUrl}#/state/customers`);
    const cell = page.getByRole('gridcell', { name: email });
    await cell.waitFor();
    expect(await cell.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
    await expectNoSidewaysScrolling(page);
  });

  it('has columns as wide as their values, which stay while it scrolls', async () => {
    const { consoleUrl, put } = await openMuseum();
    const many = Array.from({ length: 300 }, (_, at) => ({
      hall_id: 'east',
      id: `w${String(at).padStart(3, '0')}`,
      title: at < 200 ? `A title ${'of some length '.repeat(4)}` : 'x'.repeat(150),
      currency: at < 200 ? 'EUR' : 'EUR'.repeat(20),
      note: 'no',
    }));
    await put({ works: many });
    const page = await openPage(`${consoleUrl}#/state/works`);
    await rows(page).first().waitFor();
    const widthOf = async (name: string): Promise<number> => {
      const head = page.getByRole('columnheader', { name, exact: true });
      return (await head.boundingBox())?.width ?? Number.NaN;
    };
    const [title, note, currency] = [
      await widthOf('title'),
      await widthOf('note'),
      await widthOf('currency'),
    ];
    expect(title).toBeGreaterThan(3 * note);
    await page.locator('.records .rows').evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await page.getByText('w299', { exact: true }).waitFor();
    expect([await widthOf('title'), await widthOf('currency')]).toEqual([title, currency]);
  });

  it('shows dates with their seconds', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/state/orders`);
    const cell = page.getByRole('gridcell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ }).first();
    await cell.waitFor();
    expect(await cell.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  });

  it('shows values as what they are', async () => {
    const { consoleUrl } = await openMuseum();
    const page = await openPage(`${consoleUrl}#/state/works`);
    const dawn = rows(page).filter({ hasText: 'Dawn' });
    await dawn.getByText('painting').waitFor();
    await dawn.getByText('4000 EUR').waitFor();
    await dawn.getByText(/2024-01-03/).waitFor();
    await dawn.locator('img.thumbnail').scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        dawn.locator('img.thumbnail').evaluate((image) => Reflect.get(image, 'naturalWidth')),
      )
      .toBeGreaterThan(0);
    await dawn.getByRole('link', { name: 'a1' }).click();
    await page.waitForURL(/#\/state\/artists\/a1/);
    await page.getByRole('link', { name: /2 works/ }).click();
    await page.waitForURL(/#\/state\/works\?.*filter/);
    await expect.poll(() => titles(page)).toEqual(['Dawn', 'Noon']);
  });

  it('sorts, searches and filters, and keeps all of it in the address', async () => {
    const { consoleUrl } = await openMuseum();
    const page = await openPage(`${consoleUrl}#/state/works`);
    await page.getByRole('button', { name: 'title', exact: true }).click();
    await page.waitForURL(/sort=title/);
    await expect.poll(() => titles(page)).toEqual(['Dawn', 'Dusk', 'Night', 'Noon']);
    await page.getByRole('button', { name: /^title/ }).click();
    await page.waitForURL(/sort=-title/);
    await expect.poll(() => titles(page)).toEqual(['Noon', 'Night', 'Dusk', 'Dawn']);
    await page.getByLabel('Search the records').fill('painting');
    await page.waitForURL(/search=painting/);
    await expect.poll(() => titles(page)).toEqual(['Dusk', 'Dawn']);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Member').fill('price');
    await page.getByLabel('Operator').selectOption('above');
    await page.getByLabel('Value').fill('3000');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(['Dawn']);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Dawn']);
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await expect.poll(() => titles(page)).toEqual(['Dusk', 'Dawn']);
  });

  it('shows what another client does, without moving', async () => {
    const { consoleUrl, ask } = await openMuseum();
    const page = await openPage(`${consoleUrl}#/state/works`);
    await rows(page).filter({ hasText: 'Dawn' }).waitFor();
    await ask('POST', '/halls/east/works', { id: 'w9', title: 'Twilight' });
    await rows(page).filter({ hasText: 'Twilight' }).waitFor();
    await ask('DELETE', '/halls/east/works/w9');
    await rows(page).filter({ hasText: 'Twilight' }).waitFor({ state: 'detached' });
  });

  it('shows what another tab does', async () => {
    const { consoleUrl, ask } = await openMuseum();
    const context = await openContext();
    const one = await openPage(`${consoleUrl}#/state/works/w1?parent.hall_id=east`, {}, context);
    const two = await openPage(`${consoleUrl}#/state/works`, {}, context);
    await rows(two).filter({ hasText: 'Dawn' }).waitFor();
    await one.bringToFront();
    await one.getByLabel('title', { exact: true }).fill('Daybreak');
    await one.getByRole('button', { name: 'Save', exact: true }).click();
    await two.bringToFront();
    await rows(two).filter({ hasText: 'Daybreak' }).waitFor();
    expect((await ask('GET', '/halls/east/works/w1')).status).toBe(200);
  });

  it('has 100,000 records at hand, and a few of them in the document', async () => {
    const { consoleUrl, put, ask } = await openMuseum();
    const many = Array.from({ length: 100_000 }, (_, at) => ({ id: `a${at}`, name: `Name ${at}` }));
    await put({ artists: [] });
    // A body has a limit.
    for (let at = 0; at < many.length; at += 20_000) {
      const artists = many.slice(at, at + 20_000);
      expect((await ask('PATCH', '/_mock/state/artists?check=false', artists)).status).toBe(200);
    }
    const page = await openPage(`${consoleUrl}#/state/artists`);
    await rows(page).filter({ hasText: 'Name 5' }).first().waitFor();
    const list = page.locator('.rows');
    await list.evaluate((box) => {
      box.scrollTop = box.scrollHeight / 2;
    });
    await rows(page)
      .filter({ hasText: /Name 500\d\d/ })
      .first()
      .waitFor();
    await list.evaluate((box) => {
      box.scrollTop = box.scrollHeight;
    });
    await rows(page).filter({ hasText: 'Name 99999' }).waitFor();
    expect(await rows(page).count()).toBeLessThan(120);
    await page.getByLabel('Search the records').fill('Name 77777');
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it('shows 40 hostile texts as texts, also as keys', async () => {
    const { consoleUrl, put } = await openMuseum();
    await put({
      works: hostileTexts.map((text, at) => ({
        hall_id: 'east',
        id: text.slice(0, 200) || `x${at}`,
        title: text,
        image_url: text,
        kind: text,
        currency: text,
        acquired_at: text,
        tags: [text],
        artist_id: text.slice(0, 200),
        [`more ${text.slice(0, 50)}`]: text,
      })),
    });
    const page = await openPage(`${consoleUrl}#/state/works`);
    page.on('dialog', () => expect.unreachable('a text opened a dialog'));
    await rows(page).nth(10).waitFor();
    for (const at of [0, 4, 8, 12, 16, 20]) {
      await rows(page).nth(at).click();
      await page.getByRole('tab', { name: 'JSON' }).click();
      await page.getByRole('tab', { name: 'Form' }).click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    expect(await page.evaluate('globalThis.hit')).toBe(undefined);
    const counts = await page.evaluate(
      `['iframe', 'object', 'embed', 'base', 'main style', 'main link', 'main script', 'form[action]', 'a[href^="javascript" i]', 'a[href^="data" i]', 'a[href^="vbscript" i]'].filter((one) => document.querySelector(one))`,
    );
    expect(counts).toEqual([]);
  });
});

function rows(page: Page): ReturnType<Page['locator']> {
  return page.locator('.record-row:not(.head):not(.waiting)');
}

async function titles(page: Page): Promise<readonly string[]> {
  const texts = await rows(page).allInnerTexts();
  return texts.map((text) => /Dawn|Noon|Dusk|Night/.exec(text)?.[0] ?? text);
}
