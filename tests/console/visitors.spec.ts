import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { expectAccessible, hasBrowser, openPage } from './browser.ts';
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
