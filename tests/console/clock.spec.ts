import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { MockWorld } from '../../src/index.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openContext,
  openPage,
  serve,
} from './browser.ts';
import { openInvoices } from './invoices.ts';
import { openShop } from './shop.ts';

interface Opened {
  readonly page: Page;
  readonly world: MockWorld;
  readonly url: string;
  readonly consoleUrl: string;
}

async function open(hash = '#/clock'): Promise<Opened> {
  const { mock, url, consoleUrl } = await openInvoices();
  const page = await openPage(consoleUrl + hash);
  await page.getByRole('region', { name: 'Clock' }).waitFor();
  return { page, world: mock.world('default'), url, consoleUrl };
}

const button = (page: Page, name: string): ReturnType<Page['getByRole']> =>
  page.getByRole('button', { name, exact: true });

const chip = (page: Page, text: RegExp): ReturnType<Page['locator']> =>
  page.getByRole('banner').getByRole('link', { name: text });

describe.skipIf(!hasBrowser)('the clock', () => {
  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const { consoleUrl } = await openInvoices();
    const page = await openPage(`${consoleUrl}#/clock`, { size, scheme });
    await page.getByRole('region', { name: 'Who may what by key' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await button(page, '+ 1 day').click();
    await page.getByText('Nothing became due').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('is frozen and let go, and the header says what it shows', async () => {
    const { page, world } = await open();
    await chip(page, /frozen 2030-01-01/).waitFor();
    await button(page, 'Let it go on').click();
    await chip(page, /clock 2030-01-01/).waitFor();
    await button(page, 'Freeze').click();
    await chip(page, /frozen 2030-01-01/).waitFor();
    expect(world.now.getUTCFullYear()).toBe(2030);
    await button(page, 'Back to the machine’s clock').click();
    await page.getByText('the machine’s clock', { exact: false }).first().waitFor();
    await chip(page, /2030/).waitFor({ state: 'detached' });
    expect(Math.abs(world.now.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('goes back to the machine’s clock also in a world that began otherwise', async () => {
    const { mock, consoleUrl } = await openInvoices();
    const world = mock.world('a', { now: '2031-01-01T09:00:00Z', frozen: true });
    const page = await openPage(`${consoleUrl}#/clock?world=a`);
    await chip(page, /frozen 2031-01-01/).waitFor();
    await button(page, 'Back to the machine’s clock').click();
    await chip(page, /2031/).waitFor({ state: 'detached' });
    expect(Math.abs(world.now.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('is advanced, and says what became due and which credentials expired', async () => {
    const { page, world } = await open();
    await world.merge('invoices', [{ id: 1, status: 'sent' }]);
    await button(page, '+ 1 h').click();
    await page.getByText('1 hour on, to', { exact: false }).waitFor();
    await page.getByText('Nothing became due').waitFor();
    expect(world.now.toISOString()).toBe('2030-01-01T10:00:00.000Z');
    await page.getByLabel('Advance by').fill('603s');
    await button(page, 'Advance').click();
    await page.getByText('10 minutes 3 seconds on, to', { exact: false }).waitFor();
    await page.getByLabel('Advance by').fill('31d');
    await button(page, 'Advance').click();
    await page.getByText('status: "sent" → "late"').waitFor();
    expect(world.records('invoices')).toMatchObject([{ status: 'late' }, { status: 'late' }]);
    expect(world.now.toISOString()).toBe('2030-02-01T10:10:03.000Z');
    const report = page.getByRole('status').filter({ hasText: 'Expired' });
    await report.getByRole('link', { name: 'Writer' }).waitFor();
    await report.getByRole('link', { name: 'invoices 1' }).click();
    await page.waitForURL(/#\/state\/invoices\/1/);
  });

  it('tells a mistake beside the field, and moves nothing', async () => {
    const { page, world } = await open();
    const before = world.now.toISOString();
    const expects = /400/;
    const other = await openPage(page.url(), { expects });
    const field = other.getByLabel('Advance by');
    await button(other, 'Advance').click();
    await other.getByRole('alert').getByText('Write 90s, 15m, 2h or PT1H').waitFor();
    await field.fill('soon');
    await button(other, 'Advance').click();
    await other.getByRole('alert').getByText('Write 90s, 15m, 2h or PT1H').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await other.getByLabel('Jump to (local time)').fill('');
    await button(other, 'Jump').click();
    await other.getByText('Choose a date and a time').waitFor();
    expect(world.now.toISOString()).toBe(before);
  });

  it.each(['+ 1 min', 'Let it go on'])(
    'forgets a text that is no duration once another button is used: %s',
    async (other) => {
      const { consoleUrl } = await openInvoices();
      const page = await openPage(`${consoleUrl}#/clock`, { expects: /400/ });
      const field = page.getByLabel('Advance by');
      await field.fill('banana');
      await button(page, 'Advance').click();
      await page.getByRole('alert').getByText('Write 90s, 15m, 2h or PT1H').waitFor();
      await button(page, other).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await expect.poll(() => field.inputValue()).toBe('');
      expect(await field.getAttribute('aria-invalid')).toBe('false');
    },
  );

  it('keeps a duration that was not sent yet when another button is used', async () => {
    const { page } = await open();
    const field = page.getByLabel('Advance by');
    await field.fill('2h');
    await button(page, '+ 1 min').click();
    await page.getByText('1 minute on, to', { exact: false }).waitFor();
    expect(await field.inputValue()).toBe('2h');
  });

  it('jumps to a date, also back, and says which credentials count again', async () => {
    const { page, world } = await open();
    const jump = async (to: string): Promise<void> => {
      await page.getByLabel('Jump to (local time)').fill(to);
      await button(page, 'Jump').click();
    };
    await jump('2031-05-05T10:20:30');
    await page.getByText(/on, to 2031-05-05 10:20:30/).waitFor();
    expect(world.now.getTime()).toBe(new Date('2031-05-05T10:20:30').getTime());
    await jump('2029-05-05T10:20:30');
    await page.getByText(/Counts again:/).waitFor();
    expect(world.now.getTime()).toBe(new Date('2029-05-05T10:20:30').getTime());
  });

  it('leaves alone what is being typed while the clock is set elsewhere', async () => {
    const { page, world } = await open();
    const jump = page.getByLabel('Jump to (local time)');
    world.setClock({ now: '2030-02-02T00:00:00Z', frozen: true });
    await expect.poll(() => jump.inputValue()).toMatch(/^2030-02-0/);
    await jump.fill('2029-05-05T10:20:30');
    world.setClock({ now: '2030-03-03T00:00:00Z', frozen: true });
    await chip(page, /frozen 2030-03-0/).waitFor();
    expect(await jump.inputValue()).toMatch(/^2029-05-05T10:20/);
    await button(page, 'Jump').click();
    await chip(page, /frozen 2029-05-0/).waitFor();
    world.setClock({ now: '2030-04-04T00:00:00Z', frozen: true });
    await expect.poll(() => jump.inputValue()).toMatch(/^2030-04-0/);
    world.setClock({ now: '2031-05-05T00:00:00Z' });
    await expect.poll(() => jump.inputValue()).toMatch(/^2031-05-0/);
  });

  it('shows what another tab or a test does', async () => {
    const { mock, consoleUrl } = await openInvoices();
    const context = await openContext();
    const one = await openPage(`${consoleUrl}#/clock`, {}, context);
    const two = await openPage(`${consoleUrl}#/traffic`, {}, context);
    await chip(two, /frozen 2030-01-01/).waitFor();
    await one.bringToFront();
    await one.getByLabel('Advance by').fill('365d');
    await button(one, 'Advance').click();
    await chip(one, /frozen 2031-01-01/).waitFor();
    const jump = one.getByLabel('Jump to (local time)');
    await expect.poll(() => jump.inputValue()).toMatch(/^2031-01-01/);
    await two.bringToFront();
    await chip(two, /frozen 2031-01-01/).waitFor();
    mock.world('default').mint({ name: 'Made by a test', scheme: 'key', scopes: [] });
    await one.bringToFront();
    await one.getByRole('link', { name: 'Made by a test' }).waitFor();
    await mock.world('default').reset();
    await one.getByRole('link', { name: 'Made by a test' }).waitFor({ state: 'detached' });
    await chip(one, /2031/).waitFor({ state: 'detached' });
  });
});

describe.skipIf(!hasBrowser)('where there is little', () => {
  it('says that the contract asks for no credential', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(`${consoleUrl}#/clock`);
    await page.getByText('No operation of the contract asks for a credential').waitFor();
  });

  it.each(['presence', 'off'] as const)('says that none is checked: %s', async (auth) => {
    const { consoleUrl } = await openInvoices({ auth });
    const page = await openPage(`${consoleUrl}#/clock`);
    await page.getByText(`Credentials aren’t checked: with --auth ${auth}`).waitFor();
    await page.getByText('start with --auth strict').waitFor();
  });

  it('teaches credentials.json where there is no credential', async () => {
    const paths = {
      '/a': {
        get: { security: [{ basic: [] }], responses: { 204: { description: 'None.' } } },
      },
    };
    const components = { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } };
    const contract = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, components };
    const { consoleUrl } = await serve({ contract, auth: 'strict' });
    const page = await openPage(`${consoleUrl}#/clock`);
    await page.getByText('There is no credential yet').waitFor();
    await page.getByText('"value": "ann:secret"').waitFor();
    await button(page, 'Mint a credential').click();
    await page.getByLabel('Value, as user:password').waitFor();
  });

  it('says that it can’t be shown where the server refuses', async () => {
    const { consoleUrl } = await openInvoices();
    const page = await openPage(`${consoleUrl}#/traffic`, { expects: /503/ });
    await page.route('**/_mock/credentials', (route) =>
      route.fulfill({ status: 503, body: JSON.stringify({ detail: 'No room for it.' }) }),
    );
    await page.getByRole('link', { name: 'Clock and credentials' }).click();
    await page.getByRole('alert').getByText('No room for it.').waitFor();
  });
});
