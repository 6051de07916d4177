import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { createMock } from '../../src/index.ts';

const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });
const replies = (schema: JsonValue): JsonObject => ({
  200: { description: 'Done.', ...json(schema) },
});

/** Lamps of a contract in two files: both have a schema of the same name. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps/{id}': { $ref: '#/components/pathItems/lamp' },
    '/shades': { $ref: 'shades.json#/shades' },
    '/plain': { get: { responses: replies({ type: 'string' }) } },
  },
  components: {
    pathItems: {
      lamp: {
        parameters: [{ $ref: '#/components/parameters/id' }],
        get: {
          operationId: 'getLamp',
          responses: replies({ $ref: '#/components/schemas/Lamp' }),
        },
      },
    },
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Lamp: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          next: { $ref: '#/components/schemas/Lamp' },
          shade: { $ref: 'shades.json#/schemas/Lamp', description: 'Its shade.' },
        },
        default: { $ref: '#/components/schemas/Lamp' },
      },
    },
  },
};
const shades = {
  shades: {
    get: {
      operationId: 'listShades',
      responses: replies({ type: 'array', items: { $ref: '#/schemas/Lamp' } }),
    },
  },
  schemas: { Lamp: { type: 'object', properties: { colour: { type: 'string' } } } },
};

describe('GET /operations/{id}', () => {
  it('shows an operation of a path item that stands elsewhere, with all that it refers to', async () => {
    const ask = await open();

    expect(await ask('getLamp')).toEqual({
      id: 'getLamp',
      method: 'GET',
      path: '/lamps/{id}',
      document: 'openapi.json',
      pointer: '/components/pathItems/lamp/get',
      path_parameters: [{ $ref: '#/referred/id' }],
      declared: { operationId: 'getLamp', responses: replies({ $ref: '#/referred/Lamp' }) },
      referred: {
        id: contract.components.parameters.id,
        Lamp: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            next: { $ref: '#/referred/Lamp' },
            shade: { $ref: '#/referred/Lamp-2', description: 'Its shade.' },
          },
          default: { $ref: '#/components/schemas/Lamp' },
        },
        'Lamp-2': shades.schemas.Lamp,
      },
      is_cut: false,
    });
  });

  it('shows one that stands in another file', async () => {
    const ask = await open();

    expect(await ask('listShades')).toMatchObject({
      document: 'shades.json',
      pointer: '/shades/get',
      path_parameters: [],
      declared: { responses: replies({ type: 'array', items: { $ref: '#/referred/Lamp' } }) },
      referred: { Lamp: shades.schemas.Lamp },
    });
  });

  it('finds one without an id by its method and path', async () => {
    const ask = await open();

    expect(await ask('get /plain')).toMatchObject({ method: 'GET', path: '/plain', referred: {} });
  });

  it('refuses an id that the contract does not have', async () => {
    const ask = await open();

    expect(await ask('getLam')).toMatchObject({
      status: 404,
      detail: expect.stringMatching(
        /^The contract has no operation "getLam": did you mean "getLamp"/,
      ),
    });
  });

  it('leaves out what is farthest where there is too much', async () => {
    const ask = await open({
      Lamp: { type: 'object', properties: { next: { $ref: '#/components/schemas/Large' } } },
      Large: {
        description: 'x'.repeat(150_000),
        properties: { last: { $ref: '#/components/schemas/Last' } },
      },
      Last: { description: 'x'.repeat(150_000) },
    });

    const { referred, is_cut: isCut } = await ask('getLamp');

    expect(isCut).toBe(true);
    expect(Object.keys(Object(referred))).toEqual(['Lamp', 'id', 'Large']);
  });
});

async function open(schemas?: JsonObject): Promise<(id: string) => Promise<JsonObject>> {
  const components = { ...contract.components, ...(schemas ? { schemas } : {}) };
  const folder = await writeFolder({
    'openapi.json': JSON.stringify({ ...contract, components }),
    'shades.json': JSON.stringify(shades),
  });
  const mock = await createMock({ contract: join(folder, 'openapi.json') });
  onTestFinished(() => mock.close());
  return async (id) => {
    const reply = await mock.fetch(`/_mock/operations/${encodeURIComponent(id)}`);
    return (await reply.json()) as JsonObject;
  };
}
