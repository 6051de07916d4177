import { describe, expect, test } from 'vitest';

import { notesFiles } from './notes.ts';
import { runHere as run } from './run-here.ts';
import { createTestFolder } from './temporary-folder.ts';

/** What a frame of the source looks like: a marked line with its number. */
const frame = (line: number, text: string): string => `\n> ${line} | ${text}`;

describe('a contract that can not be served stops the start', () => {
  test.each([
    {
      name: 'no such file',
      files: {},
      args: ['missing.yaml'],
      expected: [/^stuntdouble: .*missing\.yaml: can not be read: there is no such file\n$/],
    },
    ...['api.yml', 'api.json', 'apy.yaml'].map((name) => ({
      name: `${name} for api.yaml`,
      files: { 'api.yaml': 'x' },
      args: [name],
      expected: [/: can not be read: there is no such file; did you mean (?:\S*\/)?api\.yaml\?\n$/],
    })),
    {
      name: 'a file in a folder, by the wrong extension',
      files: { 'contract/api.yaml': 'x' },
      args: ['contract/api.yml'],
      expected: [/; did you mean (?:\S*\/)?contract\/api\.yaml\?\n$/],
    },
    {
      name: 'a folder with several contracts',
      files: { 'contract/openapi.yaml': 'x', 'contract/openapi.json': 'x' },
      args: ['contract'],
      expected: [/^stuntdouble: contract: the folder has openapi\.yaml and openapi\.json: name /],
    },
    {
      name: 'YAML that can not be read',
      files: { 'a.yaml': 'openapi: 3.1.0\ninfo:\n  title: "never closed\npaths: {}\n' },
      args: ['a.yaml'],
      expected: [/^stuntdouble: a\.yaml:\d+:\d+: not valid YAML: /, /\n> \d \|/, /\n {4}\| +\^/],
    },
    {
      name: 'JSON that breaks off',
      files: { 'a.json': '{\n  "openapi": "3.1.0",\n  "info": {"title": "A"' },
      args: ['a.json'],
      expected: [
        /^stuntdouble: a\.json:3:24: not valid JSON: /,
        frame(3, '  "info": {"title": "A"'),
      ],
    },
    {
      name: 'JSON with a word that is no value',
      files: { 'a.json': '{\n  "openapi": "3.1.0",\n  "info": nope\n}\n' },
      args: ['a.json'],
      expected: [
        /^stuntdouble: a\.json:3:\d+: not valid JSON: .+\n {2}1 \| \{\n/,
        frame(3, '  "info": nope'),
      ],
    },
    {
      name: 'YAML that is something else',
      files: { 'a.yaml': 'services:\n  web: {}\n' },
      args: ['a.yaml'],
      expected: [
        /^stuntdouble: a\.yaml:1:1: not an OpenAPI contract of version 3\.1, 3\.0 or 2\.0: /,
        frame(1, 'services:'),
      ],
    },
    {
      name: 'a version from the future',
      files: { 'a.yaml': 'openapi: 9.0.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\n' },
      args: ['a.yaml'],
      expected: [/^stuntdouble: a\.yaml:1:1 \/openapi: .*"9\.0\.0"/],
    },
    {
      name: 'a $ref to a file that is missing',
      files: { 'openapi.yaml': notesFiles['openapi.yaml'] },
      args: ['openapi.yaml'],
      expected: [/^stuntdouble: openapi\.yaml:41:7 .*\$ref to schemas\/note\.yaml: .*no such file/],
    },
  ])('$name', async ({ files, args, expected }) => {
    const cwd = await createTestFolder(files);

    const { code, stdout, stderr } = await run([...args, '--port', '0'], { cwd });

    expect(code).toBe(1);
    expect(stdout).toBe('');
    for (const part of expected) {
      if (typeof part === 'string') expect(stderr).toContain(part);
      else expect(stderr).toMatch(part);
    }
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe('fixtures that do not fit stop the start', () => {
  test('all faults at once, each with its line', async () => {
    const cwd = await createTestFolder({
      ...notesFiles,
      'fixtures/notes.json': '[\n  {"id": "a", "text": 1},\n  {"id": "b"}\n]\n',
      'fixtures/hints.json': '[\n  {"id": "x", "text": null}\n]\n',
    });

    const { code, stdout, stderr } = await run(['openapi.yaml', '--port', '0'], { cwd });

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/fixtures\/notes\.json:2:15 \/0\/text: /);
    expect(stderr).toMatch(/fixtures\/notes\.json:3:3 \/1\/text: /);
    expect(stderr).toMatch(/fixtures\/hints\.json:2:15 \/0\/text: /);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('a misspelt scheme is hidden, as a secret could be; what is near is not', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': `openapi: 3.1.0
info: { title: Pings, version: 1.0.0 }
paths: { /pings: { get: { responses: { '204': { description: Yes. } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`,
      'fixtures/credentials.json':
        '[{ "name": "one", "scheme": "kye", "value": "v", "scopes": [] }]',
    });
    const { stderr } = await run(['openapi.yaml', '--port', '0'], { cwd });
    expect(stderr).toContain('the contract has no security scheme "…": did you mean "key"?');
  });

  test('a folder that is missing', async () => {
    const { code, stderr } = await run(['--fixtures', 'nowhere', '--port', '0']);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^stuntdouble: .*nowhere: .+\n$/);
  });
});

test('a data folder that is a file stops the start with one clear line', async () => {
  const cwd = await createTestFolder({ taken: 'not a folder' });

  const { code, stderr } = await run(['--data', 'taken', '--port', '0'], { cwd });

  expect(code).toBe(1);
  expect(stderr).toMatch(/^stuntdouble: .*taken.*\n$/);
});
