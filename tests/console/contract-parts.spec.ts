import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openContext,
  openPage,
  serve,
} from './browser.ts';
import { execute, guardedContract } from './contract-kit.ts';
import { hostileTexts } from './hostile-texts.ts';
import { openShop } from './shop.ts';

const faulty = `openapi: 3.1.0
info: { title: Loose, version: 1.0.0 }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          content: { application/json: { schema: { type: array, items: { type: integer } } } }
`;

const overlay = {
  overlay: '1.1.0',
  info: { title: 'Corrections', version: '2' },
  actions: [
    {
      target: "$.paths['/orders'].get",
      description: 'Names it.',
      update: { summary: 'All orders' },
    },
  ],
};

describe.skipIf(!hasBrowser)('the findings', () => {
  it.each(looks)('stand with their lines on a %s in %s', async (size, scheme) => {
    const folder = await writeFolder({ 'api.yaml': faulty });
    const { consoleUrl } = await serve({ contract: join(folder, 'api.yaml') });
    const page = await openPage(`${consoleUrl}#/contract?part=findings`, { size, scheme });
    const finding = page.getByRole('listitem').filter({ hasText: 'must have a "description"' });
    await finding.getByText('api.yaml:8:9').waitFor();
    await finding.getByText("> 8 |         '200':").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await finding.getByRole('link', { name: 'listOrders' }).click();
    await page.getByRole('article', { name: 'GET /orders' }).waitFor();
  });

  it('say so where nothing is wrong', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract?part=findings`);
    await page.getByRole('heading', { name: 'Nothing is wrong with the contract' }).waitFor();
  });

  it('say so where the server refuses', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl, { expects: /status of 500/ });
    await page.route('**/_mock/findings', (route) =>
      route.fulfill({ status: 500, json: { title: 'Broken', detail: 'The check is broken.' } }),
    );
    await page.goto(`${consoleUrl}#/contract?part=findings`);
    await page.getByRole('alert').getByText('The check is broken.').waitFor();
  });

  it('show hostile texts as text', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl);
    const findings = hostileTexts.map((text) => {
      const shown = text.toWellFormed();
      const place = { file: shown, line: 1, column: 1, pointer: shown };
      return { severity: 'fault', message: shown, frame: `> 1 | ${shown}`, ...place };
    });
    await page.route('**/_mock/findings', (route) =>
      route.fulfill({ json: { count: 40, untried: 0, findings } }),
    );
    await page.goto(`${consoleUrl}#/contract?part=findings`);
    await expect.poll(() => page.locator('.finding').count()).toBe(40);
    expect(await page.evaluate('globalThis.hit')).toBe(undefined);
    expect(await page.locator('.finding-message').allInnerTexts()).toContain(
      `fault ${hostileTexts[1]}`,
    );
    await expectNoSidewaysScrolling(page);
  });
});

describe.skipIf(!hasBrowser)('the overlays', () => {
  it.each(looks)('are told with what they change on a %s in %s', async (size, scheme) => {
    const folder = await writeFolder({ 'more.json': JSON.stringify(overlay) });
    const { consoleUrl } = await openShop({ overlay: join(folder, 'more.json') });
    const page = await openPage(`${consoleUrl}#/contract?part=overlays`, { size, scheme });
    const shown = page.getByRole('article', { name: 'Overlay Corrections' });
    await shown.getByText('summary: All orders').waitFor();
    await shown.getByText('1 place changed').click();
    await shown.getByText('shop.yaml#/paths/~1orders/get').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('link', { name: 'Reference' }).click();
    await page.getByRole('link', { name: /GET.*\/orders.*All orders/ }).waitFor();
  });

  it('say so where there is none', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract?part=overlays`);
    await page.getByRole('heading', { name: 'No overlay changes the contract' }).waitFor();
  });
});

describe.skipIf(!hasBrowser)('a credential', () => {
  it.each([
    ['header', { headers: { 'X-Key': 'value-1' } }],
    ['query', { query: { key: 'value-1' } }],
    ['cookie', { cookies: { sid: 'value-1' } }],
  ])('is sent in a %s, once it is chosen', async (name, send) => {
    const { consoleUrl } = await serve({ contract: guardedContract });
    await mint(consoleUrl, name);
    const context = await openContext();
    const visit = { expects: /status of 401/ };
    const page = await openPage(`${consoleUrl}#/contract/${name}`, visit, context);
    await page.route('**/_mock/credentials/ann', (route) =>
      route.fulfill({
        json: [
          {
            name: 'ann',
            scheme: name,
            scopes: [],
            send: { headers: {}, query: {}, cookies: {}, ...send },
          },
        ],
      }),
    );
    await page.getByText('Needs').waitFor();
    expect(await execute(page)).toBe('401');
    await page.getByLabel('Try as').selectOption('ann');
    await page.getByText(`as ann (${name})`).waitFor();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('link', { name: 'Request 2 in traffic' }).waitFor();
    expect(await execute(page)).toBe('204');
    await page.getByRole('link', { name: 'Request 3 in traffic' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    // The choice stays while the console is open.
    await page.getByRole('link', { name: 'State' }).click();
    await page.goBack();
    expect(await page.getByLabel('Try as').inputValue()).toBe('ann');
  });

  it('that a test mints can be chosen at once', async () => {
    const { consoleUrl } = await serve({ contract: guardedContract });
    const page = await openPage(`${consoleUrl}#/contract/header`);
    await page.getByLabel('Try as').waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await mint(consoleUrl, 'header');
    await expect.poll(() => page.getByLabel('Try as').innerText()).toContain('ann');
  });
});

describe.skipIf(!hasBrowser)('with the keyboard alone', () => {
  it('a user finds an operation, and tries it', async () => {
    const { consoleUrl, mock } = await openShop();
    const before = mock.records('orders').length;
    const page = await openPage(consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByLabel('Search the operations').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('post');
    await expect.poll(() => page.locator('.index-link').count()).toBe(2);
    for (let count = 0; count < 5 && !page.url().includes('/createOrder'); count += 1) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate('document.activeElement.innerText');
      if (String(text).includes('Order something')) await page.keyboard.press('Enter');
    }
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    await page.getByRole('article').and(page.locator(':focus')).waitFor();
    for (let count = 0; count < 30; count += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.innerText')) === 'Execute') break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Request 1 in traffic' }).waitFor();
    expect(mock.records('orders')).toHaveLength(before + 1);
  });

  it('goes from one operation to the next, and back to the list', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract`);
    await page.locator('.index-link').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('article', { name: 'GET /orders', exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('article', { name: 'POST /orders', exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('article', { name: 'GET /orders', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.index-link:focus').waitFor();
  });
});

async function mint(consoleUrl: string, scheme: string): Promise<void> {
  const reply = await fetch(`${consoleUrl}credentials`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'ann', scheme, value: 'value-1', scopes: [] }),
  });
  expect(reply.status).toBe(201);
}
