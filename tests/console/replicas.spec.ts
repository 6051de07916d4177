import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { Visit } from './browser.ts';
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  hasBrowser,
  looks,
  openContext,
  openPage,
  serve,
} from './browser.ts';

const [first, second, third] = ['10.0.0.3', '10.0.0.4', '10.0.0.5'].map(
  (address) => `http://${address}:4010`,
);

function replicasOf(owner: string | undefined): object {
  return {
    owner: { url: owner, epoch: 3, since: '2030-01-01T09:00:00Z' },
    replicas: [first, second, third].map((url) => ({
      url,
      is_owner: url === owner,
      serves_same: url !== third,
    })),
  };
}

/** A server that says it is one of three replicas. The result makes another one the owner. */
async function openShared(
  visit: Visit = {},
): Promise<{ readonly page: Page; readonly change: () => void }> {
  const { consoleUrl } = await serve();
  const page = await (await openContext(visit)).newPage();
  let owner = first;
  await page.clock.install();
  await page.route(/_mock\/replicas$/, (route) => route.fulfill({ json: replicasOf(owner) }));
  await page.goto(consoleUrl);
  return { page, change: () => void (owner = second) };
}

describe.skipIf(!hasBrowser)('the foot of the console', () => {
  it.each(looks)('tells the replicas and their owner on a %s in %s', async (size, scheme) => {
    const { page } = await openShared({ size, scheme });
    const line = page.getByText(`3 replicas, owner ${first}`);
    await line.waitFor();
    await line.click();
    await page.getByText('the owner since 2030-01-01').waitFor();
    await page.getByText('passes requests on; has another contract').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });

  it('tells the next owner without being asked', async () => {
    const { page, change } = await openShared();
    await page.getByText(`owner ${first}`).waitFor();
    change();
    await page.clock.fastForward(11_000);
    await page.getByText(`owner ${second}`).waitFor();
  });

  it('is not there where the server has a state of its own', async () => {
    const { consoleUrl } = await serve();
    const context = await openContext();
    const told = context.waitForEvent('response', (one) => one.url().endsWith('/_mock/replicas'));
    const page = await openPage(consoleUrl, {}, context);
    await (await told).finished();
    await page.getByText('live', { exact: true }).waitFor();
    expect(await page.getByRole('contentinfo').count()).toBe(0);
  });
});
