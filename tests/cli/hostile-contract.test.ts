import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

const head = 'openapi: 3.1.0\ninfo: { title: Hostile, version: 1.0.0 }\n';
const paths = 'paths: { /a: { get: { responses: { 200: { description: Fine. } } } } }\n';
const plain = head + paths;
const json = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  paths: { '/a': { get: { responses: { '200': { description: 'Fine.' } } } } },
});

/** Nine times nine times nine … */
const laughs = Array.from({ length: 12 }, (_, index) => {
  const below = index === 0 ? 'ha' : `*a${index - 1}`;
  return `  a${index}: &a${index} [${Array.from({ length: 9 }, () => below).join(', ')}]`;
}).join('\n');

/** Every anchor is but a little deeper than the one before. */
const stairs = Array.from({ length: 100 }, (_, index) => {
  const below = index === 0 ? 'end' : `*s${index - 1}`;
  return `  s${index}: &s${index} ${'['.repeat(10)}${below}${']'.repeat(10)}`;
}).join('\n');

const merges = Array.from({ length: 200 }, (_, index) => `  m${index}: { <<: *wide }`).join('\n');
const wide = Array.from({ length: 2000 }, (_, index) => `    k${index}: 1`).join('\n');

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

function steps(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
}

test.each<[name: string, file: string, text: string, place: string, message: RegExp]>([
  ['aliases that multiply', 'a.yaml', `${plain}x:\n${laughs}\n`, 'a.yaml:10:', /aliases .*500,000/],
  [
    'aliases that go deep',
    'a.yaml',
    `${plain}x:\n${stairs}\n`,
    'a.yaml:',
    /deeper than 500 levels/,
  ],
  [
    'merges that multiply',
    'a.yaml',
    `${plain}b: &wide\n${wide}\nx:\n${merges}\n`,
    'a.yaml:',
    /merge/,
  ],
  ['an anchor that holds itself', 'a.yaml', `${plain}x: &x\n  y: [1, *x]\n`, 'a.yaml:5:', /itself/],
  ['an alias of nothing', 'a.yaml', `${plain}x: *y\n`, 'a.yaml:4:', /unidentified alias "y"/],
  ['a key twice in YAML', 'a.yaml', `${plain}x: 1\nx: 2\n`, 'a.yaml:5:1', /"x" stands here twice/],
  [
    'a path twice in YAML',
    'a.yaml',
    `${head}paths:\n  /a: {}\n  "/a": {}\n`,
    'a.yaml:5:3',
    /"\/a" stands here twice/,
  ],
  [
    'a name twice in JSON',
    'a.json',
    `${json.slice(0, -1)},\n"paths": {},\n"paths": {}}`,
    'a.json:2:1',
    /"paths" stands here twice/,
  ],
  [
    'a name twice in JSON that is called YAML',
    'a.yaml',
    `${json.slice(0, -1)},\n"x": {"\\u0061": 1, "a": 2}}`,
    'a.yaml:2:',
    /"a" stands here twice/,
  ],
  [
    'nesting in JSON',
    'a.json',
    `${json.slice(0, -1)},\n"x": ${nested(2000)}}`,
    'a.json:2:505',
    /deeper than 500/,
  ],
  [
    'nesting in JSON that nobody closes',
    'a.json',
    '['.repeat(200_000),
    'a.json:1:501',
    /500 levels/,
  ],
  ['nesting in flow YAML', 'a.yaml', `${plain}x: ${nested(2000)}\n`, 'a.yaml:4:', /500/],
  ['nesting in YAML nobody closes', 'a.yaml', `x: ${'['.repeat(200_000)}`, 'a.yaml:1:', /500/],
  ['nesting in block YAML', 'a.yaml', plain + steps(2000), 'a.yaml:', /500/],
  ['a list of paths', 'a.yaml', `${head}paths: [/a]\n`, 'a.yaml:', /no "paths" object/],
  ['a file of no bytes', 'a.yaml', '', 'a.yaml:1:1', /the file is empty/],
  ['a JSON file of no bytes', 'a.json', '', 'a.json:1:1', /value expected/],
  ['nothing but comments', 'a.yaml', '# Later.\n', 'a.yaml:1:1', /the file is empty/],
  ['a single text', 'a.yaml', 'openapi\n', 'a.yaml:1:1', /it is not an object/],
  ['several documents', 'a.yaml', `${plain}---\n${plain}`, 'a.yaml:4:1', /holds 2 documents/],
  ['a NUL byte in YAML', 'a.yaml', `${plain}x: "a\0b"\n`, 'a.yaml:4:6', /null byte/],
  ['a NUL byte in JSON', 'a.json', '{\n"x": "a\0b"}', 'a.json:2:', /not valid JSON: /],
  ['a tab for an indentation', 'a.yaml', `${plain}x:\n\ty: 1\n`, 'a.yaml:5:', /tab/],
  ['a tag of a language', 'a.yaml', `${plain}x: !!js/function "x"\n`, 'a.yaml:4:', /unknown .*tag/],
  [
    'Swagger 2.0 without paths',
    'a.yaml',
    'swagger: "2.0"\ninfo: {}\n',
    'a.yaml:1:1',
    /"paths" must be an object/,
  ],
  [
    'a reference to another host',
    'a.yaml',
    `${head}paths: { /a: { $ref: 'http://127.0.0.1:1/a.yaml' } }\n`,
    'a.yaml:3:',
    /without --allow-remote-refs/,
  ],
  [
    'a reference out of the folder',
    'a.yaml',
    `${head}paths: { /a: { $ref: '../../etc/passwd' } }\n`,
    'a.yaml:3:',
    /outside of the contract's folder; .*--allow-refs/,
  ],
])('%s is told with its place', async (_, file, text, place, message) => {
  const cwd = await createTestFolder({ [file]: text });

  const { code, stdout, stderr } = await run([file, '--port', '0'], { cwd });

  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`stuntdouble: ${place}`);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(stderr).not.toContain('\0');
});

test('Swagger 2.0 that is torn is served by a lenient reader, and told by a strict one', async () => {
  const torn =
    'swagger: "2.0"\ninfo: {}\npaths: { /a: { get: { parameters: [null, { in: body, schema: 7 }], responses: 1 } } }\n';
  const cwd = await createTestFolder({ 'a.yaml': torn });

  const { url, stdout, stderr } = await serve(['a.yaml'], { cwd });
  const reply = await fetch(`${url}/a`);
  const strict = await run(['a.yaml', '--port', '0', '--no-lenient'], { cwd });

  expect(reply.status).toBe(200);
  const told = stdout() + stderr();
  expect(told).toContain('warning: a.yaml:3:16 /paths/~1a/get: the operation declares no response');
  expect(told).toContain('stands in for Untitled 0');
  expect(strict.code).toBe(1);
  expect(strict.stdout).toBe('');
  expect(strict.stderr).toMatch(
    /a\.yaml:3:16 \/paths\/~1a\/get: the operation declares no response/,
  );
  expect(strict.stderr).not.toMatch(/^ +at /m);
});

test('bytes that are no UTF-8 are told with their place', async () => {
  const cwd = await createTestFolder({ 'a.yaml': '' });
  const bytes = Buffer.concat([
    Buffer.from(`${head}# caf`),
    Buffer.from([0xe9]),
    Buffer.from('\n'),
  ]);
  await writeFile(join(cwd, 'a.yaml'), bytes);

  const { code, stderr } = await run(['a.yaml', '--port', '0'], { cwd });

  expect(code).toBe(1);
  expect(stderr).toMatch(/^stuntdouble: a\.yaml:3:6: not valid: the file is not UTF-8/);
});

test('a link out of the folder is not followed', async () => {
  const secrets = await createTestFolder({ 'secret.yaml': 'get: { summary: topsecret }\n' });
  const cwd = await createTestFolder({
    'a.yaml': `${head}paths: { /a: { $ref: linked.yaml } }\n`,
  });
  await symlink(join(secrets, 'secret.yaml'), join(cwd, 'linked.yaml'));

  const { code, stderr } = await run(['a.yaml', '--port', '0'], { cwd });

  expect(code).toBe(1);
  expect(stderr).toMatch(/^stuntdouble: a\.yaml:3:\d+ .*outside of the contract's folder/);
  expect(stderr).not.toContain('topsecret');
});

describe('names that mean something to the language', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const operations = names.map(
    (name) => `  /${name}/{${name}}:
    get:
      operationId: ${name}
      parameters:
        - { name: ${name}, in: path, required: true, schema: { type: string } }
      responses:
        200: { $ref: '#/components/responses/${name}' }
`,
  );
  const section = (map: (name: string) => string): string =>
    names.map((name) => `    ${name}: ${map(name)}\n`).join('');
  const media = (name: string): string =>
    `{ application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
  const object = `{ type: object, required: [id], properties: { id: { const: 7 } } }`;
  const text = `${head}paths:
${operations.join('')}components:
  schemas:
${section(() => object)}  responses:
${section((name) => `{ description: Fine., content: ${media(name)} }`)}`;

  test('are names like any other', async () => {
    const cwd = await createTestFolder({ 'a.yaml': text });
    expect(await run(['check', 'a.yaml'], { cwd })).toMatchObject({ code: 0, stderr: '' });

    const { url } = await serve(['a.yaml'], { cwd });

    for (const name of names) {
      const response = await fetch(`${url}/${name}/x`);
      expect([name, response.status, await response.json()]).toEqual([name, 200, { id: 7 }]);
    }
  });
});
