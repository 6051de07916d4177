import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { ContractDocument, Mock, MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';

const thing = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    size: { type: 'number' },
    box: { type: 'string' },
    shape: { type: 'object' },
    file: { type: 'string', format: 'binary' },
  },
};

const ofThing = { 'application/json': { schema: thing } };
const shown = { description: 'It.', content: ofThing };
const made = {
  description: 'Made.',
  headers: { Location: { required: true, schema: { type: 'string' } } },
  content: ofThing,
};

const named = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

const list = {
  get: {
    operationId: 'listThings',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
      { name: 'size', in: 'query', schema: { type: 'number' } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
      { name: 'name', in: 'query', schema: { type: 'string' } },
      {
        name: 'filter',
        in: 'query',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      {
        name: 'X-Filter',
        in: 'header',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      { name: 'mark', in: 'cookie', schema: { type: 'string' } },
    ],
    responses: {
      200: {
        description: 'Them.',
        headers: { Link: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { type: 'array', items: thing } } },
      },
    },
  },
  post: {
    operationId: 'makeThing',
    requestBody: {
      content: {
        ...ofThing,
        'application/xml': { schema: thing },
        'application/x-www-form-urlencoded': { schema: thing },
        'multipart/form-data': { schema: thing },
      },
    },
    responses: { 201: made },
  },
};

const one = {
  parameters: [named('id')],
  get: { operationId: 'getThing', responses: { 200: shown } },
  put: {
    operationId: 'putThing',
    requestBody: { content: ofThing },
    responses: { 200: shown, 201: made },
  },
  patch: {
    operationId: 'patchThing',
    requestBody: {
      content: {
        'application/merge-patch+json': { schema: { type: 'object' } },
        'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
      },
    },
    responses: { 200: shown },
  },
  delete: { operationId: 'deleteThing', responses: { 204: { description: 'Gone.' } } },
};

const parts = {
  '/things/{thing}/parts': {
    parameters: [named('thing')],
    get: {
      operationId: 'listParts',
      responses: {
        200: {
          description: 'Them.',
          content: { 'application/json': { schema: { type: 'array', items: thing } } },
        },
      },
    },
    post: {
      operationId: 'makePart',
      requestBody: { content: ofThing },
      responses: { 201: made },
    },
  },
  '/things/{thing}/parts/{id}': {
    parameters: [named('thing'), named('id')],
    get: { operationId: 'getPart', responses: { 200: shown } },
  },
};

/** A contract whose keys and bodies may be any text. */
export const thingContract: ContractDocument = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': list, '/things/{id}': one, ...parts },
};

export interface ThingShop {
  readonly mock: Mock;
  readonly url: string;
}

/** It does not listen. */
export async function openQuietThings(options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock({ contract: thingContract, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

/** It listens until the test is over. */
export async function openThings(
  more: Readonly<Record<string, string>> = {},
  options: MockOptions = {},
): Promise<ThingShop> {
  const files = { 'openapi.json': JSON.stringify(thingContract), ...more };
  const folder = await writeFolder(files);
  const mock = await createMock({ contract: join(folder, 'openapi.json'), ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return { mock, url };
}
