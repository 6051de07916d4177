import { expect, it } from 'vitest';

import type { ServerChoice } from './open-server.ts';
import { openServer } from './open-server.ts';

const url = 'http://127.0.0.1:4010';
const ofServer =
  "If one should have come from the app's server: does it call http://127.0.0.1:4010 with the header or cookie X-Stuntdouble-World?";

it.each<[api: string | readonly string[] | undefined, advice: string]>([
  [
    undefined,
    'If one should have come from a page: calls to http://127.0.0.1:4010 (the option `stuntdouble.api`) are led to it. Does the page call another origin?',
  ],
  [
    ['https://a.example/v1', 'http://b.example'],
    'If one should have come from a page: calls to https://a.example and http://b.example (the option `stuntdouble.api`) are led to it. Does the page call another origin?',
  ],
  [
    [],
    'If one should have come from a page: the option `stuntdouble.api` names no origin, so no call of a page is led to it. Write the origin of the API there, as the page calls it, such as `api: "https://api.example.com"`.',
  ],
])('tells a test without a request where calls are led, with api %j', async (api, advice) => {
  const { advice: told } = await openServer({ url, ...(api && { api }) }, '.');
  expect(told).toBe(`${advice} ${ofServer}`);
});

const caller = '`stuntdouble: { url }` in the config of Playwright';

it.each<[given: object, told: string]>([
  [{ controltoken: 'a' }, `${caller} has no option "controltoken": did you mean "controlToken"?`],
  [
    { seed: 'a' },
    `${caller} has no option "seed": there are "url", "api", "controlToken" and "controlPrefix".`,
  ],
  [
    { contract: 'a.yaml' },
    `${caller} has no option "contract": the server at \`url\` has its own, so write one of the two.`,
  ],
])('refuses beside a URL what only another server takes: %j', async (given, told) => {
  await expect(openServer({ url, ...given }, '.')).rejects.toThrow(told);
});

it('takes an option that is undefined beside a URL as none', async () => {
  const { mock } = await openServer({ url, contract: undefined } as ServerChoice, '.');
  expect(mock.url).toBe(url);
});

const own = '`stuntdouble: { contract }` in the config of Playwright';

it.each<[given: object, told: string]>([
  [{ sead: 'a' }, `${own} has no option "sead": did you mean "seed"?`],
  [{ apis: [] }, `${own} has no option "apis": did you mean "api"?`],
  [{ host: '::1' }, `${own} has no option "host": its server listens on a free port of 127.0.0.1.`],
])('refuses what the server of a worker does not take: %j', async (given, told) => {
  const choice = { contract: 'examples/shop.yaml', ...given };
  await expect(openServer(choice, process.cwd())).rejects.toThrow(told);
});

it('takes an option `url` that is undefined as none', async () => {
  const choice = { contract: 'absent.yaml', url: undefined } as unknown as ServerChoice;
  await expect(openServer(choice, process.cwd())).rejects.toThrow('absent.yaml');
});
