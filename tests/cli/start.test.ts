import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';

import { findFreePort, takePort } from './ports.ts';
import type { Running } from './run-stuntdouble.ts';
import { run, serve, shareServer } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';
import { credentialValues, page, readPage } from './workspace.ts';

const runFile = promisify(execFile);

/** The commands to try: they are printed a moment after the banner. */
async function findCommands({ stdout }: Pick<Running, 'stdout'>): Promise<readonly string[]> {
  const find = (): RegExpExecArray | null => /\n {2}Try\n((?: {2}curl .*\n)+)/.exec(stdout());
  const [, lines = ''] = await vi.waitUntil(find, patience);
  return lines.trim().split(/\n +/);
}

describe('the banner', () => {
  const server = shareServer(['--ephemeral']);

  test('shows the URL, and it answers', async () => {
    const { url, stdout } = server();

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(stdout()).toContain(`at ${url}, its state in memory only\n`);
    expect((await readPage(server())).status).toBe(200);
  });

  test.each([
    ['PATCH', '/api/v1/workspaces/{workspace_slug}/assets/{asset_id}/', 'assets:write'],
    [
      'GET',
      '/api/v1/workspaces/{workspace_slug}/projects/{project_id}/pages/{page_id}/',
      'projects.pages:read',
    ],
  ])('shows %s %s with its scope', (method, path, scope) => {
    const lines = server().stdout().split('\n');

    const line = lines.find((text) => text.includes(path));
    expect(line?.trim().split(/\s+/)).toEqual([method, path, scope]);
  });

  test('shows three credentials, first of each scheme the one that may do most, and says how to see the others', () => {
    const banner = server().stdout();

    expect(banner).toContain('Credentials, and 9 more that --list shows\n');
    expect(banner).toMatch(/ {2}X-API-Key: key-all-scopes +assets:write projects\.pages:read\n/);
    expect(banner).toMatch(/ {2}Authorization: Bearer token-all-scopes +assets:write /);
    expect(banner).not.toContain('key-expired');
  });

  test('has 22 lines or fewer', async () => {
    await findCommands(server());
    expect(server().stdout().trim().split('\n').length).toBeLessThanOrEqual(22);
  });

  test('shows with --list every credential as it is sent', async () => {
    const { stdout } = await serve(['--ephemeral', '--list']);
    const banner = stdout();

    for (const value of credentialValues) {
      const sample = value.startsWith('key')
        ? `X-API-Key: ${value}`
        : `Authorization: Bearer ${value}`;
      expect(banner).toContain(`  ${sample} `);
    }
    expect(banner).toMatch(/ token-assets-only +assets:write\n/);
    expect(banner).toMatch(/ key-no-scopes +no scope\n/);
    expect(banner).toMatch(/ key-expired .*expired 2020-01-01\n/);
    expect(banner).toMatch(/ key-northwind-only .*only workspace_slug northwind\n/);
  });

  test('is followed by curl lines that work when they are pasted', async () => {
    const [read = '', write = ''] = await findCommands(server());

    const { stdout } = await runFile('sh', ['-c', read]);
    await runFile('sh', ['-c', `${write} --fail`]);

    expect(JSON.parse(stdout)).toEqual(page.body);
  });

  test('says how much of it has a state', async () => {
    const all = '  4 collections, none of 2 operations improvised: see stuntdouble plan\n';
    expect(server().stdout()).toContain(all);
    const { stdout } = await serve(['--stateless', '--ephemeral']);
    expect(stdout()).toContain('  Every operation is improvised: --stateless is on.\n');
  });

  test('says where to see the state and how to reset it', () => {
    const { url, stdout } = server();

    expect(stdout()).toContain(`${url}/_mock/state`);
    expect(stdout()).toContain('POST /_mock/reset');
    expect(stdout()).toContain(`${url}/, /openapi.yaml, /openapi.json\n`);
  });

  test('has no colour where no person looks', () => {
    expect(server().stdout()).not.toContain('\u001b');
  });

  test('quotes for the shell whatever a world has in it', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': `openapi: 3.1.0
info: { title: Quotes, version: 1.0.0 }
paths:
  /quotes/{quote_id}:
    parameters:
      - { name: quote_id, in: path, required: true, schema: { type: string } }
    get:
      security: [{ key: [] }]
      responses:
        '200':
          description: The quote.
          content: { application/json: { schema: { type: object } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
`,
      'fixtures/quotes.json': JSON.stringify([{ id: `it's $HOME; a "b"`, text: 'kept' }]),
      'fixtures/credentials.json': JSON.stringify([
        { name: 'odd', scheme: 'key', value: `o'dd $(echo "value")`, scopes: [] },
      ]),
    });
    const [line = ''] = await findCommands(await serve(['openapi.yaml', '--ephemeral'], { cwd }));

    const { stdout: answer } = await runFile('sh', ['-c', line]);

    expect(JSON.parse(answer)).toMatchObject({ text: 'kept' });
  });
});

describe('the ready line', () => {
  const server = shareServer(['--log', 'json', '--ephemeral']);

  test('is the first line, and the only one, with the URL in it', () => {
    const lines = server().stdout().trimEnd().split('\n');

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      event: 'ready',
      url: server().url,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      contract: 'Workspace API',
      operations: 2,
      state: null,
    });
    expect(server().stderr()).toBe('');
  });

  test('names the URL before anything else of the event', () => {
    expect(server().stdout()).toMatch(/^\{"time":"[^"]+","event":"ready","url":"http:/);
  });
});

test('a program may stop reading once it has the ready line', async () => {
  const server = await serve(['--log', 'json', '--ephemeral']);

  server.stopReading();

  for (const round of [1, 2, 3])
    expect((await readPage(server)).status, `round ${round}`).toBe(200);
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
});

describe('the port', () => {
  test('that is in use stops the start with one clear line, and nothing is left behind', async () => {
    const cwd = await createTestFolder();
    const port = await takePort();

    const { code, stdout, stderr } = await run(['--port', port], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `stuntdouble: 127.0.0.1:${port}: the port is in use; choose another with --port, or 0 for any that is free\n`,
    );
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('the host', () => {
  test('that is not of this machine stops the start with one clear line', async () => {
    const { code, stderr } = await run(['--host', '192.0.2.1', '--port', '0', '--ephemeral']);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^stuntdouble: 192\.0\.2\.1:0: this machine has no such address; .+\n$/);
  });

  test('may be a name, and the port is the one that was asked for', async () => {
    const port = await findFreePort();

    const { url } = await serve(['--host', 'localhost', '--port', port, '--ephemeral']);

    expect(new URL(url).port).toBe(port);
    expect((await fetch(`http://localhost:${port}/_mock/state`)).status).toBe(200);
  });
});
