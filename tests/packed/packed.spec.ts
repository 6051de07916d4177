import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

const runFile = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);
const pagePath =
  '/api/v1/workspaces/northwind/projects/4b1f0c52-6a3e-4d29-9c77-2e8d5a90f1b3/pages/7c2f4e0a-9d1b-4b6e-8a35-1f6d2c9e7b10/';
const assetPath = '/api/v1/workspaces/northwind/assets/d90e6b14-52c8-4f7a-b3a1-60c7e5f2a984/';

const packed = sharePackage();

describe('the tarball', () => {
  test('holds what is needed, and nothing else', async () => {
    const { stdout } = await runFile('tar', ['-tzf', packed().tarball]);

    const names = stdout.trimEnd().split('\n');
    const heads = new Set(names.map((name) => name.split('/')[1] ?? ''));
    expect([...heads].toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist',
      'docs',
      'examples',
      'fixtures',
      'openapi.yaml',
      'package.json',
    ]);
    for (const name of names.filter((path) => path.startsWith('package/dist/')))
      expect(name).toMatch(
        /\.(js|d\.ts)$|^package\/dist\/(?:control\/openapi\.yaml|mcp\/licenses\.md|console\/(?:index\.html|licenses\.md)|console\/console\/[\w-]+\.css)$/,
      );
    // What users read; why it was built so is for those who build it.
    const userDocs = await readdir(join(root, 'docs'));
    expect(names.filter((path) => path.startsWith('package/docs/')).toSorted()).toEqual(
      userDocs
        .filter((name) => /\.(md|svg)$/.test(name))
        .map((name) => `package/docs/${name}`)
        .toSorted(),
    );
    expect(names.filter((name) => name.startsWith('package/examples/'))).toEqual([
      'package/examples/shop.yaml',
    ]);
    expect(names.filter((name) => /\.(test|test-kit|spec)\./.test(name))).toEqual([]);
  });

  test('knows no place of the machine that made it', async () => {
    const folder = join(packed().project, 'node_modules', 'stuntdouble');
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile() || name.parentPath.includes('node_modules/stuntdouble/node_modules'))
        continue;
      const text = await readFile(join(name.parentPath, name.name), 'utf8');
      expect(text, name.name).not.toContain(root);
    }
  });
});

describe('the command, where the package is installed', () => {
  test('prints its version', async () => {
    const { version }: { version: string } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    );

    const { stdout } = await runFile('npx', ['stuntdouble', '--version'], {
      cwd: packed().project,
    });

    expect(stdout).toBe(`${version}\n`);
  });

  test('serves the contract that comes with it, and stops', async () => {
    const bin = join(packed().project, 'node_modules', '.bin', 'stuntdouble');
    const child = spawn(bin, ['--port', '0', '--log', 'json'], {
      cwd: packed().project,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout), 'line');
    const { url }: { url: string } = JSON.parse(String(line));

    const response = await fetch(url + pagePath, { headers: { 'X-API-Key': 'key-all-scopes' } });

    expect(await response.json()).toMatchObject({ name: 'Release checklist' });
    const patched = await fetch(url + assetPath, {
      method: 'PATCH',
      headers: { 'X-API-Key': 'key-all-scopes', 'Content-Type': 'application/json' },
      body: '{"is_uploaded":true}',
    });
    expect(patched.status).toBe(204);
    await expectConsole(url);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await readdir(join(packed().project, '.stuntdouble'))).toEqual(['db.json']);
  });
});

/** The page, and all files that it names. */
async function expectConsole(url: string): Promise<void> {
  const page = await fetch(`${url}/_mock/`, { headers: { Accept: 'text/html' } });
  const names = [...(await page.text()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThanOrEqual(2);
  for (const name of names) expect((await fetch(`${url}/_mock/${name}`)).status).toBe(200);
}

describe('init, where the package is installed', () => {
  test('begins a project whose test passes', async () => {
    const cwd = join(packed().project, 'fresh');
    await mkdir(cwd);
    await writeFile(join(cwd, 'package.json'), '{"private": true}');
    await runFile('npx', ['stuntdouble', 'init'], { cwd });

    const { stdout } = await runFile(process.execPath, ['--test', 'mock.test.mjs'], { cwd });

    expect(stdout).toContain('pass 1');
  });
});

describe('the library, where the package is installed', () => {
  const program = `
import { createMock } from 'stuntdouble';
const mock = await createMock();
const { url } = await mock.listen();
const response = await fetch(url + '${pagePath}', { headers: { 'X-API-Key': 'key-all-scopes' } });
console.log(response.status, (await response.json()).name);
await mock.close();
`;

  test('is imported and used', async () => {
    await writeFile(join(packed().project, 'program.mjs'), program);

    const { stdout } = await runFile(process.execPath, ['program.mjs'], { cwd: packed().project });

    expect(stdout).toBe('200 Release checklist\n');
  });

  test('brings no types of Express, and its own compile without them', async () => {
    await writeFile(
      join(packed().project, 'program.mts'),
      `import { createServer } from 'node:http';
import { createMock, StartError } from 'stuntdouble';
import type { Exchange, Mock, MockOptions, Notice } from 'stuntdouble';

const exchanges: Exchange[] = [];
const notices: Notice[] = [];
const options: MockOptions = {
  onBreach: 'error',
  onExchange: (exchange) => void exchanges.push(exchange),
  onNotice: (notice) => void notices.push(notice),
};

export async function play(): Promise<string> {
  await using mock: Mock = await createMock(options);
  const { url, port } = await mock.listen({ port: 0 });
  createServer(mock.app);
  // @ts-expect-error An app that is anything at all would be a number, too.
  const app: number = mock.app;
  // @ts-expect-error There is no such option.
  await createMock({ contracts: 'openapi.yaml' });
  return [url.toUpperCase(), port.toFixed(), mock.records('pages').length, app].join();
}

export const faults = (error: StartError): readonly string[] =>
  error.complaints.map(({ file, line }) => \`\${file}:\${line ?? 0}\`);
`,
    );
    await install('@types/node@20');

    expect(await readdir(join(packed().project, 'node_modules', '@types'))).toEqual(['node']);
    expect(await compile('program.mts')).toBe('');
  });

  test('knows the contract of the project by the types that the command writes', async () => {
    await runFile('npx', ['stuntdouble', 'types', '-o', 'mock.d.ts'], { cwd: packed().project });
    await writeFile(
      join(packed().project, 'typed.mts'),
      `import type { Schemas } from './mock.d.ts';
import { createMock } from 'stuntdouble';

const mock = await createMock();
mock.use({ operation: 'getProjectPage', reply: { patch: { name: 'Other' } } });
export const page: Schemas['Page'] | undefined = mock.records('pages')[0];
// @ts-expect-error There is no such operation.
mock.use({ operation: 'getProjectPages' });
`,
    );
    await install('@types/node@20');

    expect(await compile('mock.d.ts', 'typed.mts')).toBe('');
  });

  test('has a client for other processes', async () => {
    await writeFile(
      join(packed().project, 'client.mts'),
      `import { createMock } from 'stuntdouble';
import { connect } from 'stuntdouble/client';

const mock = await createMock();
const { url } = await mock.listen();
const calls = connect(url);
const health: 'ok' = (await calls.call('GET /health')).status;
console.log(health);
await mock.close();
// @ts-expect-error There is no such call.
export const other = () => calls.call('GET /helth');
`,
    );
    await install('@types/node@20');

    expect(await compile('client.mts')).toBe('');
    const text = await readFile(join(packed().project, 'client.mts'), 'utf8');
    await writeFile(join(packed().project, 'client.mjs'), text.replace(": 'ok'", ''));
    const { stdout } = await runFile(process.execPath, ['client.mjs'], { cwd: packed().project });
    expect(stdout).toBe('ok\n');
  });

  test('has the types of Express where the project has them', async () => {
    await writeFile(
      join(packed().project, 'mounted.mts'),
      `import express from 'express';
import { createMock } from 'stuntdouble';

const mock = await createMock();
mock.app.get('/own', (request, response) => void response.send(request.path.toUpperCase()));
express().use('/below', mock.app);
// @ts-expect-error An app that is anything at all would be a number, too.
export const app: number = mock.app;
`,
    );
    await install('@types/node@20', '@types/express@5');

    expect(await compile('mounted.mts')).toBe('');
  });
});

async function install(...packages: readonly string[]): Promise<void> {
  const quietly = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await runFile('npm', ['install', ...quietly, ...packages], { cwd: packed().project });
}

/** What the compiler says of files of the project; nothing when it is content. */
async function compile(...files: readonly string[]): Promise<string> {
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const lib = ['--lib', 'es2023,esnext.disposable'];
  try {
    await runFile(process.execPath, [compiler, ...options, ...lib, ...files], {
      cwd: packed().project,
    });
    return '';
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

/** Installs the tarball in a project that has nothing else. */
function sharePackage(): () => { readonly tarball: string; readonly project: string } {
  const tarball = inject('tarball');
  let shared = { tarball, project: '' };
  beforeAll(async () => {
    expect(basename(tarball, '.tgz')).toMatch(/^stuntdouble-\d/);
    const project = await mkdtemp(join(await realpath(tmpdir()), 'stuntdouble-installed-'));
    shared = { tarball, project };
    await writeFile(join(project, 'package.json'), '{ "private": true }\n');
    await install(tarball);
    return () => rm(project, { recursive: true, force: true });
  });
  return () => shared;
}
