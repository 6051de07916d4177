import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { hasBrowser, openPage } from './browser.ts';
import { openShop } from './shop.ts';

type Document = Readonly<Record<string, unknown>>;

async function openRecording(page: Page, document: object): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Open a recording…' }).click();
  const buffer = Buffer.from(JSON.stringify(document));
  await (await asked).setFiles({ name: 'a.json', mimeType: 'application/json', buffer });
}

async function record(consoleUrl: string): Promise<Document> {
  const reply = await fetch(`${consoleUrl}recording`);
  return (await reply.json()) as Document;
}

describe.skipIf(!hasBrowser)('a file that is nearly a recording', () => {
  it('is refused with the place, and nothing changes', async () => {
    const { consoleUrl, ask } = await openShop();
    await ask('GET', '/orders');
    const whole = await record(consoleUrl);
    const page = await openPage(consoleUrl);
    await page.locator('[data-request="1"]').waitFor();
    for (const [name, value, fault] of [
      ['server', [null], 'server is a list, not an object'],
      ['requests', [null], 'requests[0] is null, not an object'],
      ['overrides', [null], 'overrides[0] is null, not an object'],
      ['credentials', [null], 'credentials[0] is null, not an object'],
      ['collections', [null], 'collections[0] is null, not an object'],
      ['made_at', '9'.repeat(500), 'made_at is'],
    ] as const) {
      await openRecording(page, { ...whole, [name]: value });
      await page.getByText(`This file is no recording: ${fault}`).first().waitFor();
    }
    expect(await page.getByRole('region', { name: 'Recording' }).count()).toBe(0);
    await page.locator('[data-request="1"]').waitFor();
  });
});

describe.skipIf(!hasBrowser)('a view that fails', () => {
  it('says so, and leaves the rest of the console as it is', async () => {
    const { consoleUrl, ask } = await openShop();
    await ask('GET', '/orders');
    const page = await openPage(consoleUrl);
    // An answer that no server gives.
    await page.route('**/_mock/overrides*', (route) => route.fulfill({ json: [null] }));
    await page.getByRole('link', { name: 'Answers', exact: true }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'This view failed' });
    await failure.waitFor();
    await page.unroute('**/_mock/overrides*');
    await page.getByRole('link', { name: 'State', exact: true }).click();
    await failure.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /orders/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Answers', exact: true }).click();
    await page.getByText('Nothing is in place').waitFor();
  });
});
