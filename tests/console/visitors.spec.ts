import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';

import { expectAccessible, hasBrowser, openContext, openPage } from './browser.ts';
import { execute } from './contract-kit.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

const token = 'a token of sixteen';

/** The console of a server where each visitor has a world of its own, signed in with the token. */
async function openSignedIn(view: string): Promise<{ readonly shop: Shop; readonly page: Page }> {
  const shop = await openShop({ visitorWorlds: true, controlToken: token });
  await fetch(`${shop.url}/_mock/worlds/visitor-a`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const page = await openPage(`${shop.consoleUrl}#/${view}`);
  await page.getByLabel('Control token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return { shop, page };
}

describe.skipIf(!hasBrowser)('the console, where each visitor has a world of its own', () => {
  it('tries requests in the world that the user has chosen, in that of a visitor, too', async () => {
    const { shop, page } = await openSignedIn('contract/createOrder?world=visitor-a');
    await page.getByRole('heading', { name: 'Responses' }).waitFor();
    expect(await execute(page)).toBe('201');
    await page.getByRole('link', { name: 'Request 1 in traffic' }).waitFor();
    expect(shop.mock.world('visitor-a').records('orders')).toHaveLength(1);
    expect(shop.mock.records('orders')).toEqual([]);
    await page.getByRole('combobox', { name: 'World' }).selectOption('default');
    await page.getByRole('heading', { name: 'Responses' }).waitFor();
    expect(await execute(page)).toBe('201');
    expect(shop.mock.records('orders')).toHaveLength(1);
  });

  it('says that the token alone leads into a world', async () => {
    const { shop, page } = await openSignedIn('worlds/visitor-a');
    const reach = page.getByRole('region', { name: 'Reach it' });
    await reach.getByText('X-Stuntdouble-Token: the control token').waitFor();
    const shown = `curl -H "X-Stuntdouble-Token: $TOKEN" ${shop.url}/~visitor-a/`;
    await reach.getByText(shown, { exact: true }).waitFor();
    expect(await reach.getByRole('button', { name: /in this browser/ }).count()).toBe(0);
    await expectAccessible(page);
  });
});

/** The port of empty pages. */
async function servePages(): Promise<number> {
  const pages = createServer((_, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>App</title>');
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  onTestFinished(() => void pages.close());
  // It listens by TCP.
  return (pages.address() as AddressInfo).port;
}

/** What a page's own script gets: a status, then how many orders a list has. */
type Script = (method: string, path: string) => Promise<readonly [number, number]>;

async function openApp(context: BrowserContext, app: string, api: string): Promise<Script> {
  const page = await context.newPage();
  await page.goto(app);
  return (method, path) =>
    page.evaluate(
      async ([asked, url]) => {
        const order = JSON.stringify({ item: 'Pen' });
        const reply = await fetch(url, {
          method: asked,
          credentials: 'include',
          ...(asked === 'POST' && {
            body: order,
            headers: { 'Content-Type': 'application/json' },
          }),
        });
        const body: unknown = await reply.json();
        return [reply.status, Array.isArray(body) ? body.length : 0] as const;
      },
      [method, api + path] as const,
    );
}

describe.skipIf(!hasBrowser)('a browser in a demo', () => {
  it('has a world for each site whose pages show the demo, and no other browser has it', async () => {
    const port = await servePages();
    const [one, other] = [`http://one.localhost:${port}`, `http://other.localhost:${port}`];
    const { mock, url } = await openShop({ visitorWorlds: true, corsOrigin: [one, other] });
    const api = url.replace('127.0.0.1', 'demo.localhost');
    const [browser, second] = [await openContext(), await openContext()];
    const app = await openApp(browser, one, api);
    expect((await app('POST', '/orders'))[0]).toBe(403);
    expect((await app('POST', '/orders'))[0]).toBe(201);
    const [, count] = await app('GET', '/orders');
    for (const [context, page] of [
      [browser, other],
      [second, one],
    ] as const) {
      const [status, seen] = await (await openApp(context, page, api))('GET', '/orders');
      expect([status, seen]).toEqual([200, count - 1]);
    }
    expect((await app('GET', '/orders'))[1]).toBe(count);
    expect(mock.records('orders')).toEqual([]);
  });

  it('keeps the world of its first change, whatever its page asks at once', async () => {
    const { url } = await openShop({ visitorWorlds: true });
    const context = await openContext();
    // As where a proxy sends the pages: no document of the server's own gives the cookie.
    await context.route(`${url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title>' }),
    );
    const app = await openApp(context, `${url}/`, url);
    const [, before] = await app('GET', '/orders');
    const all = [app('GET', '/orders'), app('POST', '/orders'), app('GET', '/orders')];
    expect((await Promise.all(all)).map(([status]) => status)).toEqual([200, 201, 200]);
    expect((await app('GET', '/orders'))[1]).toBe(before + 1);
  });
});
