import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createMock, StartError } from '../../src/index.ts';

const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
const paths = 'paths: { /a: { get: { responses: { "204": { description: d } } } } }\n';
const bomb = Array.from({ length: 30 }, (_, n) =>
  n === 0 ? 'x-0: &a0 [ha, ha]' : `x-${n}: &a${n} [*a${n - 1}, *a${n - 1}, *a${n - 1}]`,
).join('\n');

async function refuse(name: string, text: string): Promise<StartError> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-hostile-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  await writeFile(file, text);
  const error: unknown = await createMock({ contract: file }).then(
    async (mock) => {
      await mock.close();
      throw new Error('it was taken');
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StartError)) throw error;
  return error;
}

describe('a contract that nobody should serve', () => {
  it.each<[string, string, string]>([
    ['an alias bomb', 'a.yaml', `${head}${bomb}\n${paths}`],
    ['an anchor in itself', 'a.yaml', `${head}x-a: &a { b: *a }\n${paths}`],
    ['a key twice', 'a.yaml', `${head}${head}${paths}`],
    [
      'a key twice, in JSON',
      'a.json',
      '{"openapi":"3.1.0","openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}',
    ],
    ['2,000 levels', 'a.yaml', `${head}${paths}x-deep: ${'['.repeat(2_000)}${']'.repeat(2_000)}\n`],
    [
      '2,000 levels, in JSON',
      'a.json',
      `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"x":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    ],
    ['paths as a list', 'a.yaml', `${head}paths: [a]\n`],
    ['paths as a text', 'a.yaml', `${head}paths: nothing\n`],
    [
      'a reference to the web',
      'a.yaml',
      `${head}paths: { /a: { $ref: "https://example.invalid/a.yaml" } }\n`,
    ],
    [
      'a reference out of the folder',
      'a.yaml',
      `${head}paths: { /a: { $ref: "../../../../etc/passwd" } }\n`,
    ],
    [
      'a reference to an absolute path',
      'a.yaml',
      `${head}paths: { /a: { $ref: "/etc/passwd" } }\n`,
    ],
    ['a reference by file URL', 'a.yaml', `${head}paths: { /a: { $ref: "file:///etc/passwd" } }\n`],
    ['nothing', 'a.yaml', ''],
    ['a text', 'a.yaml', 'hello\n'],
    ['a list', 'a.json', '[]'],
    ['broken YAML', 'a.yaml', 'openapi: 3.1.0\n  info: [\n'],
    ['broken JSON', 'a.json', '{"openapi": "3.1.0",'],
    ['NULs', 'a.yaml', '\0\0\0'],
    [
      'a version to come',
      'a.yaml',
      'openapi: 9.0.0\ninfo: { title: T, version: "1" }\npaths: {}\n',
    ],
  ])('%s is refused with its place', async (_, name, text) => {
    const error = await refuse(name, text);
    expect(error.complaints.length).toBeGreaterThan(0);
    for (const complaint of error.complaints) {
      expect(complaint).toMatchObject({
        file: expect.stringContaining(name),
        line: expect.any(Number),
        message: expect.stringMatching(/\S/),
      });
    }
    expect(error.message).not.toMatch(/node_modules|at \w+ \(/);
    expect(error.message).not.toContain('root:x:');
  });
});
