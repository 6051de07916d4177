import { join } from 'node:path';

import { expect, it } from 'vitest';

import { StartError } from '../../base/errors.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { PackageFile } from './package-file.ts';
import { readPackageFile, withScript } from './package-file.ts';

async function read(text: string): Promise<PackageFile> {
  const found = readPackageFile(await writeFolder({ 'package.json': text }));
  if (found) return found;
  throw new Error('there is a file');
}

it.each([
  [
    'two spaces, no scripts',
    '{\n  "name": "a"\n}\n',
    '{\n  "name": "a",\n  "scripts": {\n    "mock": "run"\n  }\n}\n',
  ],
  [
    'four spaces, no line break at the end',
    '{\n    "scripts": {\n        "test": "vitest"\n    },\n    "b": 1,\n    "a": 2\n}',
    '{\n    "scripts": {\n        "test": "vitest",\n        "mock": "run"\n    },\n    "b": 1,\n    "a": 2\n}',
  ],
  ['tabs', '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"scripts": {\n\t\t"mock": "run"\n\t}\n}\n'],
  [
    'line breaks of Windows',
    '{\r\n  "a": 1\r\n}\r\n',
    '{\r\n  "a": 1,\r\n  "scripts": {\r\n    "mock": "run"\r\n  }\r\n}\r\n',
  ],
  ['a byte order mark', '\uFEFF{}', '\uFEFF{\n  "scripts": {\n    "mock": "run"\n  }\n}'],
])('a script is added in the layout of the file: %s', async (_, text, expected) => {
  expect(withScript(await read(text), 'mock', 'run')).toBe(expected);
});

it.each([
  ['no JSON', '{"name": ', 'is not valid JSON'],
  ['no object', '[]', 'must be an object'],
  ['scripts that are a list', '{"scripts": []}', 'must be an object'],
])('a package.json is refused that is %s', async (_, text, message) => {
  const folder = await writeFolder({ 'package.json': text });
  expect(() => readPackageFile(folder)).toThrow(StartError);
  expect(() => readPackageFile(folder)).toThrow(message);
});

it('a folder needs no package.json', async () => {
  expect(readPackageFile(join(await writeFolder({}), '.'))).toBeUndefined();
});
