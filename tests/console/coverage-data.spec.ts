import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { expectNoSidewaysScrolling, hasBrowser, openPage, serve } from './browser.ts';
import { hostileTexts } from './hostile-texts.ts';

interface Served {
  readonly mock: Mock;
  readonly url: string;
  readonly consoleUrl: string;
}

async function serveContract(paths: object): Promise<Served> {
  const folder = await createFolder();
  onTestFinished(() => removeFolder(folder));
  const contract = { openapi: '3.1.0', info: { title: 'Made', version: '1' }, paths };
  await writeFiles(folder, { 'openapi.json': JSON.stringify(contract) });
  return serve({ contract: join(folder, 'openapi.json') });
}

const responses = { 200: { description: 'Fine.' } };

/** What a contract can say of hostile texts: ids, tags, names and values. */
function hostilePaths(): object {
  // A JSON text has no half of a pair, and a path no line break.
  return Object.fromEntries(
    hostileTexts.map((text, at) => [
      `/things/${at}`,
      {
        get: {
          operationId: `${at} ${text}`.slice(0, 900),
          tags: [text.slice(0, 900)],
          parameters: [
            { name: text.slice(0, 200), in: 'query', schema: { enum: [text, 'plain'] } },
          ],
          responses,
        },
      },
    ]),
  );
}

describe.skipIf(!hasBrowser)('the coverage of any contract', () => {
  it('shows 40 hostile texts as texts', async () => {
    const { mock, url, consoleUrl } = await serveContract(hostilePaths());
    for (const text of hostileTexts) {
      const sent = encodeURIComponent(text).slice(0, 900);
      await fetch(`${url}/nothing/${sent}`);
      await fetch(`${url}/things/0?q${sent}=1`);
      await fetch(`${url}/things/1?${encodeURIComponent(hostileTexts[1] ?? '')}=${sent}`);
    }
    const page = await openPage(`${consoleUrl}#/coverage`);
    page.on('dialog', () => expect.unreachable('a text opened a dialog'));
    await page.getByRole('treegrid').waitFor();
    const plain = await countElements(page);
    await page.keyboard.press('+');
    await page.getByRole('row', { level: 3 }).first().waitFor();
    await expectPlain(page, plain);
    await page.goto(`${consoleUrl}#/coverage?show=findings`);
    await page.getByRole('region', { name: 'Unmatched' }).waitFor();
    await expectPlain(page, plain);
    for (const { id, points } of mock.coverage().operations) {
      const point = points.find(({ kind }) => kind === 'enum_values')?.id ?? '';
      const query = new URLSearchParams({ point }).toString();
      await page.goto(`${consoleUrl}#/coverage/${encodeURIComponent(id)}?${query}`);
      const part = page.getByRole('region', { name: 'Point' });
      await part.getByRole('heading', { name: /request/ }).waitFor();
      await expectPlain(page, plain);
      await expectNoSidewaysScrolling(page);
    }
  });

  it('has 20,000 points at hand, and a few of them in the document', async () => {
    const values = Array.from({ length: 14 }, (_, at) => `value-${at}`);
    const parameters = [{ name: 'which', in: 'query', schema: { enum: values } }];
    const paths = Array.from({ length: 1000 }, (_, at) => [
      `/things-${at}`,
      { get: { operationId: `list${at}`, tags: [`tag ${at % 20}`], parameters, responses } },
    ]);
    const { url, consoleUrl } = await serveContract(Object.fromEntries(paths));
    const page = await openPage(`${consoleUrl}#/coverage`);
    await page.getByRole('button', { name: /^Enum values 0 % 0 of 14,000/ }).waitFor();
    await page.keyboard.press('+');
    await page.getByRole('row', { level: 3 }).first().waitFor();
    await page.keyboard.press('End');
    const last = page.getByRole('row', { selected: true });
    await last.filter({ hasText: 'status 200' }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(150);
    expect(await page.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('19021');
    await fetch(`${url}/things-999?which=value-3`);
    await page
      .getByRole('row')
      .filter({ hasText: 'which = "value-3"' })
      .getByText('tried')
      .first()
      .waitFor();
    await page.getByLabel('Search the contract').fill('things-777');
    await page.getByRole('row', { level: 2 }).filter({ hasText: '/things-777' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'which = "value-13"' }).waitFor();
    expect(await page.getByRole('row', { level: 2 }).count()).toBe(1);
  });
});

async function expectPlain(page: Page, plain: unknown): Promise<void> {
  expect(await page.evaluate('globalThis.hit')).toBe(undefined);
  expect(await countElements(page)).toEqual(plain);
}

/** Elements that only markup in a text could have brought. */
async function countElements(page: Page): Promise<unknown> {
  return page.evaluate(
    `['script', 'iframe', 'object', 'embed', 'base', 'meta', 'style', 'link', 'form[action]', 'img', 'math', 'svg', 'details', 'a[href^="javascript" i]', 'a[href^="http"]'].map((one) => document.querySelectorAll(one).length)`,
  );
}
