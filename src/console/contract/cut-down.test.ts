import { describe, expect, it } from 'vitest';

import type { Json } from '../api/documents.ts';
import { cutDown, cutToInfo } from './cut-down.ts';

const info = { title: 'Shop', version: '1', description: 'Sells <img src=x>' };
const reply = (schema: Json): Json => ({
  responses: { 200: { description: 'It is.', content: { 'application/json': { schema } } } },
});

function loaderOf(files: Readonly<Record<string, Json>>) {
  return (name: string): Promise<Json | undefined> => Promise.resolve(files[name]);
}

async function cut(root: Json, path: string, more: Readonly<Record<string, Json>> = {}) {
  return cutDown('api.yaml', { method: 'GET', path }, loaderOf({ 'api.yaml': root, ...more }));
}

describe('the document of one operation', () => {
  it('has that operation alone, and what it refers to', async () => {
    const root = {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      security: [{ key: [] }],
      paths: {
        '/orders': {
          parameters: [{ $ref: '#/components/parameters/Limit' }],
          get: { tags: ['a'], ...Object(reply({ $ref: '#/components/schemas/Order' })) },
          post: reply(true),
        },
        '/other': { get: reply({ $ref: '#/components/schemas/Unused' }) },
      },
      components: {
        parameters: { Limit: { name: 'limit', in: 'query' } },
        schemas: {
          Order: { properties: { next: { $ref: '#/components/schemas/Order' } } },
          Unused: {},
        },
      },
    };

    expect(await cut(root, '/orders')).toEqual({
      openapi: '3.1.0',
      servers: [{ url: '/' }],
      info: { title: 'Shop', version: '1' },
      paths: {
        '/orders': {
          get: {
            parameters: [{ name: 'limit', in: 'query' }],
            ...Object(reply({ $ref: '#/components/schemas/Order' })),
          },
        },
      },
      components: {
        schemas: {
          Order: {
            title: 'Order',
            properties: { next: { $ref: '#/components/schemas/Order' } },
          },
        },
      },
    });
  });

  it('has the parts of other files, also where two have one name', async () => {
    const root = {
      openapi: '3.0.3',
      info,
      paths: { '/a': { $ref: 'paths/a.yaml' } },
    };
    const more = {
      'paths/a.yaml': {
        get: reply({ allOf: [{ $ref: '../x.yaml#/A' }, { $ref: '../y.yaml#/A' }] }),
      },
      'x.yaml': { A: { type: 'string' } },
      'y.yaml': { A: { type: 'integer' } },
    };

    expect(await cut(root, '/a', more)).toMatchObject({
      paths: {
        '/a': {
          get: reply({
            allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A_2' }],
          }) as object,
        },
      },
      components: { schemas: { A: { type: 'string' }, A_2: { type: 'integer' } } },
    });
  });

  it('of Swagger 2.0 has definitions', async () => {
    const root = {
      swagger: '2.0',
      info,
      basePath: '/v1',
      paths: { '/a': { get: { responses: { 200: { schema: { $ref: '#/definitions/A' } } } } } },
      definitions: { A: { type: 'object' } },
    };

    expect(await cut(root, '/a')).toMatchObject({
      swagger: '2.0',
      basePath: '/v1',
      definitions: { A: { type: 'object' } },
    });
  });

  it('has what stands elsewhere where it is used, unless it is a schema', async () => {
    const root = {
      openapi: '3.1.0',
      info,
      paths: {
        '/a': { get: { responses: { default: { $ref: '#/components/responses/Fault' } } } },
      },
      components: {
        responses: {
          Fault: { description: 'A fault.', headers: { A: { $ref: '#/components/headers/A' } } },
        },
        headers: { A: { schema: { $ref: '#/components/schemas/A' } } },
        schemas: { A: { type: 'string' } },
      },
    };

    expect(await cut(root, '/a')).toMatchObject({
      paths: {
        '/a': {
          get: {
            responses: {
              default: {
                description: 'A fault.',
                headers: { A: { schema: { $ref: '#/components/schemas/A' } } },
              },
            },
          },
        },
      },
    });
  });

  it('has the parameters of its path, unless it declares them anew', async () => {
    const [limit, page] = [
      { name: 'limit', in: 'query' },
      { name: 'page', in: 'query' },
    ];
    const own = { ...limit, required: true };
    const item = { parameters: [limit, page], get: { parameters: [own] } };
    const root = { openapi: '3.1.0', info, paths: { '/a': item } };

    expect(await cut(root, '/a')).toMatchObject({
      paths: { '/a': { get: { parameters: [page, own] } } },
    });
  });

  it('takes no data for references, and no property for data', async () => {
    const schema = {
      properties: { example: { $ref: '#/components/schemas/A' }, $ref: { type: 'string' } },
      example: { $ref: '#/nowhere' },
      default: { description: '<b>' },
    };
    const root = { openapi: '3.1.0', info, paths: { '/a': { get: reply(schema) } } };

    expect(await cut(root, '/a')).toMatchObject({
      paths: { '/a': { get: reply(schema) as object } },
      components: {
        schemas: { A: { description: 'There is nothing at api.yaml#/components/schemas/A.' } },
      },
    });
  });

  it.each<[string, Json]>([
    ['links to what is no page', { externalDocs: { url: 'javascript:a()' } }],
    ['the schemes of security, which the console names itself', { security: [{ key: [] }] }],
    ['callbacks, which clients answer', { callbacks: { a: {} } }],
  ])('leaves out %s', async (_, members) => {
    const root = { openapi: '3.1.0', info, paths: { '/a': { get: members } } };

    expect(await cut(root, '/a')).toMatchObject({ paths: { '/a': { get: {} } } });
    expect(JSON.stringify(await cut(root, '/a'))).not.toContain(Object.keys(Object(members))[0]);
  });

  it('makes descriptions safe', async () => {
    const root = { openapi: '3.1.0', info, paths: { '/a': { get: { description: '![x](y)' } } } };

    expect(await cut(root, '/a')).toMatchObject({
      paths: { '/a': { get: { description: '[x](y)' } } },
    });
    const load = loaderOf({ 'api.yaml': root });
    expect(await cutToInfo('api.yaml', load)).toMatchObject({
      info: { title: 'Shop', description: 'Sells <\u200Bimg src=x>' },
    });
  });

  it('is undefined where the contract has no such operation', async () => {
    const root = { openapi: '3.1.0', info, paths: { '/a': { post: {} }, '/c': { $ref: '#c' } } };
    expect(await cut(root, '/a')).toBe(undefined);
    expect(await cut(root, '/b')).toBe(undefined);
    expect(await cut(root, '/c')).toBe(undefined);
    expect(await cut(null, '/a')).toBe(undefined);
  });
});
