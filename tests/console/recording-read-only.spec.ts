import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { hasBrowser } from './browser.ts';
import { openInvoices } from './invoices.ts';
import {
  banner,
  fetchRecording,
  goTo,
  makeRecording,
  places,
  showRecording,
} from './recording-kit.ts';
import { openShop } from './shop.ts';

const reason = 'A recording shows what was: this needs the server.';

/** Clicks what can be clicked at a place, each in turn, and what that opens. */
async function clickAll(page: Page, hash: string): Promise<number> {
  const controls = page.locator('main button:enabled:visible:not([popover] *)');
  await goTo(page, hash);
  const count = await controls.count();
  for (let at = 0; at < count; at += 1) {
    await goTo(page, hash);
    const control = controls.nth(at);
    if (!(await control.isVisible())) continue;
    await control.click();
    const items = page.locator('[popover]:popover-open [role=menuitem]:not([aria-disabled=true])');
    for (const label of await items.allInnerTexts()) {
      if (/^(Open|Close|Save) a|Close the recording/.test(label)) continue;
      await items.filter({ hasText: label }).first().click();
      await leaveDialog(page);
      await goTo(page, hash);
      await control.click();
    }
    await leaveDialog(page);
    expect([hash, at, await page.locator('.notices').getByText(reason).count()]).toEqual([
      hash,
      at,
      0,
    ]);
  }
  return count;
}

async function leaveDialog(page: Page): Promise<void> {
  const inside = page.locator('dialog button:enabled');
  for (const button of (await inside.all()).toReversed()) {
    expect(await button.innerText()).not.toMatch(/^(Save|Make|Put|Import|Drop|Mint|Keep)$/);
    if ((await button.innerText()) === '×') await button.click();
  }
  await page.keyboard.press('Escape');
}

describe.skipIf(!hasBrowser)('in a recording', () => {
  it('nothing looks as if it could be changed, in any view', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url());
    });
    let count = 0;
    for (const hash of places) count += await clickAll(page, hash);
    expect(count).toBeGreaterThan(20);
    expect(writes).toEqual([]);
    await banner(page).waitFor();
  });

  it.each([
    ['#/traffic', ['Clear…', 'Pause', 'All off', 'Remove the override slow']],
    ['#/traffic/1', ['Send again', 'Answer so from now on', 'Fail next time']],
    ['#/state/orders', ['New']],
    ['#/state/orders/1', ['Save', 'Duplicate', 'Delete…']],
    ['#/worlds/default', ['New world', 'Save a snapshot', 'Make one like it', 'Reset', 'Drop']],
    ['#/answers', ['All off', 'Remove slow']],
    ['#/answers/payOrder', ['Put in place', 'Take it away']],
    ['#/clock', ['Freeze', '+ 1 h', 'Advance', 'Jump', 'Back to the machine’s clock']],
  ])('the commands of %s are off, and say why', async (hash, names) => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    await goTo(page, hash);
    for (const name of names) {
      const button = page.getByRole('button', { name }).first();
      await button.waitFor();
      expect([name, await button.isDisabled()]).toEqual([name, true]);
      const title = await button.getAttribute('title');
      expect([name, title ?? reason]).toEqual([name, reason]);
      expect(await page.getByTitle(reason).filter({ has: button }).count()).toBeGreaterThan(0);
    }
  });

  it('credentials are neither minted nor copied', async () => {
    const { consoleUrl } = await openInvoices();
    const page = await showRecording(consoleUrl, await fetchRecording(consoleUrl));
    await goTo(page, '#/clock/Writer');
    for (const name of ['Mint a credential', 'Revoke', 'Copy as header', 'Duplicate'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  });

  it('records are read in a form and as JSON, and keep no draft', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    await goTo(page, '#/state/orders/1');
    await page.locator('.record .field').first().waitFor();
    expect(await page.locator('.record-body :is(input, select, textarea):enabled').count()).toBe(0);
    expect(await page.locator('.record-body button:enabled').count()).toBe(0);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const editor = page.locator('.json-editor .cm-content');
    await editor.click();
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Control+s');
    expect(await editor.innerText()).not.toContain('nonsense');
    await page.keyboard.press('Escape');
    await goTo(page, '#/state/customers?new=1');
    expect(await page.locator('.record-panel').count()).toBe(0);
    expect(await page.locator('.notice').count()).toBe(0);
  });

  it('the palette and the help have what can be done, and a way out', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    await goTo(page, '#/state/orders');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('Open the record').waitFor();
    expect(await help.innerText()).not.toMatch(/New record|Duplicate|Delete|Undo/);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const offers = page.getByRole('listbox');
    await offers.getByText('Close the recording').waitFor();
    const words = await offers.innerText();
    for (const gone of [
      'Reset the world',
      'overrides',
      'Clear the requests',
      'clock',
      'New record',
    ])
      expect(words).not.toContain(gone);
    await page.keyboard.type('close the rec');
    await page.keyboard.press('Enter');
    await banner(page).waitFor({ state: 'detached' });
  });
});
