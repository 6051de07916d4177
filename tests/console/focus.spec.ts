import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { expectAccessible, hasBrowser, openPage } from './browser.ts';
import { expectFocus, expectSaid, pressButton, tabTo } from './by-keys.ts';
import { openInvoices } from './invoices.ts';
import { openShop } from './shop.ts';

const token = 'the-token-of-this-ring';

async function openAt(hash: string, button: string): Promise<Page> {
  const shop = await openShop();
  await shop.ask('GET', '/orders');
  shop.mock.world('a');
  const page = await openPage(shop.consoleUrl + hash);
  await page.getByRole('button', { name: button, exact: true }).first().waitFor();
  return page;
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe.skipIf(!hasBrowser)('a dialog', () => {
  it.each([
    ['#/traffic', '?', 'BUTTON Close', 'BUTTON Help'],
    ['#/traffic', 'Go to… Ctrl K', 'INPUT Search operations', 'BUTTON Go to…'],
    ['#/traffic', 'Clear…', 'BUTTON Cancel', 'BUTTON Clear…'],
    ['#/worlds', 'New world', 'INPUT Name', 'BUTTON New world'],
    ['#/worlds', 'Drop all others', 'BUTTON Cancel', 'BUTTON Drop all others'],
    ['#/worlds?show=snapshots', 'Save “default”', 'INPUT Name', 'BUTTON Save “default”'],
    ['#/worlds/a', 'Drop', 'BUTTON Cancel', 'BUTTON Drop'],
    ['#/worlds/a', 'Reset', 'BUTTON Cancel', 'BUTTON Reset'],
    ['#/coverage', 'Begin anew…', 'BUTTON Cancel', 'BUTTON Begin anew…'],
  ])(
    'in %s, opened by “%s”, begins at “%s” and ends at “%s”',
    async (hash, opener, first, last) => {
      const name = opener === '?' ? 'Help' : opener;
      const page = await openAt(hash, name);
      await pressButton(page, opener);
      await page.getByRole('dialog').waitFor();
      await expectFocus(page, first);
      await close(page);
      await expectFocus(page, last);
    },
  );

  it('of a credential begins in its first field, and goes on at its value', async () => {
    const { consoleUrl } = await openInvoices();
    const page = await openPage(`${consoleUrl}#/clock`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { name: 'Who may what' }).waitFor();
    await pressButton(page, 'Mint a credential');
    await expectFocus(page, 'SELECT Scheme');
    await tabTo(page, 'Name');
    await page.keyboard.type('Nina');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Minted Nina' }).waitFor();
    await expectFocus(page, 'BUTTON Copy the value');
    await page.keyboard.press('Enter');
    await expectSaid(page, 'Copied the value');
    await close(page);
    await expectFocus(page, 'BUTTON Mint a credential');
  });

  it('gives the focus to the view where its opener is gone', async () => {
    const page = await openAt('#/worlds/a', 'Drop');
    await pressButton(page, 'Drop');
    await expectFocus(page, 'BUTTON Cancel');
    await pressButton(page, 'Drop it');
    await page.getByRole('link', { name: 'a', exact: true }).waitFor({ state: 'detached' });
    await expectFocus(page, 'H1 Worlds');
  });

  it('takes each letter that follows its key', async () => {
    const page = await openAt('#/traffic', 'Clear…');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('freeze');
    await expect.poll(() => page.getByRole('combobox').last().inputValue()).toBe('freeze');
    expect(await page.locator('.filter-search').inputValue()).toBe('');
    await expectSaid(page, /^\d+ results?$/);
    await close(page);
    await expectFocus(page, 'INPUT Search');
  });
});

describe.skipIf(!hasBrowser)('the focus stays in the page', () => {
  it('after signing in', async () => {
    const { consoleUrl } = await openShop({ controlToken: token });
    const page = await openPage(consoleUrl);
    await expectFocus(page, 'INPUT Control token');
    expect(await page.title()).toBe('Sign in – Stuntdouble');
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await expectFocus(page, 'H1 Traffic');
  });

  it('after all overrides are off', async () => {
    const shop = await openShop();
    await shop.ask('POST', '/_mock/overrides', { operation: 'getOrder', reply: { status: 404 } });
    const page = await openPage(`${shop.consoleUrl}#/answers`);
    await page.getByRole('button', { name: 'All off' }).waitFor();
    await pressButton(page, 'All off');
    await page.getByText('Nothing is in place').waitFor();
    await expectFocus(page, 'SECTION Operations');
  });

  it('after a world is made, used by this browser, and no more', async () => {
    const page = await openAt('#/worlds', 'New world');
    await pressButton(page, 'New world');
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/worlds\/mine/);
    await expectFocus(page, 'BUTTON New world');
    await pressButton(page, 'Use this world in this browser');
    await expectSaid(page, 'Pages in this browser use the world “mine”');
    await expectFocus(page, 'BUTTON Stop using it in this browser');
    await page.reload();
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await pressButton(page, 'Stop');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await expectFocus(page, 'H1 Worlds');
  });

  it('while a button of the clock is busy', async () => {
    const { consoleUrl } = await openInvoices();
    const page = await openPage(`${consoleUrl}#/clock`);
    await page.getByRole('heading', { name: 'Who may what' }).waitFor();
    await pressButton(page, 'Let it go on');
    await expectSaid(page, 'The clock goes on');
    await expectFocus(page, 'BUTTON Freeze');
    await page.keyboard.press('Enter');
    await expectSaid(page, 'The clock is frozen');
    const report = page.locator('.move-place');
    expect(await report.getAttribute('role')).toBe('status');
    await pressButton(page, '+ 1 min');
    await report.getByText('1 minute on, to').waitFor();
    await expectFocus(page, 'BUTTON \\+ 1 min');
    await pressButton(page, 'Back to the machine’s clock');
    await report.getByText('1 minute on, to').waitFor({ state: 'detached' });
    // There is nothing to go back to any more.
    await expectFocus(page, 'BUTTON Freeze');
  });

  it('after a request is tried in the reference', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/contract/listOrders`);
    await page.getByRole('heading', { name: 'Responses' }).waitFor();
    await tabTo(page, 'Execute');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Request 1 in traffic' }).waitFor();
    await expectFocus(page, 'BUTTON Execute');
  });

  it('after a recording is opened, and closed', async () => {
    const page = await openAt('#/traffic', 'Clear…');
    await page.locator('[data-request="1"]').waitFor();
    const saved = await page.evaluate(`fetch('recording').then((reply) => reply.text())`);
    const asked = page.waitForEvent('filechooser');
    await pressButton(page, 'More ▾');
    await expectFocus(page, 'BUTTON Save a recording');
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, 'BUTTON Open a recording…');
    await page.keyboard.press('Enter');
    const buffer = Buffer.from(String(saved));
    const file = { name: 'recording.json', mimeType: 'application/json', buffer };
    await (await asked).setFiles(file);
    await page.getByRole('region', { name: 'Recording' }).waitFor();
    await expectFocus(page, 'H1 Traffic');
    await page.keyboard.press('Shift+Tab');
    await expectFocus(page, 'BUTTON Close the recording');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Recording' }).waitFor({ state: 'detached' });
    await expectFocus(page, 'H1 Traffic');
  });

  it('and is not taken from where the user put it', async () => {
    const page = await openAt('#/traffic', 'Clear…');
    await page.locator('[data-request="1"]').waitFor();
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.locator('.brand').click();
    await expectFocus(page, '^BODY');
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'New world' }).waitFor();
    await expectFocus(page, '^BODY');
  });
});

describe.skipIf(!hasBrowser)('a search', () => {
  it.each([
    ['traffic', 'INPUT Search', 'DIV Requests', 'request'],
    ['answers', 'INPUT Search the operations', 'DIV Operations, by tag', 'operation'],
    ['contract', 'INPUT Search the operations', 'DIV Operations by tag', 'operation'],
    ['coverage', 'INPUT Search', 'DIV ', 'operation'],
  ])('in %s says what it finds, and Esc empties and leaves it', async (view, field, list, noun) => {
    const page = await openAt(`#/${view}`, 'Help');
    await page.locator('main .rows').waitFor();
    await page.keyboard.press('/');
    await expectFocus(page, field);
    await page.keyboard.type('order');
    await expectSaid(page, new RegExp(`^[\\d,]+ ${noun}s?$`));
    const search = page.locator('main input[type=search]').first();
    await page.keyboard.press('Escape');
    expect(await search.inputValue()).toBe('');
    await expectFocus(page, field);
    await page.keyboard.press('Escape');
    await expectFocus(page, list);
    await page.keyboard.press('j');
    expect(await search.inputValue()).toBe('');
  });
});

describe.skipIf(!hasBrowser)('a search of records', () => {
  it('is left by Esc for the table', async () => {
    const shop = await openShop();
    await shop.ask('POST', '/orders', { item: 'a lamp' });
    const page = await openPage(`${shop.consoleUrl}#/state/orders`);
    await page.locator('.record-row:not(.head)').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('lamp');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'INPUT Search the records');
    expect(await page.getByLabel('Search the records').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expectFocus(page, '^DIV ');
    await pressButton(page, 'Add filter');
    await expectFocus(page, 'INPUT Member');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'BUTTON Add filter');
  });
});

describe.skipIf(!hasBrowser)('the page', () => {
  it('is named after what it shows, and has one first heading', async () => {
    const page = await openAt('#/traffic', 'Help');
    const titles = [];
    for (const key of ['t', 's', 'w', 'a', 'c', 'v', 'r']) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
      titles.push(await page.title());
    }
    const views = ['Traffic', 'State', 'Worlds', 'Answers', 'Clock and credentials', 'Coverage'];
    expect(titles).toEqual(
      [...views, 'Contract'].map((view) =>
        expect.stringMatching(new RegExp(`^(orders – )?${view} – Shop – Stuntdouble$`)),
      ),
    );
    await page.goto(page.url().replace(/#.*/, '#/traffic/1'));
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    await expect.poll(() => page.title()).toBe('Request 1 – Traffic – Shop – Stuntdouble');
  });

  it('names each request by what was asked and answered', async () => {
    const shop = await openShop();
    await shop.ask('POST', '/orders', { quantity: 0 });
    const page = await openPage(shop.consoleUrl);
    const link = page.locator('[data-request="1"]');
    await link.waitFor();
    expect(await link.getAttribute('aria-label')).toMatch(/^POST \/orders, 4\d\d, \w+/);
  });

  it('underlines links within a text', async () => {
    const page = await openAt('#/worlds', 'New world');
    await page.getByText('in the console', { exact: true }).waitFor();
    await page
      .context()
      .addCookies([{ name: 'X-Stuntdouble-World', value: 'a', url: new URL(page.url()).origin }]);
    await page.reload();
    await page.getByText('in this browser', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it.each([
    ['#/answers/getOrder', 'H2 GET'],
    ['#/coverage', 'DIV '],
  ])('has no ring at what takes the focus by itself in %s', async (hash, first) => {
    const page = await openAt(hash, 'Help');
    await expectFocus(page, first);
    const ring = `getComputedStyle(document.activeElement).outlineStyle`;
    expect(await page.evaluate(ring)).toBe('none');
    const row = `getComputedStyle(document.querySelector('[aria-selected=true]') ?? document.body).outlineStyle`;
    expect(await page.evaluate(row)).toBe('none');
  });
});
