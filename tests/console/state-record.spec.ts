import { readFile } from 'node:fs/promises';

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
import type { Museum } from './museum.ts';
import { openMuseum } from './museum.ts';

const dawn = 'state/works/w1?parent.hall_id=east';

describe.skipIf(!hasBrowser)('a record', () => {
  it.each(looks)('can be used otherwise on a %s in %s', async (size, scheme) => {
    const { page } = await openAt(dawn, { size, scheme });
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: /JSON|editor/i }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('is changed in a form, and the change is undone', async () => {
    const { museum, page } = await openAt(dawn);
    await page.getByLabel('title', { exact: true }).fill('Daybreak');
    await page.getByLabel('kind', { exact: true }).selectOption('sculpture');
    await page.getByLabel('width', { exact: true }).fill('55');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => find(museum, 'works', 'w1'))
      .toMatchObject({ title: 'Daybreak', kind: 'sculpture', size: { width: 55 } });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect
      .poll(() => find(museum, 'works', 'w1'))
      .toMatchObject({ title: 'Dawn', kind: 'painting', size: { width: 40 } });
  });

  it('shows faults beside the fields, and can be saved anyway', async () => {
    const { museum, page } = await openAt(dawn);
    await page.getByLabel('price', { exact: true }).fill('-3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const field = page.locator('[data-pointer="/price"]');
    await field.locator('.fault').waitFor();
    expect(await page.getByLabel('price', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(find(museum, 'works', 'w1')).toMatchObject({ price: 4000 });
    await page.getByRole('button', { name: /anyway/i }).click();
    await expect.poll(() => find(museum, 'works', 'w1')).toMatchObject({ price: -3 });
  });

  it('is changed as JSON, with faults at their place', async () => {
    const { museum, page } = await openAt(dawn);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await write(page, '{"id": "w1", "title": ""}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByText(/title/)
      .filter({ hasText: /fewer than 1|at least 1/ })
      .first()
      .waitFor();
    await write(page, '{"id": "w1", "title": "Short"}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => find(museum, 'works', 'w1'))
      .toEqual({ hall_id: 'east', id: 'w1', title: 'Short' });
  });

  it('says so when another client has changed it meanwhile', async () => {
    const { museum, page } = await openAt(dawn);
    await page.getByLabel('title', { exact: true }).fill('Mine');
    await museum.ask('PATCH', '/_mock/state/works/w1?hall_id=east', { title: 'Theirs' });
    await page
      .getByText(/changed/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /keep mine/i }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => find(museum, 'works', 'w1')).toMatchObject({ title: 'Mine' });
  });

  it('keeps what is not saved while the user looks at another view', async () => {
    const { page } = await openAt(dawn);
    await page.getByLabel('title', { exact: true }).fill('Mine');
    await page.getByRole('link', { name: 'Traffic' }).click();
    await page.getByText('Changes to 1 record are kept, and not saved').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.goBack();
    await expect.poll(() => page.getByLabel('title', { exact: true }).inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: 'Traffic' }).click();
    await page.getByRole('link', { name: 'State' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('id', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/state\/artists$/);
    await page.getByRole('link', { name: 'Traffic' }).click();
    expect(await page.getByText('are kept, and not saved').count()).toBe(0);
  });

  it('is deleted with what stands below it, and put back', async () => {
    const { museum, page } = await openAt('state/halls/east');
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete halls east?' });
    await dialog.getByText('3 works').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => museum.mock.records('works')).toHaveLength(1);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => museum.mock.records('works')).toHaveLength(4);
    expect(find(museum, 'works', 'w2')).toMatchObject({ title: 'Noon', hall_id: 'east' });
  });

  it('is made new, duplicated and made up', async () => {
    const { museum, page } = await openAt('state/halls');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('id', { exact: true }).fill('north');
    await page.getByLabel('name', { exact: true }).fill('North hall');
    await page.getByRole('button', { name: 'Save new record' }).click();
    await expect.poll(() => find(museum, 'halls', 'north')).toMatchObject({ name: 'North hall' });
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByLabel('id', { exact: true }).fill('south');
    await page.getByRole('button', { name: 'Save new record' }).click();
    await expect.poll(() => find(museum, 'halls', 'south')).toMatchObject({ name: 'North hall' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Make 20 more…' }).click();
    await page.getByRole('dialog').locator('button.main').click();
    await expect.poll(() => museum.mock.records('halls')).toHaveLength(24);
    await notice(page, 'Made 20 records of halls').waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => museum.mock.records('halls')).toHaveLength(4);
  });

  it('is made up in a number that can be', async () => {
    const { museum, page } = await openAt('state/halls');
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Make 20 more…' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('How many');
    const make = dialog.getByRole('button', { name: 'Make', exact: true });
    for (const count of ['-3', '1.5', '', '10001']) {
      await field.fill(count);
      await dialog.getByText('Write a whole number from 1 to 10,000.').waitFor();
      expect(await make.isDisabled()).toBe(true);
      expect(await dialog.getByText('The server makes them up').count()).toBe(0);
      await field.fill('5');
      await dialog.getByText('The server makes them up').waitFor();
    }
    await dialog.getByRole('button', { name: 'Make 5' }).click();
    await expect.poll(() => museum.mock.records('halls')).toHaveLength(7);
  });

  it('is worked on with the keyboard alone', async () => {
    const { museum, page } = await openAt('state/artists');
    await page.locator('.record-row:not(.head)').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/state\/artists\/a1/);
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/state\/artists(\?|$)/);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByText('Undo puts it back').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => museum.mock.records('artists')).toHaveLength(1);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => museum.mock.records('artists')).toHaveLength(2);
    await page.keyboard.press('/');
    await page.keyboard.type('Reed');
    await page.waitForURL(/search=Reed/);
  });

  it('is chosen with others, and deleted with them', async () => {
    const { museum, page } = await openAt('state/works');
    await page.getByLabel('Choose w1').click();
    await page.getByLabel('Choose w3').click({ modifiers: ['Shift'] });
    await page.getByText('3 records chosen').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => museum.mock.records('works')).toHaveLength(1);
  });
});

describe.skipIf(!hasBrowser)('a collection as a file', () => {
  it.each(['CSV', 'JSON'])('is exported as %s, and imported again', async (format) => {
    const { museum, page } = await openAt('state/works');
    const before = museum.mock.records('works');
    await choose(page, 'Export…');
    await page.getByLabel(new RegExp(`^${format}:`)).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Dawn');
    await museum.put({ works: [] });
    await choose(page, 'Import…');
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: download.suggestedFilename(),
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      });
    await page.getByRole('button', { name: 'Import 4 records' }).click();
    await expect.poll(() => museum.mock.records('works')).toEqual(before);
  });

  it('writes nothing where the file has a fault', async () => {
    const { museum, page } = await openAt('state/halls');
    const before = museum.mock.records('halls');
    await choose(page, 'Import…');
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'halls.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('id,name\nnew,x\n'),
      });
    await page.getByRole('button', { name: 'Import 1 record' }).click();
    await page.getByRole('dialog').getByText('Nothing was written.').waitFor();
    expect(museum.mock.records('halls')).toEqual(before);
  });
});

async function openAt(
  place: string,
  visit: Parameters<typeof openPage>[1] = {},
): Promise<{ readonly museum: Museum; readonly page: Page }> {
  const museum = await openMuseum();
  const page = await openPage(`${museum.consoleUrl}#/${place}`, {
    expects: /status of (400|404|422)/,
    ...visit,
  });
  await page.getByRole('navigation', { name: 'Collections' }).waitFor();
  return { museum, page };
}

/** Replaces the text of the editor of JSON. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /JSON|editor/i }).press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

function find({ mock }: Museum, collection: string, key: string): object | undefined {
  return mock.records(collection).find(({ id }) => id === key);
}
