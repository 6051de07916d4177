import { readFile } from 'node:fs/promises';

import express from 'express';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { hostApp } from '../library/host-app.ts';
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
import { openMuseum } from './museum.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

describe.skipIf(!hasBrowser)('the worlds', () => {
  it.each(looks)('are shown on a %s in %s, and can be used otherwise', async (size, scheme) => {
    const shop = await openShop();
    await change(shop, 'a');
    const page = await openPage(`${shop.consoleUrl}#/worlds`, { size, scheme });
    await page.getByRole('link', { name: 'a', exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('link', { name: 'a', exact: true }).click();
    await page.getByText('2 records differ from the beginning').waitFor();
    await useInBrowser(page);
    await banner(page).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('button', { name: 'Make one like it' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('teach what they are for while there is one', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/worlds`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the commands' }).click();
    await notice(page, 'Copied the commands').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl ${shop.url}/~a/\ncurl ${shop.url}/~b/`,
    );
    await page.getByRole('link', { name: 'default' }).click();
    await page.getByRole('button', { name: 'Drop', exact: true }).click({ force: true });
    await page.getByText('The default world is kept').waitFor();
  });

  it('are made by a form that checks the name as it is typed', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/worlds`);
    await page.getByRole('button', { name: 'New world', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New world' });
    await dialog.getByLabel('Name').fill('a b');
    await dialog.getByText('and no blank').waitFor();
    expect(await dialog.getByRole('button', { name: 'Make it' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('monday');
    await dialog.getByLabel('Seed').fill('a seed');
    await dialog.getByLabel('Time of its clock').fill('2030-01-01T09:00:00Z');
    await dialog.getByLabel('Its clock stands still').check();
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('region', { name: 'World monday' }).getByText('frozen').waitFor();
    expect(await world(shop, 'monday')).toMatchObject({
      seed: 'a seed',
      now: '2030-01-01T09:00:00.000Z',
      frozen: true,
    });
  });

  it('say in the form why the server makes none', async () => {
    const shop = await openShop();
    const page = await openPage(`${shop.consoleUrl}#/worlds`, { expects: /status of 400/ });
    await page.getByRole('button', { name: 'New world', exact: true }).click();
    await page.getByLabel('Name').fill('monday');
    await page.getByLabel('Time of its clock').fill('soon');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('alert').filter({ hasText: '/now' }).waitFor();
    expect((await shop.ask('GET', '/_mock/worlds/monday')).status).toBe(404);
  });

  it('are opened in the console, reset with an undo, and dropped', async () => {
    const shop = await openShop();
    await change(shop, 'a');
    const page = await openPage(`${shop.consoleUrl}#/worlds/a`);
    await page.getByRole('button', { name: 'Open in the console' }).click();
    await page.waitForURL(/world=a/);
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByText('All records are as they were').waitFor();
    expect(shop.mock.world('a').changes().count).toBe(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 records differ').waitFor();
    expect(shop.mock.world('a').changes().count).toBe(2);
    await page.getByRole('button', { name: 'Drop', exact: true }).click();
    await page.getByRole('button', { name: 'Drop it' }).click();
    await page.waitForURL(/#\/worlds\?world=default/);
    expect((await shop.ask('GET', '/_mock/worlds/a')).status).toBe(404);
  });

  it('can all be dropped at once, but the default one and the opened one', async () => {
    const shop = await openShop();
    for (const name of ['a', 'b', 'c']) shop.mock.world(name);
    const page = await openPage(`${shop.consoleUrl}#/worlds/b`);
    await page.getByRole('button', { name: 'Drop all others' }).click();
    await page.getByRole('button', { name: 'Drop them' }).click();
    await notice(page, 'Dropped 2 worlds').waitFor();
    expect(await names(shop, 'worlds')).toEqual(['default', 'b']);
  });

  it('are copied: the new one is like the other, and goes back there', async () => {
    const shop = await openShop();
    await change(shop, 'a');
    const page = await openPage(`${shop.consoleUrl}#/worlds/a`);
    await page.getByRole('button', { name: 'Make one like it' }).click();
    await page.getByLabel('Name of the new world').fill('twin');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.waitForURL(/#\/worlds\/twin/);
    expect(shop.mock.world('twin').records('orders')).toEqual(
      shop.mock.world('a').records('orders'),
    );
    expect(await world(shop, 'twin')).toMatchObject({ from: 'twin', changed: false });
  });

  it('tell record by record what changed, as it happens, with links and as a patch', async () => {
    const shop = await openShop();
    await change(shop, 'a');
    const page = await openPage(`${shop.consoleUrl}#/worlds/a`);
    const differences = page.getByRole('region', { name: 'Differences' });
    await differences.getByRole('cell', { name: '7', exact: true }).waitFor();
    await shop.ask('DELETE', '/~a/orders/3');
    await differences.getByText('3 records differ').waitFor();
    const saved = page.waitForEvent('download');
    await differences.getByRole('button', { name: 'Save as JSON Patch' }).click();
    const patch: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    expect(patch).toEqual(shop.mock.world('a').diff());
    await differences.getByRole('link', { name: 'orders/1' }).click();
    await page.waitForURL(/#\/state\/orders\/1\?world=a/);
  });

  it('stay quick with hundreds, and are found by name', async () => {
    const shop = await openShop();
    for (let number = 0; number < 400; number += 1) shop.mock.world(`w${number}`);
    const page = await openPage(`${shop.consoleUrl}#/worlds`);
    await page.getByRole('button', { name: 'Show more of 401' }).waitFor();
    await page.getByLabel('Search the worlds').fill('w39');
    await expect.poll(() => page.locator('.sheet tbody tr').count()).toBe(11);
  });

  it('show hostile texts as texts', async () => {
    const museum = await openMuseum();
    for (const [at, text] of hostileTexts.entries()) {
      const seed = text.slice(0, 200).toWellFormed();
      const artist = { id: `h${at}`, name: text.toWellFormed() };
      await museum.ask('PUT', `/_mock/worlds/w${at}`, { seed });
      await museum.ask('PATCH', '/~w0/_mock/state/artists?check=false', [artist]);
    }
    const page = await openPage(`${museum.consoleUrl}#/worlds/w0`);
    await page.getByText(`${hostileTexts.length} records`).first().waitFor();
    await page.getByText('<script>globalThis.hit = 1</script>').first().waitFor();
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    await expectNoSidewaysScrolling(page);
  });
});

describe.skipIf(!hasBrowser)('the world of this browser', () => {
  it('is set, told in every view of every tab, and taken back', async () => {
    const shop = await openShop();
    await change(shop, 'a');
    const context = await openContext();
    const page = await openPage(`${shop.consoleUrl}#/worlds/a`, {}, context);
    const other = await openPage(`${shop.consoleUrl}#/traffic`, {}, context);
    await useInBrowser(page);
    await banner(page).getByText('The console shows “default”').waitFor();
    await banner(other).waitFor();
    const [cookie] = await context.cookies(shop.url);
    expect(cookie).toMatchObject({ value: 'a', path: '/', sameSite: 'Lax', httpOnly: false });
    // A page of this browser: the server takes it to that world.
    const order = `fetch('/orders/1').then((reply) => reply.json())`;
    expect(await page.evaluate(order)).toMatchObject({ quantity: 7 });
    await banner(other).getByRole('button', { name: 'Show “a”' }).click();
    await other.waitForURL(/world=a/);
    await banner(other).getByRole('button', { name: 'Stop' }).click();
    await banner(page).waitFor({ state: 'detached' });
    expect(await context.cookies(shop.url)).toEqual([]);
  });

  it('is that of the path at which an app mounts the server', async () => {
    const controlToken = 'the-token-of-this-ring';
    const shop = await openShop({ controlToken });
    shop.mock.world('a');
    const url = await hostApp(express().use('/mount/ed', shop.mock.app));
    const page = await openPage(`${url}/mount/ed/_mock/#/worlds/a`);
    await page.getByLabel('Control token').fill(controlToken);
    await page.keyboard.press('Enter');
    await page.getByText(`${url}/mount/ed/~a`, { exact: true }).waitFor();
    await useInBrowser(page);
    await banner(page).waitFor();
    const cookies = await page.context().cookies(`${url}/mount/ed/orders`);
    expect(cookies).toContainEqual(expect.objectContaining({ value: 'a', path: '/mount/ed' }));
    expect(await page.context().cookies(`${url}/elsewhere`)).toEqual([]);
  });

  it.each([
    ['names no world', ['!!bad!!; path=/'], 'names no world, “!!bad!!”'],
    ['is as long as it can be', [`${'a'.repeat(3900)}; path=/`], `“${'a'.repeat(40)}…”`],
    ['is empty', ['; path=/'], 'names no world, “”'],
    ['is one of several', ['a; path=/', 'b; path=/_mock'], 'several worlds, “b”, “a”'],
  ])(
    'is told and taken back where a page of another port set a cookie that %s',
    async (_, cookies, said) => {
      const shop = await openShop({ controlToken: 'the-token-of-this-ring' });
      const other = await openShop();
      const context = await openContext();
      const foreign = await openPage(`${other.url}/`, {}, context);
      for (const cookie of cookies)
        await foreign.evaluate(`document.cookie = '${worldField}=${cookie}'`);
      const page = await openPage(`${shop.consoleUrl}#/traffic`, {}, context);
      await page.getByLabel('Control token').fill('the-token-of-this-ring');
      await page.keyboard.press('Enter');
      await banner(page).getByText(said).waitFor();
      await page.getByRole('heading', { name: 'No request yet' }).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
      await banner(page).getByRole('button', { name: 'Stop' }).click();
      await banner(page).waitFor({ state: 'detached' });
      await notice(page, 'use the default world again').waitFor();
      expect((await context.cookies(shop.url)).map(({ name }) => name)).not.toContain(worldField);
      expect(await page.evaluate(`fetch('/orders/1').then(({ status }) => status)`)).toBe(200);
    },
  );

  it('is none of the console where no world has its name yet', async () => {
    const shop = await openShop();
    const context = await openContext();
    await context.addCookies([{ name: worldField, value: 'unknown', url: shop.url }]);
    const page = await openPage(`${shop.consoleUrl}#/worlds`, {}, context);
    await banner(page).getByText('use the world “unknown”').waitFor();
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
    expect(await names(shop, 'worlds')).toEqual(['default']);
    await banner(page).getByRole('button', { name: 'Stop' }).click();
    await banner(page).waitFor({ state: 'detached' });
  });

  it('goes when that world is dropped', async () => {
    const shop = await openShop();
    shop.mock.world('a');
    const page = await openPage(`${shop.consoleUrl}#/worlds/a`);
    await useInBrowser(page);
    await banner(page).waitFor();
    shop.mock.world('a').drop();
    await banner(page).waitFor({ state: 'detached' });
    expect(await page.context().cookies(shop.url)).toEqual([]);
  });
});

const worldField = 'X-Stuntdouble-World';

async function change({ ask }: Shop, name: string): Promise<void> {
  await ask('PATCH', `/~${name}/orders/1`, { quantity: 7 });
  await ask('POST', `/~${name}/orders`, { item: 'pen' });
}

async function useInBrowser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use this world in this browser' }).click();
}

function banner(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('complementary', { name: 'World of this browser' });
}

async function world({ ask }: Shop, name: string): Promise<unknown> {
  return (await ask('GET', `/_mock/worlds/${name}`)).json();
}

async function names({ ask }: Shop, what: string): Promise<readonly string[]> {
  const all = (await (await ask('GET', `/_mock/${what}`)).json()) as readonly { name: string }[];
  return all.map(({ name }) => name);
}
