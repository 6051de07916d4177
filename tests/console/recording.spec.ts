import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
import {
  banner,
  fetchRecording,
  giveFile,
  goTo,
  makeRecording,
  openRecording,
  places,
  showRecording,
} from './recording-kit.ts';
import { openShop } from './shop.ts';

function ofOther(text: string): string {
  return text.replaceAll(/"fingerprint":"\w+"/g, '"fingerprint":"other"');
}

describe.skipIf(!hasBrowser)('a recording', () => {
  it('is looked at in the console of another server', async () => {
    const text = await makeRecording();
    const other = await openShop();
    await other.ask('GET', '/customers');
    const page = await openPage(other.consoleUrl);
    await page.locator('[data-request="1"]').waitFor();
    await openRecording(page, text);
    await banner(page).getByText('It can be looked at, not changed').waitFor();
    expect(await banner(page).textContent()).not.toContain('another contract');
    await page.locator('[data-request="3"]').waitFor();
    await page.locator('[data-request="1"]').click();
    await page.getByText('a lamp').first().waitFor();
    await page.getByRole('region', { name: /chang/i }).getByText('item').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.filter-search').fill('paid');
    await page.locator('[data-request="2"]').waitFor({ state: 'detached' });
    await page.locator('[data-request="3"]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'State' }).click();
    await page.getByText('a lamp').first().waitFor();
    await page.getByRole('button', { name: 'Close the recording' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.getByText('a lamp').first().waitFor({ state: 'detached' });
  });

  it('says where it is of another contract', async () => {
    const text = await makeRecording();
    const other = await openShop();
    const page = await showRecording(other.consoleUrl, ofOther(text));
    await banner(page).getByText('The server has another contract').waitFor();
  });

  it.each(['{}', 'no JSON', '[1]', '{"format":1,"requests":[]}'])('is not %s', async (text) => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl);
    await openRecording(page, text);
    await page.getByText('This file is no recording').waitFor();
  });

  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text, { size, scheme });
    for (const hash of places) {
      await goTo(page, hash);
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
    }
  });
  it('the header says so, and the clock stands still', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    await page.getByRole('banner').getByText('recording', { exact: true }).waitFor();
    expect(await page.getByText('live', { exact: true }).count()).toBe(0);
    // It was that of the machine.
    expect(await page.locator('.clock-chip').count()).toBe(0);
    await goTo(page, '#/clock');
    const time = page.locator('.clock-time');
    await page.getByText('when the recording was made').waitFor();
    const before = await time.innerText();
    await page.waitForTimeout(2100);
    expect(await time.innerText()).toBe(before);
    const { world } = JSON.parse(text) as { readonly world: { readonly now: string } };
    expect(await time.getAttribute('datetime')).toBe(new Date(world.now).toISOString());
  });

  it('the coverage is not there, and no word says that the server does not count it', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    await goTo(page, '#/coverage');
    await page.getByText('The recording does not have this.').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('--no-coverage');
  });

  it('the same contract is read from the server, and nothing is tried', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    await goTo(page, '#/traffic/1');
    await page.getByRole('link', { name: 'in the reference' }).click();
    await page.getByText('requests can be tried when it is closed').waitFor();
    await page.locator('.opblock').waitFor();
    expect(await page.getByRole('button', { name: /Execute|Try it out/ }).count()).toBe(0);
    expect(await page.getByText('Try as').count()).toBe(0);
    await expectAccessible(page);
  });

  it('links to the contract are left out while the server has another one', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, ofOther(text));
    await goTo(page, '#/traffic/1');
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    expect(await page.getByText('in the reference').count()).toBe(0);
    await goTo(page, '#/state/orders');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Columns…' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'in the reference' }).count()).toBe(0);
    await goTo(page, '#/contract');
    await page.getByText('the server does not have that contract now').waitFor();
  });

  it('the banner follows when the server loads another contract', async () => {
    const api = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} };
    const contract = join(await writeFolder({ 'api.json': JSON.stringify(api) }), 'api.json');
    const { consoleUrl } = await serve({ contract, watch: true });
    const page = await showRecording(consoleUrl, await fetchRecording(consoleUrl));
    expect(await banner(page).textContent()).not.toContain('another contract');
    const paths = { '/things': { get: { responses: { 204: { description: 'None.' } } } } };
    await writeFile(contract, JSON.stringify({ ...api, paths }));
    await banner(page).getByText('The server has another contract').waitFor();
    await writeFile(contract, JSON.stringify(api));
    await banner(page).getByText('The server has another contract').waitFor({ state: 'detached' });
  });

  it('a page that is loaded anew says that the recording was closed', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text);
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('lamp');
    await page.reload();
    await page.getByText('The recording rec.json was closed').waitFor();
    await giveFile(page, text, () => page.getByRole('button', { name: 'Open it again…' }).click());
    await banner(page).waitFor();
    await page.getByRole('button', { name: 'Close the recording' }).click();
    await banner(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(await page.getByText('was closed').count()).toBe(0);
  });

  it('changes that are not saved wait for the server to be shown again', async () => {
    const text = await makeRecording();
    const shop = await openShop();
    await shop.ask('POST', '/orders', { item: 'a pen' });
    const page = await openPage(`${shop.consoleUrl}#/state/orders/1`);
    await page.getByLabel('item').fill('a draft');
    await page.getByRole('link', { name: 'Traffic' }).click();
    await openRecording(page, text);
    await banner(page).waitFor();
    await page.getByRole('button', { name: 'Close the recording' }).click();
    await goTo(page, '#/state/orders/1');
    await expect.poll(() => page.getByLabel('item').inputValue()).toBe('a draft');
  });

  it('header and banner leave the room of a phone to what is shown', async () => {
    const text = await makeRecording();
    const { consoleUrl } = await openShop();
    const page = await showRecording(consoleUrl, text, { size: 'phone' });
    const box = await banner(page).boundingBox();
    expect(box?.height).toBeLessThan(42);
  });
});
