import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { MockWorld } from '../../src/index.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  notice,
  openContext,
  openPage,
} from './browser.ts';
import { hostileTexts } from './hostile-texts.ts';
import { openInvoices } from './invoices.ts';

interface Opened {
  readonly page: Page;
  readonly world: MockWorld;
  readonly url: string;
}

async function open(hash = '#/clock', expects?: RegExp): Promise<Opened> {
  const { mock, url, consoleUrl } = await openInvoices();
  const context = await openContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openPage(consoleUrl + hash, expects ? { expects } : {}, context);
  await page.getByRole('heading', { name: 'Who may what' }).waitFor();
  return { page, world: mock.world('default'), url };
}

const button = (page: Page, name: string): ReturnType<Page['getByRole']> =>
  page.getByRole('button', { name, exact: true });

async function copied(page: Page, what: string): Promise<unknown> {
  await notice(page, `Copied ${what}`).waitFor();
  return page.evaluate('navigator.clipboard.readText()');
}

describe.skipIf(!hasBrowser)('who may what', () => {
  it('is a table for each scheme, with scopes, operations and expiry', async () => {
    const { page } = await open();
    const table = page.getByRole('region', { name: 'Who may what by key' }).getByRole('table');
    const read = table.getByRole('row', { name: /invoices:read/ });
    expect(await read.getByRole('rowheader').innerText()).toContain('2 operations');
    expect(await read.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringContaining('yes'),
      expect.stringContaining('yes'),
    ]);
    const write = table.getByRole('row', { name: /invoices:write/ });
    expect(await write.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringContaining('no'),
      expect.stringContaining('yes'),
    ]);
    const head = table.getByRole('columnheader', { name: /Writer/ });
    for (const text of ['for the import', 'until 2030-0', 'only id: 1'])
      expect(await head.innerText()).toContain(text);
    await button(page, '+ 1 day').waitFor();
    await page.getByLabel('Advance by').fill('40d');
    await button(page, 'Advance').click();
    await head.getByText('expired').waitFor();
    const scheme = page.getByRole('region', { name: 'Scheme login' });
    await scheme.getByText('no credential is of this scheme').waitFor();
  });

  it.each(looks)(
    'an opened credential can be used otherwise on a %s in %s',
    async (size, scheme) => {
      const { consoleUrl } = await openInvoices();
      const page = await openPage(`${consoleUrl}#/clock/Reader`, { size, scheme });
      await page.getByText('Lacks a scope').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
      await page.keyboard.press('n');
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
    },
  );

  it('an opened credential says what it may call, and which scope is missing', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'Reader' }).click();
    await page.waitForURL(/#\/clock\/Reader/);
    const panel = page.getByRole('article', { name: 'Credential Reader' });
    await panel.getByText('never expires').waitFor();
    const drop = panel.getByRole('listitem').filter({ hasText: 'DELETE' });
    await drop.getByText('lacks invoices:write').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/clock$/);
    await page.getByRole('link', { name: 'Browser' }).click();
    await page.getByText('Another scheme is asked for').waitFor();
  });

  it('an operation is found, with those who may call it', async () => {
    const { page } = await open();
    await page.getByLabel('Search the operations').fill('dropInv');
    const found = page.getByRole('region', { name: 'Who may call an operation' });
    expect(await found.getByRole('listitem').getByRole('link').allInnerTexts()).toEqual(['Writer']);
    await page.waitForURL(/operation=dropInv/);
    await page.getByLabel('Search the operations').fill('nothing');
    await page.getByText('No operation is like that.').waitFor();
  });

  it('a credential is copied as a request has it', async () => {
    const { page, url } = await open('#/clock/Reader');
    await button(page, 'Copy as header').click();
    expect(await copied(page, 'the header line')).toBe('X-Key: key-of-the-reader');
    const choose = async (item: string): Promise<void> => {
      await button(page, 'Copy').click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('As curl');
    const curl = await copied(page, 'a curl command');
    expect(curl).toBe(`curl -H 'X-Key: key-of-the-reader' '${url}/invoices'`);
    await choose('As JavaScript');
    const script = await copied(page, 'it as JavaScript');
    expect(script).toBe('{ headers: { "X-Key": "key-of-the-reader" } }');
    const { status } = await fetch(`${url}/invoices`, {
      headers: { 'X-Key': 'key-of-the-reader' },
    });
    expect(status).toBe(200);
  });

  it('a session is copied as a cookie, by a key', async () => {
    const { page } = await open('#/clock/Browser');
    await page.getByRole('article', { name: 'Credential Browser' }).waitFor();
    await page.keyboard.press('c');
    expect(await copied(page, 'the header line')).toBe('Cookie: sid=a%3Bb');
  });
});

describe.skipIf(!hasBrowser)('a credential', () => {
  it('is minted with all that it can have, by keyboard alone', async () => {
    const { page, world } = await open();
    await page.keyboard.press('n');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Import');
    await page.keyboard.press('Tab');
    await page.keyboard.type('key-of-the-import');
    await page.getByLabel('invoices:write').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Expires, by the clock of the world').focus();
    await page.keyboard.type('in 1 hour');
    await page.getByLabel('Label').focus();
    await page.keyboard.type('of a test');
    await button(page, 'Restrict a parameter').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Values of id').focus();
    await page.keyboard.type('1, 2');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value', { exact: true }).getByText('key-of-the-import').waitFor();
    const [minted] = world.credentials('Import');
    expect(minted).toMatchObject({
      value: 'key-of-the-import',
      scopes: ['invoices:write'],
      expiresAt: Date.parse('2030-01-01T10:00:00Z'),
      label: 'of a test',
    });
    expect([...(minted?.only ?? [])]).toEqual([['id', ['1', '2']]]);
    await button(page, 'Copy as header').focus();
    await page.keyboard.press('Enter');
    expect(await copied(page, 'the header line')).toBe('X-Key: key-of-the-import');
    await page.getByRole('link', { name: 'Open it' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/clock\/Import/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is refused at its field where its value is taken or can’t be', async () => {
    const { page, world } = await open('#/clock', /40[09]/);
    await button(page, 'Mint a credential').click();
    await page.getByRole('dialog', { name: 'Mint a credential' }).waitFor();
    await page.getByLabel('Value', { exact: true }).fill('key-of-the-reader');
    await page.getByLabel('Name', { exact: true }).fill('Other');
    await button(page, 'Mint').click();
    await page.getByText(/has the same value/).waitFor();
    await page.getByLabel('Value', { exact: true }).fill(' x ');
    await button(page, 'Mint').click();
    await page.getByText(/begins or ends with white space/).waitFor();
    expect(world.credentials('Other')).toEqual([]);
  });

  it('is made up where nothing is filled in, and says why it changes nothing', async () => {
    const { mock, consoleUrl } = await openInvoices({ auth: 'presence' });
    const page = await openPage(`${consoleUrl}#/clock`);
    await button(page, 'Mint a credential').click();
    await button(page, 'Mint').click();
    await page
      .getByRole('alert')
      .getByText(/changes nothing: with the option auth "presence"/)
      .waitFor();
    expect(mock.world('default').credentials('minted-1')).toHaveLength(1);
  });

  it('is duplicated with other scopes', async () => {
    const { page, world } = await open('#/clock/Writer');
    await button(page, 'Duplicate').click();
    await page.getByRole('dialog', { name: 'Duplicate Writer' }).waitFor();
    await page.getByLabel('invoices:read').uncheck();
    await page.getByLabel('Name', { exact: true }).fill('Twin');
    await button(page, 'Mint').click();
    await page.getByRole('dialog', { name: 'Minted Twin' }).waitFor();
    expect(world.credentials('Twin')).toMatchObject([
      { scheme: 'key', scopes: ['invoices:write'], label: 'for the import' },
    ]);
  });

  it('is revoked after a question, and comes back by a reset', async () => {
    const { page, world, url } = await open('#/clock/Reader');
    const ask = async (): Promise<number> =>
      (await fetch(`${url}/invoices`, { headers: { 'X-Key': 'key-of-the-reader' } })).status;
    expect(await ask()).toBe(200);
    await button(page, 'Revoke').click();
    const dialog = page.getByRole('dialog', { name: 'Revoke Reader?' });
    await dialog.getByText('A reset of the world brings back').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await notice(page, 'Revoked Reader').waitFor();
    await page.getByRole('link', { name: 'Reader' }).waitFor({ state: 'detached' });
    expect([await ask(), world.credentials('Reader')]).toEqual([401, []]);
    await world.reset();
    await page.getByRole('link', { name: 'Reader' }).waitFor();
    expect(await ask()).toBe(200);
  });

  it('shows 40 hostile texts as texts', async () => {
    const { page, world } = await open();
    const texts = hostileTexts.filter((text) => text.length <= 200);
    for (const text of texts)
      world.mint({ name: text, scheme: 'key', scopes: [], label: text, only: { id: [text] } });
    for (const text of texts.slice(0, 3)) {
      const head = page.getByRole('columnheader').filter({ hasText: text });
      await head.first().waitFor();
    }
    await expect.poll(() => page.getByRole('columnheader').count()).toBeGreaterThan(texts.length);
    await page.getByRole('link', { name: texts[0] ?? '', exact: true }).click();
    await page.getByRole('article', { name: `Credential ${texts[0]}` }).waitFor();
    await button(page, 'Revoke').click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    await expectNoSidewaysScrolling(page);
  });
});
