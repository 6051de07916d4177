import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder, writeFiles } from './temporary-folder.ts';
import { asset, credentialValues, isUploaded, reportUpload } from './workspace.ts';

const stateFile = '.stuntdouble/db.json';

describe('the state', () => {
  test('outlives a stop and a crash, in .stuntdouble of the folder it was started in', async () => {
    const cwd = await createTestFolder();
    const first = await serve([], { cwd });
    expect(await isUploaded(first)).toBe(false);
    expect((await reportUpload(first)).status).toBe(204);
    expect(await first.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });

    const second = await serve([], { cwd });
    expect(await isUploaded(second)).toBe(true);
    expect(second.stdout()).not.toContain('warning');
    // What was answered is on the disk, so that even a crash loses nothing.
    expect((await reportUpload(second, { is_uploaded: false })).status).toBe(204);
    expect(await second.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });

    expect(await isUploaded(await serve([], { cwd }))).toBe(false);
    expect(await readdir(cwd)).toEqual(['.stuntdouble']);
  });

  test('is a file that a person can read and edit, without any credential', async () => {
    const cwd = await createTestFolder();
    const before = await serve([], { cwd });
    await reportUpload(before);
    await before.stop();

    const text = await readFile(join(cwd, stateFile), 'utf8');
    const state: unknown = JSON.parse(text);
    expect(text).toBe(`${JSON.stringify(state, undefined, 2)}\n`);
    expect(state).toMatchObject({
      stuntdouble: {
        format: 2,
        contract: expect.any(String),
        fixtures: expect.any(String),
        journal: expect.any(Number),
      },
      collections: {
        workspaces: expect.any(Array),
        projects: expect.any(Array),
        pages: expect.any(Array),
        assets: expect.arrayContaining([
          expect.objectContaining({ id: asset.id, workspace_slug: 'northwind', is_uploaded: true }),
        ]),
      },
    });
    expect(state).not.toHaveProperty('collections.credentials');
    for (const value of credentialValues) expect(text).not.toContain(value);

    await writeFiles(cwd, { [stateFile]: text.replaceAll('uploaded": true', 'uploaded":false') });
    const after = await serve([], { cwd });
    expect(await isUploaded(after)).toBe(false);
    expect(after.stdout()).not.toContain('warning');
  });

  test('is kept nowhere with --ephemeral', async () => {
    const cwd = await createTestFolder();
    const server = await serve(['--ephemeral'], { cwd });
    expect((await reportUpload(server)).status).toBe(204);
    expect(await isUploaded(server)).toBe(true);
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('a state that can not be read stops the start, and is not written over', () => {
  test.each([
    {
      name: 'a word that is no value',
      text: '{\n  "stuntdouble": {\n    "format": one\n  }\n}\n',
      expected: /db\.json:3:\d+: not valid JSON: .*\n.*\n.*\n> 3 \| {5}"format": one\n/,
    },
    {
      name: 'cut off in the middle',
      text: '{\n  "stuntdouble": { "format": 1 },\n  "collections": {\n    "pages": [{ "id": "7c2f',
      expected: /db\.json:4:\d+: not valid JSON: .*\n(.*\n)+> 4 \| {5}"pages": /,
    },
    { name: 'empty', text: '', expected: /db\.json:1:1: / },
    {
      name: 'something else',
      text: '{\n  "pages": []\n}\n',
      expected: /db\.json:1:1: this is not a state of Stuntdouble/,
    },
    {
      name: 'another format',
      text: '{\n  "stuntdouble": {\n    "format": 99\n  },\n  "collections": {}\n}\n',
      expected: /db\.json:3:5 \/stuntdouble\/format: .*99/,
    },
  ])('$name', async ({ text, expected }) => {
    const cwd = await createTestFolder({ [stateFile]: text });

    const { code, stdout, stderr } = await run(['--port', '0'], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^stuntdouble: \.stuntdouble\/db\.json:/);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(await readFile(join(cwd, stateFile), 'utf8')).toBe(text);
  });

  test('reset helps out of it', async () => {
    const cwd = await createTestFolder({ [stateFile]: 'broken' });

    expect(await run(['reset'], { cwd })).toMatchObject({ code: 0, stderr: '' });

    expect(await isUploaded(await serve([], { cwd }))).toBe(false);
    await expect(access(join(cwd, stateFile))).rejects.toThrow('ENOENT');
  });
});

test('POST /_mock/reset goes back to the fixtures, on the disk, too', async () => {
  const cwd = await createTestFolder();
  const server = await serve([], { cwd });
  await reportUpload(server);

  const response = await fetch(`${server.url}/_mock/reset`, { method: 'POST' });

  expect(response.status).toBe(204);
  expect(await isUploaded(server)).toBe(false);
  const text = await readFile(join(cwd, stateFile), 'utf8');
  expect(JSON.parse(text)).toHaveProperty(
    'collections.assets',
    expect.arrayContaining([expect.objectContaining({ id: asset.id, is_uploaded: false })]),
  );
});

test('--reset-every goes back by itself, again and again', async () => {
  const server = await serve(['--reset-every', '300ms', '--log', 'json']);

  for (const round of [1, 2, 3]) {
    expect((await reportUpload(server)).status).toBe(204);
    await vi.waitFor(
      async () => expect(await isUploaded(server), `round ${round}`).toBe(false),
      patience,
    );
  }
  await vi.waitFor(() => {
    const notices = server.stdout().match(/"event":"notice".*started again from the fixtures/g);
    expect(notices?.length).toBeGreaterThanOrEqual(3);
  }, patience);
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
});
