import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import type { Ask } from './open-bookshop.ts';
import { askAt } from './open-bookshop.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const shopId = { name: 'shop_id', in: 'path', required: true, schema: { type: 'integer' } };

function bodyOf(schema: object): object {
  return { 'application/json': { schema } };
}

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** List and create at a path, read and change of a record below it. */
function pathsOf(path: string, name: string, parameters: readonly object[] = []): object {
  const whole = { content: bodyOf(ref(name)) };
  const ok = { description: 'One.', ...whole };
  const all = { description: 'All.', content: bodyOf({ type: 'array', items: ref(name) }) };
  return {
    [path]: {
      parameters,
      get: { operationId: `list${name}s`, responses: { 200: all } },
      post: { operationId: `create${name}`, requestBody: whole, responses: { 201: ok } },
    },
    [`${path}/{id}`]: {
      parameters: [...parameters, id],
      get: { operationId: `get${name}`, responses: { 200: ok } },
      patch: { operationId: `change${name}`, requestBody: whole, responses: { 200: ok } },
      delete: { operationId: `drop${name}`, responses: { 204: { description: 'Gone.' } } },
    },
  };
}

const text = { type: 'string' };
const number = { type: 'integer' };

/** Shops, and below each its items and its settings; makers are referred to by items. */
const shops = {
  openapi: '3.1.0',
  info: { title: 'Shops', version: '1' },
  paths: {
    ...pathsOf('/shops', 'Shop'),
    ...pathsOf('/makers', 'Maker'),
    ...pathsOf('/shops/{shop_id}/items', 'Item', [shopId]),
    '/shops/{shop_id}/suppliers': {
      parameters: [shopId],
      get: {
        operationId: 'listSuppliers',
        responses: {
          200: { description: 'All.', content: bodyOf({ type: 'array', items: ref('Maker') }) },
        },
      },
    },
    '/shops/{shop_id}/suppliers/{id}': {
      parameters: [shopId, id],
      put: { operationId: 'addSupplier', responses: { 204: { description: 'Added.' } } },
      delete: { operationId: 'dropSupplier', responses: { 204: { description: 'Gone.' } } },
    },
    '/shops/{shop_id}/settings': {
      parameters: [shopId],
      get: {
        operationId: 'getSettings',
        responses: { 200: { description: 'All.', content: bodyOf(ref('Settings')) } },
      },
      put: {
        operationId: 'setSettings',
        requestBody: { content: bodyOf(ref('Settings')) },
        responses: { 200: { description: 'All.', content: bodyOf(ref('Settings')) } },
      },
    },
  },
  components: {
    schemas: {
      Shop: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { ...number, readOnly: true }, name: text },
      },
      Maker: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { ...number, readOnly: true }, name: { type: 'string', title: 'Name' } },
      },
      Item: {
        type: 'object',
        required: ['id', 'name', 'maker_id'],
        properties: {
          id: { ...number, readOnly: true },
          name: { type: 'string', minLength: 1, maxLength: 80, description: 'For people.' },
          maker_id: number,
          price: { type: ['number', 'null'], minimum: 0 },
          status: { enum: ['open', 'sold'], default: 'open' },
          size: { type: 'object', properties: { width: number } },
        },
      },
      Settings: { type: 'object', required: ['theme'], properties: { theme: text } },
    },
  },
};

/** The shops, listening until the test is over. They have no fixtures unless `more` has some. */
export async function openShops(
  options: MockOptions = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly mock: Mock; readonly ask: Ask }> {
  const fixtures = Object.entries(more).map(([name, list]): [string, string] => [
    `fixtures/${name}.json`,
    JSON.stringify(list),
  ]);
  const contract = JSON.stringify(shops);
  const folder = await writeFolder({ 'openapi.json': contract, ...Object.fromEntries(fixtures) });
  const given = fixtures.length > 0 ? { fixtures: join(folder, 'fixtures') } : {};
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...given, ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return { mock, ask: askAt(url) };
}
