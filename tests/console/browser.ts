import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, expect, onTestFinished } from 'vitest';

import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { findChromium } from './chromium.ts';

export const hasBrowser: boolean = findChromium() !== undefined;

/** The sizes that every view is looked at with. */
const sizes: Readonly<Record<Size, { readonly width: number; readonly height: number }>> = {
  phone: { width: 375, height: 740 },
  desk: { width: 1440, height: 900 },
};

export type Size = 'phone' | 'desk';

export const looks: readonly (readonly [Size, 'light' | 'dark'])[] = [
  ['phone', 'light'],
  ['phone', 'dark'],
  ['desk', 'light'],
  ['desk', 'dark'],
];

let browser: Promise<Browser> | undefined;

/** What a page must never do: each of its tests fails if it did. */
const faults: string[] = [];

afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});

afterAll(async () => {
  await (await browser)?.close();
});

export interface Visit {
  readonly size?: Size;
  readonly scheme?: 'light' | 'dark';
  /** Messages of the browser that the test provokes, such as for a refused request. */
  readonly expects?: RegExp;
}

/** A browser of its own, with its cookies; it goes when the test ends. */
export async function openContext({
  size = 'desk',
  scheme = 'light',
}: Visit = {}): Promise<BrowserContext> {
  browser ??= chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const context = await (
    await browser
  ).newContext({ viewport: sizes[size], colorScheme: scheme, reducedMotion: 'reduce' });
  context.setDefaultTimeout(8000);
  onTestFinished(() => context.close());
  return context;
}

/** A page that may ask its own server alone; messages of the browser fail the test. */
export async function openPage(
  url: string,
  visit: Visit = {},
  context?: BrowserContext,
): Promise<Page> {
  const page = await (context ?? (await openContext(visit))).newPage();
  const { origin } = new URL(url);
  await page.route('**/*', (route) => {
    const asked = route.request().url();
    if (/^(data|blob):/.test(asked) || new URL(asked).origin === origin) return route.continue();
    faults.push(`asked for ${asked}`);
    return route.abort();
  });
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()}`;
    if (!visit.expects?.test(text)) faults.push(text);
  });
  await page.goto(url);
  return page;
}

/** What a user is told in passing. Behind a dialog, programs that read aloud have it in another place, too. */
export function notice(page: Page, text: string | RegExp): Locator {
  return page.locator('.notices').getByText(text);
}

/** A server that is closed when the test ends, and the address of its console. */
export async function serve(options: MockOptions = {}): Promise<{
  readonly mock: Mock;
  readonly url: string;
  readonly consoleUrl: string;
}> {
  const mock = await createMock({ durability: 'memory', watch: false, ...options });
  const { url } = await mock.listen();
  onTestFinished(() => mock.close());
  return { mock, url, consoleUrl: `${url}/_mock/` };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Holds a page to the rules for people who use it otherwise. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  const found = (await page.evaluate('axe.run()')) as Found;
  expect(
    found.violations.map(({ id, help, nodes }) => ({ id, help, html: nodes[0]?.html })),
  ).toEqual([]);
}

/** A page wider than the screen scrolls sideways. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const [wide = 0, screen = 0] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as readonly number[];
  expect(wide).toBeLessThanOrEqual(screen);
  // Tables and texts scroll by themselves; what holds them must not.
  const wider = await page.evaluate(
    `[...document.querySelectorAll('main, .panel, .panel-parts, .record-body, .table-side, dialog, header')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className || one.tagName)`,
  );
  expect(wider).toEqual([]);
}
