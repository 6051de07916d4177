import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  notice,
  openContext,
  openPage,
  serve,
} from './browser.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

interface Placed {
  readonly id: string;
  readonly world: string;
  readonly reply?: object;
  readonly fault?: object;
}

async function listOverrides({ consoleUrl }: Pick<Shop, 'consoleUrl'>): Promise<readonly Placed[]> {
  return (await (await fetch(`${consoleUrl}overrides`)).json()) as readonly Placed[];
}

async function open(path = ''): Promise<{ readonly shop: Shop; readonly page: Page }> {
  const shop = await openShop();
  const page = await openPage(`${shop.consoleUrl}#/answers${path}`);
  await page.getByLabel('Search the operations').waitFor();
  return { shop, page };
}

const status = async ({ ask }: Shop, path = '/orders/1'): Promise<number> =>
  (await ask('GET', path)).status;

describe.skipIf(!hasBrowser)('the answer of an operation', () => {
  it('is switched in its line, and back to the usual, by one override', async () => {
    const { shop, page } = await open();
    const choice = page.getByLabel('Answer of getOrder');
    await choice.selectOption('404');
    await expect.poll(() => status(shop)).toBe(404);
    await choice.selectOption('!503');
    await expect.poll(() => status(shop)).toBe(503);
    expect((await listOverrides(shop)).map(({ id }) => id)).toEqual(['console-getOrder']);
    await choice.selectOption('');
    await page.getByRole('status').getByText('answers as usual').waitFor();
    expect(await status(shop)).toBe(200);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => status(shop)).toBe(503);
  });

  it('is changed as a form: failure, delay, times, all worlds', async () => {
    const { shop, page } = await open('/getOrder');
    const form = page.getByRole('region', { name: 'GET /orders/{order_id}' });
    await form.getByLabel('Answer', { exact: true }).selectOption('404');
    await form.getByLabel('Delay').selectOption('fixed');
    await form.getByLabel('Wait').fill('5ms');
    await form.getByLabel('Times').fill('1');
    await form.getByLabel('in all worlds').check();
    await form.getByRole('button', { name: 'Put in place' }).click();
    await page.getByRole('status').getByText('console-getOrder is in place').waitFor();
    expect(await listOverrides(shop)).toMatchObject([
      { world: '*', reply: { status: 404 }, fault: { latency: '5ms' }, times: 1, left: 1 },
    ]);
    expect(await status(shop)).toBe(404);
    expect(await status(shop)).toBe(200);
    // Its use shows by itself.
    await page.getByText('1 hit, 0 left').waitFor();
    await form.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => listOverrides(shop)).toEqual([]);
  });

  it('is limited by a rate, which stands alone', async () => {
    const { shop, page } = await open('/getOrder');
    await page.getByLabel('Requests', { exact: true }).fill('1');
    await page.getByLabel('Delay').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Put in place' }).click();
    await page.getByRole('status').getByText('is in place').waitFor();
    expect([await status(shop), await status(shop)]).toEqual([200, 429]);
  });

  it('shows what the server refuses beside the field', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/answers/getOrder`, { expects: /400/ });
    await page.getByLabel('Delay').selectOption('fixed');
    await page.getByLabel('Wait').fill('soon');
    await page.getByRole('button', { name: 'Put in place' }).click();
    const part = page.getByRole('group', { name: 'Delay and connection' });
    await part.getByRole('alert').getByText('/fault/latency').waitFor();
    expect(await listOverrides(shop)).toEqual([]);
  });

  it.each([
    ['Copy as curl', /^curl -X PUT .*overrides\/console-getOrder/s],
    ['Copy as code', /^mock\.use\(/],
  ])('%s', async (name, pattern) => {
    const { page } = await open('/getOrder');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Answer', { exact: true }).selectOption('404');
    await page.getByText('The override as JSON').click();
    await page.getByRole('button', { name }).click();
    await notice(page, /^Copied/).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(pattern);
  });
});

describe.skipIf(!hasBrowser)('what is in place', () => {
  it('shows what a test puts there, is edited as JSON, and is all off and back', async () => {
    const { shop, page } = await open();
    await page.getByText('Nothing is in place').waitFor();
    shop.mock.use({ id: 'mine', operation: 'getOrder', reply: { status: 404 } });
    shop.mock.use({ id: 'all', world: '*', fault: { latency: 1 } });
    await page.getByText('1 of them for all worlds').waitFor();
    await page.getByRole('button', { name: 'Edit mine as JSON' }).click();
    const area = page.getByLabel('The override as JSON');
    await area.fill('{"operation": "getOrder", "reply": {"status": 404}, "times": 1}');
    await page.getByRole('dialog').getByRole('button', { name: 'Put in place' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect([await status(shop), await status(shop)]).toEqual([404, 200]);
    await page.getByRole('button', { name: 'All off', exact: true }).click();
    await page.getByText('Nothing is in place').waitFor();
    expect(await listOverrides(shop)).toEqual([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 overrides in place').waitFor();
    expect(await listOverrides(shop)).toMatchObject([{ id: 'mine' }, { id: 'all', world: '*' }]);
    await page.getByRole('button', { name: 'Remove mine' }).click();
    await page.getByText('1 override in place').waitFor();
  });

  it('is the same in two tabs', async () => {
    const shop = await openShop();
    const context = await openContext();
    const one = await openPage(`${shop.consoleUrl}#/answers`, {}, context);
    const two = await openPage(`${shop.consoleUrl}#/answers`, {}, context);
    await one.bringToFront();
    await one.getByLabel('Answer of getOrder').selectOption('404');
    await two.bringToFront();
    await two.getByText('1 override in place').waitFor();
    expect(await two.getByLabel('Answer of getOrder').inputValue()).toBe('404');
  });
});

describe.skipIf(!hasBrowser)('the presets', () => {
  it.each([
    ['Slow network', ['preset-slow']],
    ['Offline', ['preset-offline']],
    ['Expired sessions', ['preset-expired']],
  ])('%s is on and off', async (name, ids) => {
    const { shop, page } = await open();
    const preset = page.getByRole('switch', { name });
    await preset.click();
    await page.locator('[role=switch][aria-checked=true]').waitFor();
    expect((await listOverrides(shop)).map(({ id }) => id)).toEqual(ids);
    await preset.click();
    await expect.poll(() => listOverrides(shop)).toEqual([]);
  });

  it('that are on go on with another percentage', async () => {
    const { shop, page } = await open();
    await page.getByRole('switch', { name: '10 % errors' }).click();
    await page.locator('[role=switch][aria-checked=true]').waitFor();
    await notice(page, '10 % errors: on').waitFor();
    await page.getByLabel('Errors %').fill('100');
    await page.keyboard.press('Tab');
    await notice(page, '100 % errors: on').waitFor();
    await expect.poll(() => status(shop)).toBe(503);
  });

  it('offline resets each connection', async () => {
    const { shop, page } = await open();
    await page.getByRole('switch', { name: 'Offline' }).click();
    await page.locator('[role=switch][aria-checked=true]').waitFor();
    await expect(shop.ask('GET', '/orders/1')).rejects.toThrow();
  });

  it('errors come from the seed, in the same order each time', async () => {
    const { shop, page } = await open();
    await page.getByLabel('Errors %').fill('50');
    const preset = page.getByRole('switch', { name: '50 % errors' });
    const run = async (): Promise<readonly number[]> => {
      await preset.click();
      await page.locator('[role=switch][aria-checked=true]').waitFor();
      const found: number[] = [];
      while (found.length < 12) found.push(await status(shop));
      await preset.click();
      await page.getByText('Nothing is in place').waitFor();
      expect(await listOverrides(shop)).toEqual([]);
      return found;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await run()).toEqual(first);
  });
});

describe.skipIf(!hasBrowser)('the view of the answers', () => {
  it('says what the server answered where it can not show them', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl, { expects: /500/ });
    await page.route('**/_mock/overrides', (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }),
    );
    await page.getByRole('link', { name: 'Answers' }).click();
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
  });

  it.each(looks)('looks right: %s, %s', async (size, scheme) => {
    const shop = await openShop();
    shop.mock.use({ operation: 'getOrder', reply: { status: 404 }, times: 3 });
    shop.mock.use({ id: 'x'.repeat(64), world: '*', fault: { latency: '1s' } });
    const page = await openPage(`${shop.consoleUrl}#/answers`, { size, scheme });
    await page.getByText('2 overrides in place').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.goto(`${shop.consoleUrl}#/answers/getOrder`);
    await page.getByText('Declared responses').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('is used by keyboard alone', async () => {
    const { shop, page } = await open();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Requests' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByLabel('Search the operations').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('getOrder');
    await page.waitForURL(/search=getOrder/);
    await page.getByRole('link', { name: 'GET /orders/{order_id}' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('404');
    await page.getByText('1 override in place').waitFor();
    await expect.poll(() => status(shop)).toBe(404);
    await page.getByRole('link', { name: 'GET /orders/{order_id}' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Declared responses').waitFor();
    // The next key of a user who goes on at once is pressed there.
    await page.evaluate(`void (globalThis.focused = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector('.answer-panel')) return;
        resolve(document.activeElement.dataset.operation ?? 'nothing');
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
    }))`);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('globalThis.focused')).toBe('getOrder');
  });

  it('shows hostile texts as texts', async () => {
    const paths = Object.fromEntries(
      hostileTexts.map((text, at) => [
        `/things-${at}`,
        {
          get: {
            operationId: `op ${text.replaceAll('\u0000', '')}`,
            summary: text,
            tags: [text],
            responses: { 200: { description: text } },
          },
        },
      ]),
    );
    const contract = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths };
    const { mock, consoleUrl } = await serve({ contract, stateless: true });
    for (const [at, text] of hostileTexts.entries())
      mock.use({ id: `h${at}`, reply: { breach: true, body: text }, fault: { latency: 0 } });
    const page = await openPage(`${consoleUrl}#/answers`);
    await page.getByText(`${hostileTexts.length} overrides in place`).waitFor();
    await page.getByRole('link', { name: 'GET /things-0', exact: true }).click();
    await page.getByText('Declared responses').waitFor();
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(await page.locator('main script, main iframe, main img').count()).toBe(0);
    await expectNoSidewaysScrolling(page);
  });
});
