import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { Size } from './browser.ts';
import { expectNoSidewaysScrolling, hasBrowser, notice, openPage } from './browser.ts';
import { openShop } from './shop.ts';

const presets = ['Slow network', 'Offline', 'Expired sessions'];

/** Turns presets on, and the last one off again. */
async function usePresets(size: Size): Promise<Page> {
  const { consoleUrl } = await openShop();
  const page = await openPage(`${consoleUrl}#/answers`, { size });
  for (const name of presets) {
    await page.getByRole('switch', { name }).click();
    await notice(page, `${name}: on`).waitFor();
  }
  await page.getByRole('switch', { name: presets.at(-1) ?? '' }).click();
  await notice(page, 'Expired sessions: off').waitFor();
  return page;
}

describe.skipIf(!hasBrowser)('notices', () => {
  it('are two at most, however many things are done', async () => {
    const page = await usePresets('desk');
    expect(await page.locator('.notice').count()).toBe(2);
  });

  it('cover nothing on a phone', async () => {
    const page = await usePresets('phone');
    const shown = page.locator('.notice').filter({ visible: true });
    expect(await shown.count()).toBe(1);
    const [box, view] = [await shown.boundingBox(), await page.getByRole('main').boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    await expectNoSidewaysScrolling(page);
  });
});
