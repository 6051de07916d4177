import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { Size } from './browser.ts';
import { expectNoSidewaysScrolling, hasBrowser, notice, openPage } from './browser.ts';
import { openShop } from './shop.ts';

const presets = ['Slow network', 'Offline', 'Expired sessions'];

async function turnOn(size: Size): Promise<Page> {
  const { consoleUrl } = await openShop();
  const page = await openPage(`${consoleUrl}#/answers`, { size });
  for (const name of presets) {
    await page.getByRole('switch', { name }).click();
    await notice(page, `${name}: on`).waitFor();
  }
  return page;
}

/** Turns presets on, and the last one off again. */
async function usePresets(size: Size): Promise<Page> {
  const page = await turnOn(size);
  await page.getByRole('switch', { name: presets.at(-1) ?? '' }).click();
  await notice(page, 'Expired sessions: off').waitFor();
  return page;
}

describe.skipIf(!hasBrowser)('notices', () => {
  it('are two at most without a way back, however many things are done', async () => {
    const page = await turnOn('desk');
    expect(await page.locator('.notice').count()).toBe(2);
  });

  it('are one about each thing: the newest', async () => {
    const page = await usePresets('desk');
    await notice(page, 'Expired sessions: on').waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Expired sessions' }).click();
    await notice(page, 'Expired sessions: on').waitFor();
    await notice(page, 'Expired sessions: off').waitFor({ state: 'detached' });
  });

  it.each<Size>(['phone', 'desk'])('cover nothing on a %s', async (size) => {
    const page = await usePresets(size);
    const shown = page.locator('.notice').filter({ visible: true });
    expect(await shown.count()).toBe(size === 'phone' ? 1 : 2);
    const view = await page.getByRole('main').boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    for (const one of await shown.all()) {
      const box = await one.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual((view?.y ?? Infinity) + (view?.height ?? 0));
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    await expectNoSidewaysScrolling(page);
  });

  it.each<Size>(['phone', 'desk'])(
    'keep the way back on a %s, whatever comes after',
    async (size) => {
      const page = await usePresets(size);
      for (const name of ['Expired sessions', 'Offline']) {
        await page.getByRole('switch', { name }).click();
        await notice(page, new RegExp(`^${name}: o(n|ff)$`))
          .last()
          .waitFor();
      }
      await page.getByRole('switch', { name: 'Slow network' }).click();
      await notice(page, 'Slow network: off').waitFor();
      await notice(page, 'Offline: off').waitFor();
      const backs = page.locator('.notices').getByRole('button', { name: 'Undo', exact: true });
      await expect.poll(() => backs.count()).toBe(2);
      await page
        .locator('.notice', { hasText: 'Offline: off' })
        .getByRole('button', { name: 'Undo' })
        .click();
      await page.locator('[role=switch][aria-checked=true]', { hasText: 'Offline' }).waitFor();
    },
  );
});
