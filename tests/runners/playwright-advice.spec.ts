import { describe, expect, test } from 'vitest';

import { findChromium } from '../console/chromium.ts';
import { startApp } from './other-servers.ts';
import { openProject, playTests, runPlaywright } from './run-playwright.ts';

describe.skipIf(findChromium() === undefined)('what stuntdouble/playwright says', () => {
  test.for([
    [[], 'the option `stuntdouble.api` names no origin, so no call of a page is led to it. Write'],
    [['https://b.example'], 'calls to https://b.example (the option `stuntdouble.api`) are led to'],
  ] as const)('tells where calls are led to no world, with api %j', async ([api, told]) => {
    const baseURL = await startApp('http://127.0.0.1:1', 'http://127.0.0.1:1');
    const folder = await openProject({ 'calls.spec.js': callsElsewhere });

    const played = await playTests(folder, ['calls.spec.js'], {
      baseURL,
      stuntdouble: { contract: 'shop.yaml', api },
    });

    expect(played.code).toBe(1);
    expect(played.output).toContain(`If one should have come from a page: ${told}`);
    // No server of an app can know where that of a worker is.
    expect(played.output).not.toContain("the app's server");
  });

  test.for([
    [undefined, 'write `stuntdouble: { contract: "my-api.yaml" }`'],
    [{ contract: 'absent.yaml' }, 'absent.yaml'],
    [{ contract: 'shop.yaml', api: 'example' }, '`stuntdouble.api` is "example", which is no URL'],
    [{ url: 'http://127.0.0.1:1' }, 'no server answers at http://127.0.0.1:1/_mock'],
  ] as const)('says what is wrong with %j', async ([stuntdouble, said]) => {
    const played = await runPlaywright(['failing.spec.js'], {
      stuntdouble,
      baseURL: 'http://a.test',
    });

    expect(played.code).toBe(1);
    expect(played.output).toContain(said);
  });
});

const callsElsewhere = `
import { expect, test } from 'stuntdouble/playwright';
test('calls another origin', async ({ page, mock }) => {
  await page.goto('/');
  await page.evaluate(() => fetch('http://a.test/orders').catch(() => {}));
  expect((await mock.requests()).length).toBe(1);
});
`;
