import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';

/** No info, and a response without a description. */
const sloppy = 'openapi: 3.0.3\npaths:\n  /a:\n    get:\n      responses:\n        200: {}\n';

function contract(title: string, path: string): string {
  return `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths:
  ${path}:
    get:
      operationId: get
      responses: { 204: { description: Done. } }
`;
}

describe('a contract with faults of form', () => {
  test('is served, and the faults are told at start', async () => {
    const cwd = await createTestFolder({ 'a.yaml': sloppy });

    const { url, stdout, stderr } = await serve(['a.yaml'], { cwd });

    expect((await fetch(`${url}/a`)).status).toBe(200);
    const told = stdout() + stderr();
    expect(told).toContain('a.yaml:1:1: the contract must have a "info"');
    expect(told).toContain(
      'a.yaml:6:9 /paths/~1a/get/responses/200: a response must have a "description"',
    );
  });

  test('stops the start with --no-lenient', async () => {
    const cwd = await createTestFolder({ 'a.yaml': sloppy });

    const { code, stderr } = await run(['a.yaml', '--no-lenient', '--port', '0'], { cwd });

    expect(code).toBe(1);
    expect(stderr).toContain('a.yaml:1:1: the contract must have a "info"');
  });

  test('is not clean for "check", which goes by lines', async () => {
    const cwd = await createTestFolder({ 'a.yaml': sloppy });

    const { code, stdout, stderr } = await run(['check', 'a.yaml'], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.match(/^a\.yaml:\d+:\d+/gm)).toEqual(['a.yaml:1:1', 'a.yaml:6:9']);
    expect(stderr).toMatch(/\n\n2 findings\n$/);
  });

  test('does not fill the screen with them', async () => {
    const odd = Array.from({ length: 25 }, (_, index) => `odd${index}: 1\n`).join('');
    const cwd = await createTestFolder({ 'a.yaml': contract('A', '/a') + odd });

    const { stdout, stderr } = await serve(['a.yaml'], { cwd });

    const told = stdout() + stderr();
    expect(told.match(/no member "odd/g)).toHaveLength(20);
    expect(told).toContain('… and 5 more: stuntdouble check a.yaml');
  });
});

describe('several contracts', () => {
  const files = { 'one.yaml': contract('One', '/a'), 'two.yaml': contract('Two', '/b') };

  test('are served together, under both their names', async () => {
    const cwd = await createTestFolder(files);

    const { url, stdout, stderr } = await serve(['one.yaml', 'two.yaml'], { cwd });

    expect(stdout()).toContain('One + Two');
    expect(stdout() + stderr()).toMatch(/two\.yaml:5:5 .*here it is "two\.get"/);
    for (const path of ['/a', '/b']) expect((await fetch(url + path)).status).toBe(204);
  });

  test('that clash stop the start', async () => {
    const cwd = await createTestFolder({ ...files, 'two.yaml': contract('Two', '/a') });

    const { code, stderr } = await run(['one.yaml', 'two.yaml', '--port', '0'], { cwd });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^stuntdouble: two\.yaml:5:5 .*also that of GET \/a, one\.yaml:5\n/);
  });

  test('are both watched', async () => {
    const cwd = await createTestFolder(files);
    const { url } = await serve(['one.yaml', 'two.yaml', '--watch'], { cwd });

    await writeFile(join(cwd, 'two.yaml'), contract('Two', '/c'));

    await vi.waitFor(async () => expect((await fetch(`${url}/c`)).status).toBe(204), patience);
  });
});

test('a contract of Swagger 2.0 is served', async () => {
  const cwd = await createTestFolder({
    'a.json': JSON.stringify({
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      paths: { '/a': { get: { responses: { 204: { description: 'Done.' } } } } },
    }),
  });

  const { url, stderr } = await serve(['a.json'], { cwd });

  expect(stderr()).toBe('');
  expect((await fetch(`${url}/a`)).status).toBe(204);
});
