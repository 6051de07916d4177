import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  notice,
  openPage,
} from './browser.ts';
import { hostileTexts } from './hostile-texts.ts';
import { openShop } from './shop.ts';

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Opens the palette of a console, and types. */
async function ask(page: Page, query: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('[role=combobox]:focus').waitFor();
  await page.keyboard.type(query);
}

function chosen(page: Page, text: string) {
  return page.locator('[role=option][aria-selected=true]', { hasText: text });
}

describe.skipIf(!hasBrowser)('the palette', () => {
  it('leads to a record, a world and a view, by keys alone', async () => {
    const { consoleUrl, mock } = await openShop();
    mock.world('ann');
    const page = await openPage(consoleUrl);
    await ask(page, 'customers 2');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask(page, 'pen');
    await page.getByRole('group', { name: 'Records' }).getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/state\/\w+\/\w+/);
    await ask(page, 'ann');
    await chosen(page, 'ann').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/world=ann/);
    await ask(page, 'go to traffic');
    await chosen(page, 'Go to Traffic').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/traffic\?world=ann/);
  });

  it('shows the value by which a record was found', async () => {
    const { consoleUrl, mock } = await openShop();
    const email = `${'a'.repeat(60)}.needle@shop.example`;
    await mock.world('default').merge('customers', [{ id: 71, name: 'Ann', email }]);
    const page = await openPage(consoleUrl);
    await ask(page, 'needle');
    const found = chosen(page, 'customers 71');
    await found.getByText('email: …').waitFor();
    await found.getByText('a.needle@shop.example · Ann').waitFor();
  });

  it('shows all of that value on a phone', async () => {
    const { consoleUrl, mock } = await openShop();
    const email = 'ann.of.the.second.floor@laundry.example.org';
    await mock.world('default').merge('customers', [{ id: 71, name: 'Ann', email }]);
    const page = await openPage(consoleUrl, { size: 'phone' });
    await ask(page, 'second.floor@laundry.example');
    const found = page.getByRole('option', { name: 'customers 71' });
    await found.getByText('@laundry.example').waitFor();
    const [match, line, list] = await page.evaluate<readonly Edges[]>(`(() => {
      const detail = document.querySelector('[role=option] > :last-child');
      const text = detail.firstChild;
      const range = document.createRange();
      const begin = text.data.indexOf('second.floor');
      range.setStart(text, begin);
      range.setEnd(text, begin + 'second.floor@laundry.example'.length);
      return [range, detail, detail.closest('dialog')]
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    })()`);
    expect(match).toBeDefined();
    for (const outer of [line, list]) {
      expect(match?.left).toBeGreaterThanOrEqual(outer?.left ?? Infinity);
      expect(match?.right).toBeLessThanOrEqual(outer?.right ?? 0);
      expect(match?.top).toBeGreaterThanOrEqual(outer?.top ?? Infinity);
      expect(match?.bottom).toBeLessThanOrEqual(outer?.bottom ?? 0);
    }
  });

  it('finds operations by their ids, paths and summaries', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl);
    await ask(page, 'post pay');
    await chosen(page, 'payOrder').waitFor();
  });

  it('freezes and moves the clock of the chosen world', async () => {
    const { consoleUrl, mock } = await openShop();
    const world = mock.world('ann');
    const page = await openPage(`${consoleUrl}#/traffic?world=ann`);
    await ask(page, 'freeze');
    await chosen(page, 'Freeze the clock').waitFor();
    await page.keyboard.press('Enter');
    await notice(page, 'The clock stands still').waitFor();
    expect(await clockOf(consoleUrl, world.name)).toMatchObject({ frozen: true });
  });

  it('asks once more before it does what can’t be undone', async () => {
    const { consoleUrl, mock, ask: send } = await openShop();
    await send('POST', '/orders', { item: 'pen' });
    const page = await openPage(consoleUrl);
    await ask(page, 'reset the world');
    await chosen(page, 'Reset the world').waitFor();
    await page.keyboard.press('Enter');
    await chosen(page, 'Once more').waitFor();
    expect(mock.world('default').diff()).not.toEqual([]);
    await page.keyboard.press('Enter');
    await notice(page, 'The world is as it began').waitFor();
    expect(mock.world('default').diff()).toEqual([]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => mock.world('default').diff()).not.toEqual([]);
  });

  it('tells of a refusal', async () => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl, { expects: /503|500|Failed to load/ });
    await page.route('**/_mock/clock', (route) =>
      route.fulfill({ status: 500, json: { title: 'No', detail: 'The clock is broken.' } }),
    );
    await ask(page, 'freeze');
    await chosen(page, 'Freeze the clock').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The clock is broken.').waitFor();
  });

  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const { consoleUrl } = await openShop();
    const page = await openPage(consoleUrl, { size, scheme });
    await ask(page, 'o');
    await chosen(page, '').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('shows 40 hostile texts as texts', async () => {
    const { consoleUrl, mock } = await openShop();
    await mock.world('default').merge(
      'customers',
      hostileTexts.map((name, at) => ({ id: 500 + at, name })),
      { check: false },
    );
    const page = await openPage(consoleUrl);
    await ask(page, '');
    for (const [at, name] of hostileTexts.entries()) {
      await page.getByRole('combobox', { name: /^Search/ }).fill(String(500 + at));
      const found = page.getByRole('option', { name: `customers ${500 + at}` });
      await found.waitFor();
      // A name of blanks alone is no name.
      if (name.trim() !== '') expect(await found.textContent()).toContain(name);
    }
    expect(await page.locator('dialog script, dialog img').count()).toBe(0);
  });
});

async function clockOf(consoleUrl: string, world: string): Promise<unknown> {
  const headers = { 'X-Stuntdouble-World': world };
  return (await fetch(`${consoleUrl}clock`, { headers })).json();
}
