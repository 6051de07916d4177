import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { notesFiles } from './notes.ts';
import type { Ended } from './run-stuntdouble.ts';
import { runHere as run } from './run-here.ts';
import { serve, shipped } from './run-stuntdouble.ts';
import { createTestFolder, shareFolder } from './temporary-folder.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

async function readRecords(...path: readonly string[]): Promise<Records> {
  return JSON.parse(await readFile(join(...path), 'utf8'));
}

describe('into a folder of fixtures', () => {
  const counts = [
    '--count',
    'pages=40,projects=4',
    '--count',
    'assets=10',
    '--count',
    'workspaces=2',
  ];
  const makeInto = (cwd: string, out: string, seed: string): Promise<Ended> =>
    run(['seed', ...counts, '--seed', seed, '--out', out], { cwd });
  const world = shareFolder(async (cwd) => {
    await Promise.all([
      makeInto(cwd, 'one', 'a'),
      makeInto(cwd, 'same', 'a'),
      makeInto(cwd, 'other', 'b'),
    ]);
  });

  test('adds as many as it was told', async () => {
    expect(await readRecords(world(), 'one', 'pages.json')).toHaveLength(18 + 40);
    expect(await readRecords(world(), 'one', 'projects.json')).toHaveLength(6 + 4);
    expect(await readRecords(world(), 'one', 'assets.json')).toHaveLength(12 + 10);
    expect(await readRecords(world(), 'one', 'workspaces.json')).toHaveLength(3 + 2);
  });

  test('makes the same bytes of the same seed, and others of another', async () => {
    const names = await readdir(join(world(), 'one'));
    expect(names).toEqual([
      'assets.json',
      'credentials.json',
      'pages.json',
      'projects.json',
      'workspaces.json',
    ]);
    expect(await readdir(join(world(), 'same'))).toEqual(names);
    for (const name of names) {
      const bytes = await readFile(join(world(), 'one', name));
      expect(bytes.equals(await readFile(join(world(), 'same', name))), name).toBe(true);
      const other = await readFile(join(world(), 'other', name));
      expect(bytes.equals(other), name).toBe(name === 'credentials.json');
    }
  });

  test('is valid against the contract', async () => {
    const { code, stdout, stderr } = await run(['check', shipped, '--fixtures', 'one'], {
      cwd: world(),
    });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${58 + 10 + 22 + 5} records`);
  });

  test('is whole: every parent exists, and every key is one of its kind', async () => {
    const workspaces = await readRecords(world(), 'one', 'workspaces.json');
    const projects = await readRecords(world(), 'one', 'projects.json');
    const assets = await readRecords(world(), 'one', 'assets.json');
    const pages = await readRecords(world(), 'one', 'pages.json');

    const slugs = workspaces.map(({ slug }) => slug);
    const places = projects.map(({ workspace_slug: slug, id }) => `${String(slug)} ${String(id)}`);
    for (const { workspace_slug: slug } of [...projects, ...assets]) expect(slugs).toContain(slug);
    for (const { workspace_slug: slug, project_id: id } of pages)
      expect(places).toContain(`${String(slug)} ${String(id)}`);
    for (const records of [projects, assets, pages])
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test('puts new records under new parents, too', async () => {
    const projects = await readRecords(world(), 'one', 'projects.json');
    const pages = await readRecords(world(), 'one', 'pages.json');

    const made = new Set(projects.slice(6).map(({ id }) => id));
    expect(pages.some(({ project_id: id }) => made.has(id))).toBe(true);
  });

  test('leaves the state alone', async () => {
    await expect(access(join(world(), '.stuntdouble'))).rejects.toThrow('ENOENT');
  });
});

describe('into the state', () => {
  test('adds to what is there, run after run', async () => {
    const cwd = await createTestFolder();

    const first = await run(['seed', '--count', 'pages=5'], { cwd });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^made 5 pages; they are in \S*\.stuntdouble\/db\.json\n$/);
    expect(await run(['seed', '--count', 'pages=5'], { cwd })).toMatchObject({ code: 0 });

    const server = await serve([], { cwd });
    const pages: unknown = await (await fetch(`${server.url}/_mock/state/pages`)).json();
    expect(pages).toHaveLength(18 + 5 + 5);
    expect(server.stdout()).not.toContain('warning');
  });

  test('makes parents before their children, in whatever order they are named', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': boardsContract,
    });

    const { code, stdout } = await run(['seed', 'openapi.yaml', '--count', 'cards=6,boards=2'], {
      cwd,
    });

    expect(code).toBe(0);
    expect(stdout).toContain('6 cards');
    const state: {
      planted: readonly string[];
      collections: { boards: Records; cards: Records };
    } = JSON.parse(await readFile(join(cwd, '.stuntdouble', 'db.json'), 'utf8'));
    // What was made is all that there is, from now on.
    expect(state.planted.toSorted()).toEqual(['boards', 'cards']);
    const { boards, cards } = state.collections;
    expect([boards.length, cards.length]).toEqual([2, 6]);
    const ids = boards.map(({ id }) => id);
    for (const { board_id: id } of cards) expect(ids).toContain(id);
  });
});

describe('what can not be made leaves everything as it was', () => {
  test.each([
    {
      name: 'a collection that the contract does not have',
      files: { ...notesFiles },
      count: 'notes=2,strangers=3',
      message:
        /^stuntdouble: --count strangers: .*no such collection: there are "notes" and "hints"\n$/,
    },
    {
      name: 'records without a parent to stand under',
      files: {},
      count: 'cards=1',
      message: /^stuntdouble: --count cards: .*parent in "boards", and there is none\n$/,
    },
  ])('$name', async ({ files, count, message }) => {
    const cwd = await createTestFolder({ 'openapi.yaml': boardsContract, ...files });
    const before = await readdir(cwd);

    const { code, stdout, stderr } = await run(['seed', 'openapi.yaml', '--count', count], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(await readdir(cwd)).toEqual(before);
  });

  test('more than there can be', async () => {
    const cwd = await createTestFolder({
      'openapi.yaml': boardsContract.replace(
        'id: { type: string, format: uuid }',
        'id: { enum: [red, green, blue] }',
      ),
    });

    const { code, stderr } = await run(['seed', 'openapi.yaml', '--count', 'boards=4'], { cwd });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^stuntdouble: --count boards: .*"id".*\n$/);
    expect(await readdir(cwd)).toEqual(['openapi.yaml']);
  });
});

const boardsContract = `openapi: 3.1.0
info: { title: Boards, version: 1.0.0 }
paths:
  /boards/{board_id}/cards/{card_id}:
    parameters:
      - { name: board_id, in: path, required: true, schema: { type: string } }
      - { name: card_id, in: path, required: true, schema: { type: string } }
    get:
      responses:
        '200':
          description: The card.
          content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } }
components:
  schemas:
    Board:
      type: object
      required: [id]
      properties: { id: { type: string, format: uuid } }
    Card:
      type: object
      required: [id, title]
      properties: { id: { type: string, format: uuid }, title: { type: string } }
`;
