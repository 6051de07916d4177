import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../base/temporary-folder.test-kit.ts';
import { createMock } from '../index.ts';
import type { BannerOptions } from './banner.ts';
import { bannerText, trialText } from './banner.ts';
import { widthOf } from './columns.ts';

it('says where what no operation matches goes', async () => {
  await using mock = await createMock({ durability: 'memory' });
  await mock.listen();
  const rest = { stateIn: undefined, control: undefined, isStateless: false };
  const paint = (_: unknown, text: string): string => text;
  const read = (unmatched: string | undefined): string =>
    bannerText(mock, { ...rest, unmatched }, paint);
  expect(read('http://127.0.0.1:3000')).toContain(
    '\n  What no operation matches goes to http://127.0.0.1:3000\n',
  );
  expect(read(undefined)).not.toContain('no operation matches');
});

it('says where other replicas reach this one', async () => {
  await using mock = await createMock({ durability: 'memory' });
  await mock.listen();
  const rest = { control: undefined, isStateless: false, unmatched: undefined };
  const read = (replicaUrl: string | undefined): string =>
    bannerText(mock, { ...rest, stateIn: 'redis://store:6379/0', replicaUrl }, (_, text) => text);
  expect(read('http://10.0.0.3:4010')).toContain(
    'its state in redis://store:6379/0\n  Other replicas reach it at http://10.0.0.3:4010\n',
  );
  expect(read(undefined)).not.toContain('replica');
  const visitors = {
    ...rest,
    mostOfVisitors: 5,
    stateIn: 'redis://store:6379/0',
    replicaUrl: 'http://r',
  };
  expect(bannerText(mock, visitors, (_, text) => text)).not.toContain('in memory only');
});

it.each<[string, readonly object[], string]>([
  ['none at all', [], 'open'],
  ['one that lets everybody in', [{ oauth: ['read'] }, {}], 'open'],
  ['no scopes', [{ key: [] }, { token: [] }], 'a credential'],
  ['the same scopes twice', [{ oauth: ['read', 'list'] }, { key: ['read', 'list'] }], 'read list'],
  [
    'scopes in one of them only',
    [{ key: [] }, { token: [], login: [] }, { oauth: ['read'] }],
    'key or token and login or read',
  ],
])('says what an operation needs: %s', async (_, security, needs) => {
  const responses = { 200: { description: 'Done.' } };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { security, responses } } },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        token: { type: 'http', scheme: 'bearer' },
        login: { type: 'apiKey', in: 'cookie', name: 'sid' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: '/token', scopes: { read: '', list: '' } } },
        },
      },
    },
  };
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  await using mock = await createMock({ contract: [join(folder, 'openapi.json')] });
  await mock.listen();
  const rest = { stateIn: undefined, control: undefined, isStateless: false, unmatched: undefined };
  expect(bannerText(mock, rest, (__, text) => text)).toContain(`  GET    /things  ${needs}\n`);
});

it.each<[stateIn: string | undefined, line: string]>([
  [undefined, 'without its cookie a client only reads\n'],
  [
    'data/db.json',
    'without its cookie a client only reads. What visitors change is in memory only\n',
  ],
])('says that each browser has a world of its own (state in %s)', async (stateIn, line) => {
  await using mock = await createMock({ durability: 'memory' });
  await mock.listen();
  const rest = { stateIn, control: undefined, isStateless: false, unmatched: undefined };
  const read = (mostOfVisitors: number | undefined): string =>
    bannerText(mock, { ...rest, mostOfVisitors }, (_, text) => text);
  expect(read(1000)).toContain(`\n  Each browser has a world of its own, up to 1,000; ${line}`);
  expect(read(undefined)).not.toContain('browser');
});

it.each<[methods: readonly string[], hasVisitors: boolean, shown: readonly string[]]>([
  [['POST', 'GET', 'DELETE'], false, ['curl -X POST', 'curl', 'curl -X DELETE']],
  [['POST', 'GET', 'DELETE'], true, ['curl -c jar -b jar', 'curl -c jar -b jar -X DELETE']],
  [['POST'], true, []],
])('commands for %j (visitors: %s) keep the cookie of a read', (methods, hasVisitors, shown) => {
  const samples = methods.map((method) => ({
    operation: { method },
    target: '/things',
    headers: [],
    body: undefined,
  }));
  const setting = { url: 'http://x', columns: undefined, hasVisitors };
  const text = trialText(setting, samples, (_, plain) => plain);
  const commands = text.split('\n').filter((line) => line.includes('curl'));
  expect(commands).toEqual(shown.map((command) => `  ${command} http://x/things`));
});

it.each<[BannerOptions['control'], string]>([
  [undefined, 'There is no control API: --no-control is on.'],
  [{ prefix: '/ctl', access: 'closed' }, 'The control API is closed: there is no --control-token.'],
  [{ prefix: '/ctl', access: 'local' }, 'State and reset: URL/ctl/state, POST /ctl/reset'],
  [
    { prefix: '/ctl', access: 'token' },
    'State and reset, with the control token: URL/ctl/state, POST /ctl/reset',
  ],
])('says who may use the control API: %j', async (control, line) => {
  await using mock = await createMock({ durability: 'memory' });
  const { url } = await mock.listen();
  const rest = { stateIn: undefined, isStateless: false, unmatched: undefined };
  const banner = bannerText(mock, { ...rest, control }, (_, text) => text);
  expect(banner).toContain(`\n  ${line.replaceAll('URL', url)}\n`);
});

it.each<[BannerOptions['control'], boolean]>([
  [undefined, false],
  [{ prefix: '/ctl', access: 'closed', hasConsole: true }, false],
  [{ prefix: '/ctl', access: 'local', hasConsole: false }, false],
  [{ prefix: '/ctl', access: 'local', hasConsole: true }, true],
  [{ prefix: '/ctl', access: 'token', hasConsole: true }, true],
])('names the address of the console where a client gets in: %j %s', async (control, isNamed) => {
  await using mock = await createMock({ durability: 'memory' });
  const { url } = await mock.listen();
  const rest = { stateIn: undefined, isStateless: false, unmatched: undefined };
  const banner = bannerText(mock, { ...rest, control, columns: 80 }, (_, text) => text);
  expect(banner.includes(`\n  Console: ${url}/ctl/\n`)).toBe(isNamed);
  expect(Math.max(...banner.split('\n').map(widthOf))).toBeLessThanOrEqual(80);
});

it.each<[known: number, shown: readonly string[], note: string]>([
  [1, ['one'], 'Credentials\n'],
  [2, ['one', 'two'], 'Credentials\n'],
  [5, ['one', 'two', 'three', 'four', 'five'], 'Credentials\n'],
  [6, ['four', 'six', 'five'], 'Credentials, and 3 more that --list shows\n'],
])('of %i credentials the banner shows %j', async (known, shown, note) => {
  const scheme = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: {
          security: [{ key: ['read', 'write'] }, { other: [] }],
          responses: { 204: { description: '' } },
        },
      },
    },
    components: { securitySchemes: { key: scheme, other: { ...scheme, name: 'X-Other' } } },
  };
  const credentials = [
    { scheme: 'key', value: 'one', scopes: [] },
    { scheme: 'key', value: 'two', scopes: [] },
    {
      scheme: 'key',
      value: 'three',
      scopes: ['read', 'write'],
      expires_at: '2020-01-01T00:00:00Z',
    },
    { scheme: 'key', value: 'four', scopes: ['read', 'write'] },
    { scheme: 'key', value: 'five', scopes: ['read'] },
    { scheme: 'other', value: 'six', scopes: [] },
  ].slice(0, known);
  const folder = await writeFolder({
    'openapi.json': JSON.stringify(contract),
    'fixtures/credentials.json': JSON.stringify(
      credentials.map((one) => ({ name: one.value, ...one })),
    ),
  });
  await using mock = await createMock({
    contract: join(folder, 'openapi.json'),
    fixtures: join(folder, 'fixtures'),
  });
  await mock.listen();
  const rest = { stateIn: undefined, control: undefined, isStateless: false, unmatched: undefined };
  const banner = bannerText(mock, rest, (__, text) => text);
  expect(banner).toContain(`\n  ${note}`);
  const lines = banner.split('\n').filter((line) => /X-(Key|Other): /.test(line));
  expect(lines.map((line) => /: (\w+)/.exec(line)?.[1])).toEqual(shown);
});

describe('many operations', () => {
  const names = Array.from({ length: 13 }, (_, index) => `things${index}`);
  const responses = { 200: { description: 'Done.' } };
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Things '.repeat(20).trim(), version: '1' },
    paths: Object.fromEntries(
      names.map((name) => [
        `/api/organizations/{organization}/departments/{department}/${name}/{key}/history`,
        {
          parameters: ['organization', 'department', 'key'].map((parameter) => ({
            name: parameter,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
          get: { responses },
        },
      ]),
    ),
  };

  async function print(more: Partial<BannerOptions>): Promise<readonly string[]> {
    const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
    await using mock = await createMock({ contract: join(folder, 'openapi.json') });
    await mock.listen();
    const rest = { stateIn: undefined, control: undefined, isStateless: false };
    const text = bannerText(mock, { ...rest, unmatched: undefined, ...more }, (_, plain) => plain);
    return text.split('\n');
  }

  it('are only counted', async () => {
    const lines = await print({});
    expect(lines).toContain('  13 operations: --list shows them all');
    expect(lines.filter((line) => line.includes('things'))).toEqual([]);
  });

  it('are listed where the user asks for it', async () => {
    const lines = await print({ isComplete: true });
    expect(lines.filter((line) => line.startsWith('  GET '))).toHaveLength(13);
    expect(lines.join()).toContain('/departments/{department}/things12/{key}/history  open');
  });

  it.each([80, 90])('fit %i columns, whatever the contract', async (columns) => {
    const lines = await print({ isComplete: true, columns });
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    expect(lines.join()).toMatch(/\/…\/.*things12\/\{key\}\/history {2}open/);
  });
});
