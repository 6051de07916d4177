import { expect, test } from 'vitest';

import { initLibrary, secureLibrary } from './init-shop.ts';
import { runHere } from './run-here.ts';
import { createTestFolder } from './temporary-folder.ts';

test.each<[carrier: object, shown: string]>([
  [{ type: 'http', scheme: 'bearer' }, 'curl -H "Authorization: Bearer test-key"'],
  [{ type: 'http', scheme: 'basic' }, 'curl -H "Authorization: Basic dGVzdC1rZXk6cGFzc3dvcmQ="'],
  [{ type: 'http', scheme: 'digest' }, 'curl --digest -u test-key:password'],
  [{ type: 'apiKey', in: 'header', name: 'X-Key' }, 'curl -H "X-Key: test-key"'],
  [{ type: 'apiKey', in: 'cookie', name: 'key' }, 'curl -H "Cookie: key=test-key"'],
  [{ type: 'apiKey', in: 'query', name: 'key' }, '"?key=test-key"'],
])('it shows how a client sends the credentials that it wrote: %j', async (carrier, shown) => {
  const cwd = await createTestFolder({ 'library.json': JSON.stringify(secureLibrary(carrier)) });
  const { stdout } = await runHere(['init'], { cwd });
  expect(stdout).toContain(`\n  such as ${shown}; with --auth presence it takes any\n`);
  const { stdout: again } = await runHere(['init'], { cwd });
  expect(again).not.toContain('from now on');
});

test('where no operation asks for credentials, it says nothing of them', async () => {
  const cwd = await createTestFolder({ 'library.json': JSON.stringify(initLibrary) });
  const { stdout } = await runHere(['init'], { cwd });
  expect(stdout).not.toContain('from now on');
});

test.each<[title: string, files: Readonly<Record<string, string>>, isTold: boolean]>([
  [
    'not where the project names it',
    {
      'package.json': '{"devDependencies":{"stuntdouble":"1"}}',
    },
    false,
  ],
  [
    'not where it is found',
    {
      'package.json': '{}',
      'node_modules/stuntdouble/package.json': '{"name":"stuntdouble"}',
    },
    false,
  ],
  ['where there is no package.json, and the server runs from a checkout', {}, true],
  ['where the project has neither', { 'package.json': '{}' }, true],
])('it tells of the installation: %s', async (_, files, isTold) => {
  const cwd = await createTestFolder({ 'library.json': JSON.stringify(initLibrary), ...files });
  const { stdout } = await runHere(['init'], { cwd });
  expect(stdout.includes('  install stuntdouble in this project: ')).toBe(isTold);
  expect(stdout).not.toContain('npm install');
});
