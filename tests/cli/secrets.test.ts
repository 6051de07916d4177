import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { logOf } from './request-log.ts';
import type { Running } from './run-stuntdouble.ts';
import { run, serve, shareServer } from './run-stuntdouble.ts';
import { canary, replies, requests, serviceFiles, visible } from './secrets-service.ts';
import { createTestFolder, shareFolder, writeFiles } from './temporary-folder.ts';

const folder = shareFolder((cwd) => writeFiles(cwd, serviceFiles));
const options = ['openapi.json', '--fixtures', 'fixtures', '--ephemeral'];
const inFolder = (): { readonly cwd: string } => ({ cwd: folder() });
const human = shareServer(options, inFolder);
const json = shareServer([...options, '--log', 'json'], inFolder);

async function arrange({ url }: Running): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  for (const reply of replies) {
    const body = JSON.stringify(reply);
    const made = await fetch(`${url}/_mock/overrides`, { method: 'POST', headers, body });
    expect(made.ok, await made.text()).toBe(true);
  }
  const body = '{"password":8675303}';
  const change = { method: 'PATCH', headers, body };
  expect((await fetch(`${url}/_mock/state/accounts/a?check=false`, change)).status).toBe(200);
}

/** What the log says of all requests, by where their secret is. */
const logs = new Map<Running, readonly string[]>();

beforeAll(async () => {
  for (const server of [human(), json()]) {
    await logOf(server, () => arrange(server));
    const lines = await logOf(server, async () => {
      for (const [, path, asked] of requests) await (await fetch(server.url + path, asked)).text();
      for (const [path, asked] of visible) await (await fetch(server.url + path, asked)).text();
    });
    logs.set(server, lines);
  }
});

async function read(path: string, body?: object): Promise<string> {
  const asked = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  };
  const response = await fetch(`${human().url}/_mock${path}`, asked);
  expect(response.status).toBe(200);
  return response.text();
}

/** Names what is shown, not how much of it there is. */
function expectNoSecret(shown: string): void {
  expect(shown).not.toBe('');
  const at = shown.search(canary);
  expect(at === -1 ? '' : shown.slice(Math.max(0, at - 150), at + 60)).toBe('');
}

test('the client itself is told what it sent wrong', async () => {
  const body = '{"password":"Zq7-json"}';
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch(`${json().url}/sign-up`, { method: 'POST', headers, body });
  expect(await reply.text()).toContain('but is the string \\"Zq7-json\\"');
});

describe.each([
  ['people', human],
  ['programs', json],
])('the log for %s', (_, server) => {
  test.each(requests.map(([where], at) => [where, at] as const))(
    'shows no secret of %s',
    (_where, at) => {
      const lines = logs.get(server()) ?? [];
      expect(lines).toHaveLength(requests.length + visible.length);
      expectNoSecret(lines[at] ?? '');
    },
  );

  test('shows what is none', () => {
    const shown = logs.get(server())?.join('\n');
    for (const word of ['/visible-path/more']) expect(shown).toContain(word);
    expect(shown).toContain('query /page_token: must NOT have more than 3 characters');
  });
});

describe('the journal', () => {
  // The first request of all says that everything is arranged.
  const entries = requests.map(([where, path], at) => [where, path, at + 2] as const);

  test.each(entries)('shows no secret of %s', async (_where, path, id) => {
    const shown = await read(`/requests/${id}`);
    const start = /^\/\w+/.exec(path)?.[0];
    expect(JSON.parse(shown).request.path).toMatch(new RegExp(`^${start}`));
    expectNoSecret(shown);
    expectNoSecret(await read(`/requests/${id}/explain`));
  });

  test('shows what is none', async () => {
    const shown = await read('/requests');
    for (const word of ['page', 'body', 'count', 'name', 'path', 'reply', 'xml']) {
      expect(shown).toContain(`visible-${word}`);
    }
  });

  test('shows none as requests come in', async () => {
    const stop = new AbortController();
    const headers = { 'Last-Event-ID': '0' };
    const response = await fetch(`${human().url}/_mock/requests/live`, {
      headers,
      signal: stop.signal,
    });
    let shown = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      shown += decoder.decode(piece as Uint8Array, { stream: true });
      if (shown.includes('visible-path')) break;
    }
    stop.abort();
    expectNoSecret(shown);
  });

  test('finds requests by what they really sent', async () => {
    const found = await read('/verify', {
      operation: 'signUp',
      match: { body: [{ pointer: '/password', equals: 'Zq7-json' }] },
    });
    expect(JSON.parse(found)).toMatchObject({ is_met: true, count: 1 });
    expect(JSON.parse(await read('/requests?violation=Zq7-json'))).toMatchObject({ count: 1 });
  });

  test.each([
    [{ operation: 'signUp', match: { body: [{ pointer: '/password', equals: 'other' }] } }],
    [{ operation: 'signUp', match: { body: [{ pointer: '', equals: 1 }] } }],
    [{ operation: 'signUp', match: { query: { access_token: 'other' } } }],
    [
      {
        operation: 'signUp',
        match: { query: { access_token: { present: false } }, headers: { cookie: 'a' } },
      },
    ],
    [
      {
        operation: 'readOpen',
        match: { headers: { authorization: 'other', 'x-auth-token': 'other' } },
      },
    ],
    [{ operation: 'readOpen', match: { query: { 'api_key[]': 'other', password: 'other' } } }],
    [{ operation: 'runHook', match: { path: { hook_token: 'other' } } }],
    [{ operation: 'runHook', never: true }],
    [{ operation: 'signUp', never: true }],
    [{ operation: 'readOpen', times: 500 }],
  ])('tells of nearest calls without secrets: %j', async (expectation) => {
    const shown = await read('/verify', expectation);
    expect(JSON.parse(shown)).toMatchObject({ is_met: false });
    expectNoSecret(shown);
  });
});

describe('coverage', () => {
  test('shows no secret, and what is none', async () => {
    const shown = await read('/coverage');
    expectNoSecret(shown);
    expect(shown).toContain('/visible-path/more');
    const { violations, unmatched, breaches } = JSON.parse(shown);
    const pointers = violations.listed.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/password', '/access_token', '/tokens/*']));
    expect(unmatched.listed).toContainEqual({ method: 'GET', path: '/none/…/more', count: 1 });
    expect(breaches.listed).toHaveLength(1);
  });

  test.each(['table', 'json', 'junit', 'markdown', 'github'])(
    'as %s it shows no secret',
    async (format) => {
      const ended = await run(['report', '--url', human().url, '--format', format], inFolder());
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).toContain('signUp');
      expectNoSecret(ended.stdout);
    },
  );

  test('knows violations again by what they are without their secrets', async () => {
    const cwd = await createTestFolder();
    const args = (url: string): readonly string[] => [
      'report',
      '--url',
      url,
      '--baseline',
      'known.json',
    ];
    expect(await run([...args(human().url), '--write-baseline'], { cwd })).toMatchObject({
      code: 0,
    });
    expectNoSecret(await readFile(join(cwd, 'known.json'), 'utf8'));
    const again = await run([...args(json().url), '--fail-on', 'violations'], { cwd });
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });
});

test('what is forwarded arrives whole, and is shown without its secrets', async () => {
  const heard: string[] = [];
  const other = createServer((request, response) => {
    heard.push(`${request.url} ${String(request.headers['x-api-key'])}`);
    response.setHeader('Set-Cookie', 'sid=Zq7-forwarded').end('{"token":"Zq7-forwarded"}');
  });
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const args = [...options, '--unmatched', `http://127.0.0.1:${port}`];
  const server = await serve(args, { cwd: folder() });
  // The commands to try come a moment after the rest of the banner.
  await vi.waitUntil(() => server.stdout().includes('  Try'), patience);

  const lines = await logOf(server, async () => {
    const headers = { 'X-Api-Key': 'Zq7-key' };
    await fetch(`${server.url}/other/Zq7-key?secret=Zq7-query`, { headers });
  });
  other.close();
  await fetch(`${server.url}/other/Zq7-key?secret=Zq7-query`, {
    headers: { 'X-Api-Key': 'Zq7-key' },
  });

  expect(heard[0]).toBe('/other/Zq7-key?secret=Zq7-query Zq7-key');
  expect(lines[0]).toContain(`GET    /other/… 200`);
  expectNoSecret(server.stdout().slice(server.stdout().indexOf('/other/')));
  expectNoSecret(await (await fetch(`${server.url}/_mock/requests`)).text());
});

test('the address of another server is refused with its password, and without showing it', async () => {
  const args = [...options, '--unmatched', 'http://ann:Zq7-password@127.0.0.1:1/?token=Zq7-query'];
  const ended = await run(args, { cwd: folder() });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('http://…@127.0.0.1:1/?token=…');
  expectNoSecret(ended.stderr);
});

test.each([
  ['--unmatched', 'http://ann:Zq7@pass/w?Zq7#d@127.0.0.1:1'],
  ['--cors-origin', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--allow-host', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--trust-proxy', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--control-prefix', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--port', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--fixtures', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--overlay', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
  ['--unheard-of', 'https://ann:Zq7@pass/w?Zq7#d@host.test'],
])('a refused option %s does not show the password of %s', async (option, value) => {
  const ended = await run([...options, option, value], { cwd: folder() });
  expect(ended.code).toBeGreaterThan(0);
  expectNoSecret(ended.stderr);
});

test.each([
  ['http://ann:Zq7@pass/w?Zq7#d@127.0.0.1:1'],
  ['https://ann:Zq7@pass/w?Zq7#d@host.test/openapi.yaml'],
])('no command shows the password of an address that it can not use: %s', async (url) => {
  for (const args of [['report', '--url', url], ['check', url], [url], ['plan', url]]) {
    const ended = await run(args, { cwd: folder() });
    expect(ended.code).toBeGreaterThan(0);
    expectNoSecret(ended.stderr);
  }
});

test('a report from an address with a password does not name it', async () => {
  const url = 'http://ann:Zq7-password@127.0.0.1:1';
  const ended = await run(['report', '--url', url], { cwd: folder() });
  expect(ended.code).toBe(1);
  expectNoSecret(ended.stderr);
});

test('run reports without secrets, too', async () => {
  const program = `fetch(process.env.STUNTDOUBLE_URL + '/sign-up?access_token=Zq7-run', { method: 'POST' })`;
  const args = ['run', ...options, '--format', 'table', '--', process.execPath, '-e', program];
  const ended = await run(args, { cwd: folder() });
  expect(ended.stdout).toContain('query /access_token');
  expectNoSecret(ended.stdout + ended.stderr);
});
