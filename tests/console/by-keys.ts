import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const mostTabs = 80;

/** Presses Tab until the element of this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < mostTabs; count += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(
      `(() => { const { activeElement: one } = document; return one?.labels?.[0]?.innerText ?? one?.innerText ?? ''; })()`,
    );
    if (String(found).trim() === name) return;
  }
  expect.unreachable(`Tab never came to “${name}”`);
}

/** Goes to the button by Tab and presses it. */
export async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Waits until the focus is there, such as at `BUTTON Help`: the element, and what it is called. */
export async function expectFocus(page: Page, what: string | RegExp): Promise<void> {
  await expect.poll(() => tellFocus(page)).toEqual(expect.stringMatching(what));
}

async function tellFocus(page: Page): Promise<string> {
  const told = await page.evaluate(
    `(() => {
      const { activeElement: one } = document;
      const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
      return one.tagName + ' ' + name.trim().split('\\n')[0];
    })()`,
  );
  return String(told);
}

/** Waits until this is read aloud. */
export async function expectSaid(page: Page, text: string | RegExp): Promise<void> {
  // Of the page, and of the dialog before it.
  const regions = page.locator('.said[role=status]');
  await expect
    .poll(async () => [...new Set(await regions.allTextContents())])
    .toEqual([expect.stringMatching(text)]);
}
