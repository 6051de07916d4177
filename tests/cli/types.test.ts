import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { runHere as run } from './run-here.ts';
import { createTestFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..', '..');

function contractOf(title: string, path: string, more: object = {}): string {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const content = { 'application/json': { schema: { type: 'array', items: schema } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: { [path]: { get: { responses: { 200: { description: 'All.', content } }, ...more } } },
  });
}

const files = { 'a.json': contractOf('A', '/ants'), 'b.json': contractOf('B', '/bees') };

describe('stuntdouble types', () => {
  it('prints the types', async () => {
    const cwd = await createTestFolder(files);
    const { code, stdout, stderr } = await run(['types', 'a.json'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\/\/ Types of A 1, written by `stuntdouble types`: /);
    expect(stdout).toContain("declare module 'stuntdouble' {\n  interface Register {\n");
    expect(stdout).toContain('    "get /ants": {\n      method: "GET";');
  });

  it('leaves the contract of the project alone with --no-register', async () => {
    const cwd = await createTestFolder(files);
    const { stdout } = await run(['types', 'a.json', '--no-register'], { cwd });
    expect(stdout).not.toContain('Register');
    expect(stdout).toMatch(/^\/\/ .*\nexport interface Contract \{/);
  });

  it.each(['mock.d.ts', 'tests/types/mock.d.ts'])(
    'writes them to %s, again and again',
    async (file) => {
      const cwd = await createTestFolder(files);
      const printed = await run(['types', 'a.json', 'b.json'], { cwd });
      expect(printed.stdout).toContain('"GET /bees": "get /bees";');
      for (const flag of ['-o', '--output']) {
        const { code, stdout, stderr } = await run(['types', 'a.json', 'b.json', flag, file], {
          cwd,
        });
        expect([code, stdout, stderr]).toEqual([0, '', `${file}: 2 operations, 2 collections\n`]);
      }
      expect(await readFile(join(cwd, file), 'utf8')).toBe(printed.stdout);
    },
  );

  it('takes the contract of the folder', async () => {
    const cwd = await createTestFolder({ 'openapi.json': files['a.json'] });
    const { code, stdout } = await run(['types'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\/\/ Types of A 1,/)]);
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ['without a contract', ['none.json'], /none\.json: can not be read: there is no such file/],
    [
      'a folder',
      ['a.json', '-o', 'folder'],
      /--output folder can't be written: it is a folder\. Name a file, such as mock\.d\.ts/,
    ],
    [
      'below a file',
      ['a.json', '-o', 'b.json/mock.d.ts'],
      /--output b\.json\/mock\.d\.ts can't be written: ENOTDIR/,
    ],
    ['of a contract that is none', ['faulty.json'], /faulty\.json:1:2: not valid JSON/],
    [
      'of a contract with faults of form',
      ['loose.json', '--no-lenient'],
      /loose\.json[^]*the operation declares no response/,
    ],
  ])('says what is wrong: %s', async (_, args, message) => {
    const loose = contractOf('L', '/l', { responses: {} });
    const more = { 'folder/x': '', 'faulty.json': '{', 'loose.json': loose };
    const cwd = await createTestFolder({ ...files, ...more });
    const { code, stdout, stderr } = await run(['types', ...args], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
  });

  it('lets no text of a contract move the cursor, or end a comment', async () => {
    const summary = 'All.\u001b[2J*/\u202e ##[x]';
    const title = 'A\u001b[2J\nimport "x"';
    const cwd = await createTestFolder({
      'a.json': contractOf(title, '/\u009bants', { summary }),
    });
    const { code, stdout } = await run(['types', 'a.json'], { cwd });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(stdout).toContain(String.raw`/** All. [2J* / #\u{23}[x] */`);
    expect(stdout).toMatch(/^\/\/ Types of A \[2J import "x" 1, /);
    expect(stdout).toContain(String.raw`"GET /\u{9b}ants"`);
  });
});

/** With STUNTDOUBLE_UPDATE_CLIENT=1 the file is written anew. */
it('src/client/control-types.ts has the types of the control API (STUNTDOUBLE_UPDATE_CLIENT=1 writes it)', async () => {
  const file = join(root, 'src', 'client', 'control-types.ts');
  const contract = join(root, 'src', 'control', 'openapi.yaml');
  const { stdout } = await run(['types', contract, '--no-register']);
  if (process.env['STUNTDOUBLE_UPDATE_CLIENT'] !== undefined) await writeFile(file, stdout);
  expect(await readFile(file, 'utf8')).toBe(stdout);
});
