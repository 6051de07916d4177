import { join } from 'node:path';

import type { Page } from 'playwright-core';

import type { Mock, MockOptions } from '../../src/index.ts';
import { openPage, serve } from './browser.ts';

const contract = join(import.meta.dirname, '..', '..', 'examples', 'shop.yaml');

export interface Shop {
  readonly mock: Mock;
  readonly url: string;
  readonly consoleUrl: string;
  /** Sends a request to the shop, with a body as JSON. */
  ask(this: void, method: string, path: string, body?: unknown): Promise<Response>;
}

export async function openShop(options: MockOptions = {}): Promise<Shop> {
  const served = await serve({ contract, ...options });
  return {
    ...served,
    ask: (method, path, body) =>
      fetch(served.url + path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      }),
  };
}

/** Sends a request to a shop and opens it in the console. */
export async function openRequest(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly shop: Shop; readonly page: Page }> {
  const shop = await openShop();
  await shop.ask(method, path, body);
  const page = await openPage(`${shop.consoleUrl}#/traffic/1`);
  await page.getByRole('region', { name: 'Reply' }).waitFor();
  return { shop, page };
}
