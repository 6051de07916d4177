import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { expectNoSidewaysScrolling, hasBrowser, openContext, openPage, serve } from './browser.ts';
import { openShop } from './shop.ts';

const token = 'the-token-of-this-ring';
const title = 'The long title of a contract of a whole company';

describe.skipIf(!hasBrowser)('the console keeps its shape', () => {
  it.each([
    [1440, 50],
    [1200, 50],
    [375, 90],
  ])('%d px wide, its head has %d px at most and never jumps', async (width, most) => {
    const paths = { '/a': { get: { responses: { 200: { description: 'An answer' } } } } };
    const contract = { openapi: '3.1.0', info: { title, version: '1.2.3' }, paths };
    const { mock, consoleUrl } = await serve({ contract, controlToken: token });
    const page = await openPage(consoleUrl, { expects: /status of 401/ });
    await page.setViewportSize({ width, height: 800 });
    await page.getByLabel('Control token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const before = await boxesOf(page, 'header.top');
    mock.world('default').setClock({ now: '2031-05-06T07:08:09Z', frozen: true });
    await page.getByRole('link', { name: /^frozen 2031-05-06/ }).waitFor();
    expect(await boxesOf(page, 'header.top')).toEqual(before);
    expect(before[0]?.height).toBeLessThanOrEqual(most);
    expect(await page.locator('.brand').getAttribute('title')).toContain(`${title} 1.2.3`);
    await expectNoSidewaysScrolling(page);
  });

  it.each([1300, 1361, 1440])(
    'has room for all its views at %d px, whatever the names of the worlds',
    async (width) => {
      const shop = await openShop({ visitorWorlds: true, controlToken: token });
      for (let at = 10; at < 40; at += 1)
        shop.mock.world(`visitor-${'W'.repeat(20)}${at}`).setClock({});
      const page = await openPage(shop.consoleUrl);
      await page.setViewportSize({ width, height: 800 });
      await page.getByLabel('Control token').fill(token);
      await page.keyboard.press('Enter');
      await page
        .getByRole('banner')
        .getByRole('combobox', { name: 'World' })
        .selectOption(`visitor-${'W'.repeat(20)}12`);
      const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('header.top nav'))`;
      expect(await page.evaluate(hidden)).toBe(0);
      await expectNoSidewaysScrolling(page);
    },
  );

  it('has the cells of a request on one line', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    const page = await openPage(`${shop.consoleUrl}#/traffic`);
    await page.locator('[data-request]').waitFor();
    for (const row of ['.request-head', '.request-line:not(.request-head)']) {
      const cells = await boxesOf(page, `${row} > span`);
      const filled = cells.filter(({ height }) => height > 0);
      expect(filled.length).toBeGreaterThan(6);
      for (const { y, height } of filled)
        expect(Math.abs(y + height / 2 - middleOf(filled[0]))).toBeLessThan(2);
    }
  });

  it('has what to do with a snapshot within a phone, and a way back from each panel', async () => {
    const shop = await openShop();
    const name = 'a-snapshot-with-a-name-of-sixty-letters-which-is-what-there-is';
    shop.mock.world('default').save(name.slice(0, 60));
    const page = await openPage(`${shop.consoleUrl}#/worlds?show=snapshots`, { size: 'phone' });
    for (const what of [/^Restore/, /^New world/, /^Drop/]) {
      const box = await page.getByRole('button', { name: what }).boundingBox();
      expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(375);
    }
    await page.getByRole('link', { name: /^Worlds \(/ }).click();
    await page.getByRole('link', { name: 'default', exact: true }).click();
    await page.getByRole('button', { name: '← Worlds' }).click();
    await page.getByRole('button', { name: 'New world' }).waitFor();
  });

  it('has the cross of a panel at one height', async () => {
    const shop = await openShop();
    await shop.ask('GET', '/orders');
    const context = await openContext();
    const heights: (number | undefined)[] = [];
    for (const path of ['traffic/1', 'worlds/default', 'answers/listOrders', 'state/orders/1']) {
      const page = await openPage(`${shop.consoleUrl}#/${path}`, {}, context);
      const box = await page.getByRole('button', { name: /^Close the/ }).boundingBox();
      heights.push(box?.y);
    }
    expect(new Set(heights).size).toBe(1);
  });
});

interface Box {
  readonly y: number;
  readonly height: number;
}

async function boxesOf(page: Page, selector: string): Promise<readonly Box[]> {
  const boxes = await Promise.all(
    (await page.locator(selector).all()).map((one) => one.boundingBox()),
  );
  return boxes.map((box) => ({ y: box?.y ?? 0, height: box?.height ?? 0 }));
}

function middleOf(box: Box | undefined): number {
  return box ? box.y + box.height / 2 : 0;
}
