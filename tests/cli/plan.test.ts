import { expect, test } from 'vitest';

import { runHere as run } from './run-here.ts';
import { createTestFolder } from './temporary-folder.ts';

const text = { type: 'string' };
const shown = (schema: unknown): unknown => ({
  '200': { description: 'Fine.', content: { 'application/json': { schema } } },
});
const parameters = (...names: readonly string[]): unknown =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }));

/** Boxes in rooms, each of a kind of operation or two. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    '/rooms/{room_id}': {
      parameters: parameters('room_id'),
      get: { responses: shown({ $ref: '#/components/schemas/Room' }) },
    },
    '/rooms/{room_id}/boxes': {
      parameters: parameters('room_id'),
      get: {
        responses: shown({
          type: 'object',
          properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Box' } } },
        }),
      },
      post: { responses: shown({ $ref: '#/components/schemas/Box' }) },
    },
    '/rooms/{room_id}/boxes/{id}': {
      parameters: parameters('room_id', 'id'),
      get: { responses: shown({ $ref: '#/components/schemas/Box' }) },
      delete: { responses: { '204': { description: 'Gone.' } } },
    },
    '/\u7bb1/count': { get: { responses: shown({ type: 'integer' }) } },
  },
  components: {
    schemas: {
      Room: { type: 'object', properties: { id: text } },
      Box: { type: 'object', properties: { id: text } },
    },
  },
};

const files = {
  'rooms.json': JSON.stringify(contract),
  'fixtures/rooms.json': '[]\n',
};

test('one line for each operation, below its collection', async () => {
  const cwd = await createTestFolder(files);

  const { code, stdout, stderr } = await run(['plan', 'rooms.json'], { cwd });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Rooms 1: 6 operations, 2 collections\n\nrooms {2}by id; from fixtures\n/,
  );
  expect(stdout).toContain('\n\nboxes  by id; under rooms (room_id); made up\n');
  for (const line of [
    '  item read    GET     /rooms/{room_id}',
    '  item delete  DELETE  /rooms/{room_id}/boxes/{id}',
    '  item read    2   33.3 %',
  ]) {
    expect(stdout.split('\n')).toContain(line);
  }
  expect(stdout).toMatch(/^Improvised .*\n {2}GET {5}\/\u7bb1\/count {2}\w.*\n/m);
});

test('a faulty example counts as a warning', async () => {
  const content = { 'application/json': { schema: { type: 'object' }, example: 7 } };
  const responses = { 200: { description: 'It.', content } };
  const cwd = await createTestFolder({
    'it.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'It', version: '1' },
      paths: { '/it': { get: { responses } } },
    }),
  });

  const { code, stdout } = await run(['plan', 'it.json'], { cwd });

  expect(code).toBe(0);
  expect(stdout).toContain('1 warning: see stuntdouble check');
});

test('a document for programs', async () => {
  const cwd = await createTestFolder(files);

  const { code, stdout } = await run(['plan', 'rooms.json', '--json'], { cwd });

  expect(code).toBe(0);
  const plan: unknown = JSON.parse(stdout);
  expect(plan).toMatchObject({
    contract: { title: 'Rooms', version: '1' },
    collections: [
      { name: 'rooms', kind: 'items', key: 'id', parents: [], of: null, data: 'fixtures' },
      {
        name: 'boxes',
        kind: 'items',
        key: 'id',
        parents: [{ parameter: 'room_id', collection: 'rooms', optional: false }],
        of: null,
        data: 'improvised',
      },
    ],
    summary: {
      operations: 6,
      collections: 2,
      does: expect.arrayContaining([{ does: 'item read', operations: 2, share: 0.333 }]),
      warnings: 0,
      uncompiled: [],
    },
  });
  expect(plan).toHaveProperty(
    'operations',
    expect.arrayContaining([
      {
        id: 'get /rooms/{room_id}/boxes/{id}',
        method: 'GET',
        path: '/rooms/{room_id}/boxes/{id}',
        role: 'read',
        does: 'item read',
        collection: 'boxes',
        key: 'id',
        parents: ['room_id'],
        list: null,
        effects: [],
        transitions: [],
        why: expect.any(String),
      },
      expect.objectContaining({
        id: 'get /rooms/{room_id}/boxes',
        role: 'list',
        key: null,
        list: {
          records: 'data',
          queries: [],
          unused: [],
          members: [],
          headers: [],
          pageSize: null,
        },
      }),
      expect.objectContaining({ role: 'improvised', collection: null, parents: [], list: null }),
    ]),
  );
});

test('what can not be compiled is part of it', async () => {
  const faulty = { ...contract.components.schemas, Box: { type: 'object', pattern: '(' } };
  const document = JSON.stringify({ ...contract, components: { schemas: faulty } }, undefined, 2);
  const cwd = await createTestFolder({ ...files, 'rooms.json': document });

  const { code, stdout } = await run(['plan', 'rooms.json'], { cwd });

  expect(code).toBe(0);
  expect(stdout).toMatch(/ can not be checked, and lets? everything pass:\n {2}rooms\.json:\d+ \//);
});

test('what stops a start stops it, too', async () => {
  const cwd = await createTestFolder({ ...files, 'fixtures/cellars.json': '[]' });

  const { code, stdout, stderr } = await run(['plan', 'rooms.json'], { cwd });

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('the contract has no collection "cellars"');
});
