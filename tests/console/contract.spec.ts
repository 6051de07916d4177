import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openPage,
  serve,
} from './browser.ts';
import { execute, makeHostileContract, makeLargeContract } from './contract-kit.ts';
import { hostileTexts } from './hostile-texts.ts';
import { openMuseum } from './museum.ts';
import { openRequest, openShop } from './shop.ts';

async function openOperation(consoleUrl: string, id: string, query = ''): Promise<Page> {
  const page = await openPage(`${consoleUrl}#/contract/${id}${query}`);
  await page.getByRole('heading', { name: 'Responses' }).waitFor();
  return page;
}

describe.skipIf(!hasBrowser)('the reference', () => {
  it.each(looks)('is read and tried on a %s in %s', async (size, scheme) => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract`, { size, scheme });
    await page.getByRole('heading', { name: 'What the operations do here' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('link', { name: /POST.*\/orders.*Order something/ }).click();
    await page.getByRole('heading', { name: 'Responses' }).waitFor();
    await expectAccessible(page);
    expect(await execute(page)).toBe('201');
    await page.getByRole('link', { name: 'Request 1 in traffic' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    expect(
      await page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.reference-side'))`,
      ),
    ).toBeLessThanOrEqual(1);
  });

  it('finds an operation by what it does', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract`);
    await page.getByLabel('Search the operations').fill('pay post');
    await expect.poll(() => page.locator('.index-link').count()).toBe(1);
    expect(page.url()).toContain('search=pay+post');
    await page.getByLabel('Search the operations').fill('nothing like it');
    await page.getByText('No operation has “nothing like it”').waitFor();
  });

  it('has a record in the path, where the contract has no example of one', async () => {
    const museum = await openMuseum();
    const page = await openOperation(museum.consoleUrl, 'getWork');
    expect(await execute(page)).toBe('200');
    await page.getByRole('link', { name: 'Request 1 in traffic' }).click();
    await page.getByRole('heading', { name: 'GET /halls/east/works/w1' }).waitFor();
  });

  it('says what an operation does here, why, and leads to its records, requests and answers', async () => {
    const { consoleUrl } = await openShop();
    const page = await openOperation(consoleUrl, 'listOrders');
    const operation = page.getByRole('article', { name: 'GET /orders' });
    await operation.getByText('answers with an array of "orders"').waitFor();
    const hrefs = ['Its records', 'Its requests', 'Its answers'].map((name) =>
      operation.getByRole('link', { name }).getAttribute('href'),
    );
    expect(await Promise.all(hrefs)).toEqual([
      '#/state/orders',
      '#/traffic?operation=listOrders',
      '#/answers/listOrders',
    ]);
  });

  it('sends what the user has written, and leads to that request', async () => {
    const { consoleUrl, mock } = await openShop();
    const page = await openOperation(consoleUrl, 'createOrder');
    await page.getByLabel('Request body').fill('{"item": "A very odd lamp", "quantity": 3}');
    expect(await execute(page)).toBe('201');
    expect(mock.records('orders')).toContainEqual(
      expect.objectContaining({ item: 'A very odd lamp', quantity: 3 }),
    );
    await page.getByRole('link', { name: 'Request 1 in traffic' }).click();
    await page.waitForURL(/#\/traffic\/1/);
    await page.getByRole('region', { name: 'Reply' }).waitFor();
  });

  it('sends parameters of path and query', async () => {
    const { consoleUrl } = await openShop();
    const page = await openOperation(consoleUrl, 'getOrder');
    await page.getByRole('textbox', { name: 'order_id' }).fill('2');
    expect(await execute(page)).toBe('200');
    await page.getByText('"id": 2').first().waitFor();
  });

  it('tries in the world that the console shows', async () => {
    const { consoleUrl, mock } = await openShop();
    const demo = mock.world('demo');
    const before = mock.records('orders').length;
    const page = await openOperation(consoleUrl, 'createOrder', '?world=demo');
    await page.getByText('Requests go to the world demo').waitFor();
    expect(await execute(page)).toBe('201');
    expect(demo.records('orders')).toHaveLength(before + 1);
    expect(mock.records('orders')).toHaveLength(before);
  });

  it('is reached from a request', async () => {
    const { page } = await openRequest('GET', '/orders/1');
    await page.getByRole('link', { name: 'in the reference' }).click();
    await page.getByRole('article', { name: 'GET /orders/{order_id}' }).waitFor();
  });

  it('is reached from a collection', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/state/customers`);
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Operations in the reference' }).click();
    await page.waitForURL(/#\/contract\?search=customers/);
    await page.locator('.index-link').first().waitFor();
  });

  it('shows an operation of a contract that is split into files', async () => {
    const folder = await writeFolder({
      'api.yaml':
        'openapi: 3.1.0\ninfo: { title: Split, version: "1" }\npaths: { /a: { $ref: paths/a.yaml } }\n',
      'paths/a.yaml':
        'get: { operationId: getA, responses: { "200": { description: It is., content: { application/json: { schema: { $ref: ../thing.json } } } } } }\n',
      'thing.json':
        '{"title": "The thing", "type": "object", "properties": {"of_thing": {"type": "string"}}}',
    });
    const { consoleUrl } = await serve({ contract: join(folder, 'api.yaml') });
    const page = await openOperation(consoleUrl, 'getA');
    await page.getByText('of_thing').first().waitFor();
    expect(await execute(page)).toBe('200');
  });

  it('shows a contract of 1,500 operations, a few lines at a time', async () => {
    const { consoleUrl } = await serve({ contract: makeLargeContract(1500) });
    const page = await openPage(`${consoleUrl}#/contract/get1234`);
    await page.getByText('Thing 1234.').waitFor();
    await page.locator('.index-link[aria-current]').waitFor();
    expect(await page.locator('.index-row').count()).toBeLessThan(80);
  });

  it('says so where there is no such operation, and where the server refuses', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract/getNothing`, { expects: /status of 500/ });
    await page.getByText('The contract has no operation “getNothing”').waitFor();
    await page.route('**/_mock/plan', (route) =>
      route.fulfill({ status: 500, json: { title: 'Broken', detail: 'The plan is broken.' } }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('The plan is broken.').waitFor();
  });

  it('says so where the contract has no operation', async () => {
    const contract = { openapi: '3.1.0', info: { title: 'Empty', version: '1' }, paths: {} };
    const { consoleUrl } = await serve({ contract: contract });
    const page = await openPage(`${consoleUrl}#/contract`);
    await page.getByRole('heading', { name: 'The contract has no operation' }).waitFor();
  });
});

describe.skipIf(!hasBrowser)('hostile texts of the contract', () => {
  it('are shown as text: nothing runs, loads or leads away', async () => {
    const { consoleUrl } = await serve({ contract: makeHostileContract() });
    const page = await openPage(`${consoleUrl}#/contract`);
    await page.locator('.renderedMarkdown').waitFor();
    await expectHarmless(page);
    for (const at of [0, 1, 5, 17, 30, 31, 37]) {
      await page.goto(`${consoleUrl}#/contract/op${at}`);
      await page.getByRole('article', { name: `GET /p${at}`, exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Responses' }).waitFor();
      await expectHarmless(page);
    }
    expect(hostileTexts).toHaveLength(40);
  });

  it('are sent as they are', async () => {
    const { consoleUrl } = await serve({ contract: makeHostileContract() });
    const page = await openPage(`${consoleUrl}#/contract/op0`);
    expect(await execute(page)).toBe('200');
    await expectHarmless(page);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });
});

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.hit')).toBe(undefined);
  expect(
    await page.evaluate(
      `[...document.querySelectorAll('main :is(script, style, img, iframe, object, form, base, meta, link), main a')]
        .filter((one) => one.tagName !== 'A' || /^(javascript|data|vbscript):/i.test(one.href))
        .map((one) => one.outerHTML)`,
    ),
  ).toEqual([]);
}
