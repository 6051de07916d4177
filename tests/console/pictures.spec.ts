import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';

import { hasBrowser, openContext, openPage } from './browser.ts';
import { openMuseum } from './museum.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
/** As for the tables of the docs. */
const isWriting = process.env['STUNTDOUBLE_UPDATE_DOCS'] === '1';

describe.skipIf(!hasBrowser)('the pictures of the docs', () => {
  it('show the traffic', async () => {
    const museum = await openMuseum();
    await museum.ask('GET', '/halls');
    await museum.ask('GET', '/halls/east/works');
    await museum.ask('POST', '/halls/east/works', { id: 'w5', title: 'Storm', kind: 'print' });
    await museum.ask('GET', '/halls/east/works/w5');
    await museum.ask('POST', '/halls/east/works', { id: 'w6', title: '', kind: 'poster' });
    await museum.ask('DELETE', '/halls/west');
    await museum.ask('GET', '/hall/east');
    const page = await openSmall(`${museum.consoleUrl}#/traffic/5`);
    await page.getByRole('region', { name: 'Reply' }).waitFor();
    await take(page, 'console-traffic.png');
  });

  it('show the state', async () => {
    const museum = await openMuseum();
    const page = await openSmall(`${museum.consoleUrl}#/state/works/w2?parent.hall_id=east`);
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await take(page, 'console-state.png');
  });

  it('show the coverage', async () => {
    const museum = await openMuseum();
    await museum.ask('GET', '/halls');
    await museum.ask('GET', '/halls/east/works');
    await museum.ask('POST', '/halls/east/works', { id: 'w5', title: 'Storm', kind: 'print' });
    await museum.ask('POST', '/halls/east/works', { id: 'w6', title: '', kind: 'poster' });
    await museum.ask('GET', '/hall/east');
    const page = await openSmall(`${museum.consoleUrl}#/coverage/createWork`);
    await page.getByText('Next missing').click();
    await page.getByRole('button', { name: 'Send it now' }).waitFor();
    await take(page, 'console-coverage.png');
  });

  it('show the contract', async () => {
    const museum = await openMuseum();
    const page = await openSmall(`${museum.consoleUrl}#/contract/getWork`);
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('link', { name: 'Request 1 in traffic' }).waitFor();
    await take(page, 'console-contract.png');
  });
});

async function openSmall(url: string): Promise<Page> {
  const page = await openPage(url, {}, await openContext());
  await page.setViewportSize({ width: 1440, height: 800 });
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot();
  if (isWriting) await writeFile(join(docs, name), picture);
}
