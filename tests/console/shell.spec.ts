import { gzipSync } from 'node:zlib';

import express from 'express';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createMock } from '../../src/index.ts';
import { hostApp } from '../library/host-app.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openContext,
  openPage,
  serve,
} from './browser.ts';
import { openShop } from './shop.ts';

const token = 'the-token-of-this-ring';

describe.skipIf(!hasBrowser)('the console', () => {
  it.each(looks)('opens on a %s in %s, and can be used otherwise', async (size, scheme) => {
    const { consoleUrl } = await serve();
    const page = await openPage(consoleUrl, { size, scheme });
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('weighs less than 250 kB before a view is opened', async () => {
    const { consoleUrl } = await serve();
    const page = await (await openContext()).newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (/\.(js|css)$|\/_mock\/$/.test(response.url()))
        sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    const all = await Promise.all(sizes);
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(all.reduce((sum, one) => sum + one, 0)).toBeLessThan(250_000);
  });

  it('is found from the page at /', async () => {
    const { url } = await serve();
    const page = await openPage(url);
    await page.getByRole('link', { name: 'console' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
  });

  it('tells its keys, and goes by them', async () => {
    const { consoleUrl } = await serve();
    const page = await openPage(consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('Go to State').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await press(page, 'g', 's');
    await page.waitForURL(/#\/state/);
    await press(page, 'g', 't');
    await page.waitForURL(/#\/traffic/);
  });

  it('keeps the chosen world in every address', async () => {
    const { mock, consoleUrl } = await serve();
    const page = await openPage(consoleUrl);
    await worldChoice(page).waitFor();
    mock.world('demo');
    await worldChoice(page).selectOption('demo');
    await page.getByRole('link', { name: 'State' }).click();
    await page.waitForURL(/#\/state\?world=demo/);
    await page.reload();
    expect(await worldChoice(page).inputValue()).toBe('demo');
  });

  it('shows what changed before it heard of changes', async () => {
    const { mock, consoleUrl } = await serve();
    const page = await (await openContext()).newPage();
    const listed = page.waitForResponse(/_mock\/worlds$/);
    await page.route(/_mock\/live$/, async (route) => {
      await (await listed).finished();
      mock.world('demo');
      await route.continue();
    });
    await page.goto(consoleUrl);
    await worldChoice(page).selectOption('demo');
  });

  it('asks for what it needs once', async () => {
    const { mock, consoleUrl } = await serve();
    const page = await (await openContext()).newPage();
    // However busy the machine is, the stream is not late.
    await page.addInitScript(`{
      const start = globalThis.setTimeout;
      globalThis.setTimeout = (act, time, ...more) => time === 300 ? 0 : start(act, time, ...more);
    }`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(consoleUrl);
    await page.getByText('live', { exact: true }).waitFor();
    await worldChoice(page).waitFor();
    mock.world('demo');
    await worldChoice(page).selectOption('demo');
    const count = (path: string): number => asked.filter((one) => one === `/_mock/${path}`).length;
    // The new world is a reason to ask for worlds once more.
    expect([count('version'), count('worlds')]).toEqual([1, 2]);
  });

  it('stays where it is in another world', async () => {
    const { mock, consoleUrl } = await openShop();
    mock.world('demo');
    const page = await openPage(`${consoleUrl}#/contract/listOrders`);
    await page.getByText('Requests go to the world default').waitFor();
    await worldChoice(page).selectOption('demo');
    await page.getByText('Requests go to the world demo').waitFor();
  });

  it('asks about the chosen world, also where the browser plays in another', async () => {
    const { mock, consoleUrl, url } = await serve();
    mock.world('demo');
    const context = await openContext();
    await context.addCookies([{ name: 'X-Stuntdouble-World', value: 'demo', url }]);
    const page = await openPage(consoleUrl, {}, context);
    const asked = page.waitForRequest(/collections$/);
    await page.getByRole('link', { name: 'State' }).click();
    const reply = await (await asked).response();
    expect(reply?.status()).toBe(200);
    expect(reply?.headers()['x-stuntdouble-world']).toBe(undefined);
    const again = page.waitForResponse(/collections$/);
    await worldChoice(page).selectOption('demo');
    expect((await again).headers()['x-stuntdouble-world']).toBe('demo');
  });

  it('offers to make a world that is not there', async () => {
    const { consoleUrl } = await serve();
    const page = await openPage(`${consoleUrl}#/traffic?world=later`);
    await page.getByRole('heading', { name: 'There is no world “later”' }).waitFor();
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { name: 'There is no world' }).waitFor({ state: 'detached' });
    const worlds = await (await fetch(`${consoleUrl}worlds`)).json();
    expect(worlds).toContainEqual(expect.objectContaining({ name: 'later' }));
  });

  it.each([
    ['below a world', '/', '/~demo/_mock/', 'demo'],
    ['in an app that mounts the server', '/mount/ed', '/mount/ed/_mock/', 'default'],
    ['in both', '/mount/ed', '/mount/ed/~demo/_mock/', 'demo'],
  ])('works %s', async (_, mountAt, path, world) => {
    const mock = await createMock({ controlToken: token, durability: 'memory' });
    onTestFinished(() => mock.close());
    const url = await hostApp(express().use(mountAt, mock.app));
    const page = await openPage(url + path);
    await signIn(page, token);
    expect(await worldChoice(page).inputValue()).toBe(world);
  });

  it('goes on where it was when the server starts again', async () => {
    const first = await createMock({ durability: 'memory' });
    const { url, port } = await first.listen();
    const page = await openPage(`${url}/_mock/#/state`, {
      expects: /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE/,
    });
    await page.getByText('live', { exact: true }).waitFor();
    await first.close();
    await page.getByText('connecting…').waitFor();
    const second = await createMock({ durability: 'memory' });
    onTestFinished(() => second.close());
    await second.listen({ port });
    await page.getByText('live', { exact: true }).waitFor();
    expect(page.url()).toMatch(/#\/state$/);
  });
});

describe.skipIf(!hasBrowser)('a console that needs the control token', () => {
  it.each(looks)('asks for it on a %s in %s', async (size, scheme) => {
    const { consoleUrl } = await serve({ controlToken: token });
    const page = await openPage(consoleUrl, { size, scheme });
    await page.getByLabel('Control token').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('says so where it is wrong, lets in where it is right, and out again', async () => {
    const { url, consoleUrl } = await serve({ controlToken: token });
    const page = await openPage(consoleUrl, { expects: /status of 401/ });
    await page.getByLabel('Control token').fill('another');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'token' }).waitFor();
    await page.getByLabel('Control token').fill(token);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    const [cookie] = await page.context().cookies(consoleUrl);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/_mock' });
    expect(JSON.stringify(await page.context().cookies())).not.toContain(token);
    const withCookie = { headers: { Cookie: `${cookie?.name}=${cookie?.value}` } };
    expect((await fetch(`${url}/_mock/version`, withCookie)).status).toBe(200);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Control token').waitFor();
    expect((await fetch(`${url}/_mock/version`, withCookie)).status).toBe(401);
  });

  it('asks for it again when the server starts again', async () => {
    const first = await createMock({ durability: 'memory', controlToken: token });
    const { url, port } = await first.listen();
    const page = await openPage(`${url}/_mock/`, {
      expects: /ERR_CONNECTION|ERR_EMPTY|ERR_INCOMPLETE|status of 401/,
    });
    await signIn(page, token);
    await page.getByText('live', { exact: true }).waitFor();
    await first.close();
    const second = await createMock({ durability: 'memory', controlToken: token });
    onTestFinished(() => second.close());
    await second.listen({ port });
    await page.getByLabel('Control token').waitFor();
  });

  it('tells a user whom no token helps what to do', async () => {
    const mock = await createMock({ durability: 'memory' });
    onTestFinished(() => mock.close());
    const url = await hostApp(express().use('/mounted', mock.app));
    const page = await openPage(`${url}/mounted/_mock/`);
    await page.getByRole('heading', { name: 'The control API is closed to you' }).waitFor();
    await page.getByText('--control-token').waitFor();
  });
});

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function signIn(page: Page, text: string): Promise<void> {
  await page.getByLabel('Control token').fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}

function worldChoice(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('banner').getByLabel('World');
}
