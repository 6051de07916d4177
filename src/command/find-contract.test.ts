import { join } from 'node:path';

import { expect, it } from 'vitest';

import { writeFolder } from '../base/temporary-folder.test-kit.ts';
import type { CommandName } from '../server/options/commands.ts';
import { UsageError } from './usage-error.ts';
import { findContract } from './find-contract.ts';

const contract = 'openapi: 3.1.0\n';

function find(folder: string, command: CommandName = 'check'): string | undefined {
  return findContract({ root: folder, here: folder, command });
}

it.each<[name: string, files: readonly string[], found: string | undefined]>([
  ['none', [], undefined],
  ['openapi.yaml', ['openapi.yaml'], 'openapi.yaml'],
  ['openapi.yml', ['openapi.yml', 'other.yaml'], 'openapi.yml'],
  ['swagger.json', ['swagger.json'], 'swagger.json'],
  ['one of another case', ['OpenAPI.yaml'], 'OpenAPI.yaml'],
  ['api.yaml', ['api.yaml'], 'api.yaml'],
  ['one in api/', ['api/openapi.yaml'], 'api/openapi.yaml'],
  ['one in docs/', ['docs/swagger.yml'], 'docs/swagger.yml'],
  ['one in spec/', ['spec/api.json'], 'spec/api.json'],
  ['none in other folders', ['src/openapi.yaml'], undefined],
  ['the folder itself before those in it', ['openapi.yaml', 'docs/openapi.yaml'], 'openapi.yaml'],
  [
    'the folder itself, whatever the usual name',
    ['swagger.yaml', 'docs/openapi.yaml'],
    'swagger.yaml',
  ],
  ['openapi.* before swagger.*', ['openapi.yaml', 'swagger.yaml'], 'openapi.yaml'],
])('finds the contract of a folder: %s', async (_, files, found) => {
  const folder = await writeFolder(Object.fromEntries(files.map((file) => [file, contract])));
  expect(find(folder)).toBe(found && join(folder, found));
});

it.each([
  ['{"info": {"title": "Things"}, "openapi": "3.1.0"}', true],
  ['{"info":{},"swagger":"2.0"}', true],
  ['{"routes": ["/openapi"]}', false],
  ['{"openapi": {"enabled": true}}', false],
])('takes api.json for a contract where it has a version: %s', async (text, isContract) => {
  const folder = await writeFolder({ 'api.json': text });
  expect(find(folder) !== undefined).toBe(isContract);
});

it.each<[name: string, files: Readonly<Record<string, string>>, found: string | undefined]>([
  ['the only one', { 'library.yaml': contract }, 'library.yaml'],
  ['of Swagger 2.0, after a comment', { 'shop.yml': '# Ours\nswagger: "2.0"\n' }, 'shop.yml'],
  ['in JSON', { 'docs/shop.json': '{"info": {}, "openapi": "3.1.0"}' }, 'docs/shop.json'],
  ['in JSON with a fault', { 'shop.json': '{"openapi": "3.1.0",}' }, 'shop.json'],
  [
    'beside files that are no contracts',
    {
      'library.yaml': contract,
      'package.json': '{"name": "app", "scripts": {"openapi": "3"}}',
      'compose.yaml': 'services:\n  swagger: 3\n',
      'overlay.yaml': 'overlay: 1.0.0\nextends: openapi.yaml\n',
      'docs/guide.md': contract,
    },
    'library.yaml',
  ],
  [
    'none, since one of the usual names is meant',
    {
      'library.yaml': contract,
      'docs/openapi.yaml': contract,
    },
    'docs/openapi.yaml',
  ],
  ['none', { 'tsconfig.json': '{}', 'compose.yaml': 'services: {}\n' }, undefined],
])('takes a contract of another name: %s', async (_, files, found) => {
  const folder = await writeFolder(files);
  expect(find(folder)).toBe(found && join(folder, found));
});

it.each<[command: CommandName, example: string]>([
  ['serve', 'stuntdouble library.yaml'],
  ['check', 'stuntdouble check library.yaml'],
  ['run', 'stuntdouble run library.yaml -- npm test'],
])('asks %s for a name where there are several', async (command, example) => {
  const folder = await writeFolder({ 'library.yaml': contract, 'shop.yaml': contract });
  expect(() => find(folder, command)).toThrow(
    new UsageError(
      `there are several contracts: library.yaml, shop.yaml; name one, or several to serve them together, such as ${example}`,
    ),
  );
});

it('asks for a name where several have the usual one', async () => {
  const folder = await writeFolder({ 'api/openapi.yaml': contract, 'docs/openapi.json': '{}' });
  expect(() => find(folder)).toThrow('api/openapi.yaml, docs/openapi.json; name one, or several');
});
