import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import {
  complaintsAbout,
  contractText,
  loadText,
  plainOperation,
} from '../contract-text.test-kit.ts';

async function basesOf(...servers: readonly JsonValue[]): Promise<readonly string[]> {
  const text = contractText({ '/a': { get: plainOperation() } }, { servers });
  const contract = await loadText(text, {}, { isLenient: true });
  return contract.operations[0]?.bases ?? [];
}

function server(url: JsonValue, variables?: JsonObject): JsonObject {
  return { url, ...(variables ? { variables } : {}) };
}

describe('the bases of an operation', () => {
  it.each<[string, readonly string[]]>([
    ['/', ['']],
    ['', ['']],
    ['.', ['']],
    ['https://api.example.com', ['']],
    ['https://api.example.com/', ['']],
    ['https://api.example.com/v1', ['/v1']],
    ['https://api.example.com/v1/', ['/v1']],
    ['https://api.example.com:8080/v1/x?y=z#w', ['/v1/x']],
    ['//api.example.com/v1', ['/v1']],
    ['/v1', ['/v1']],
    ['v1', ['/v1']],
    ['./v1/', ['/v1']],
    ['../v1', ['/v1']],
    ['/a/../v1', ['/v1']],
    ['api.example.com/v1', ['/v1']],
    ['localhost:3000/v1', ['/v1']],
    ['v1.0/x', ['/v1.0/x']],
    ['https://exa mple/v1', ['/v1']],
    ['wss://api.example.com/v1', ['/v1']],
    [' https://api.example.com/v1 ', ['/v1']],
  ])('of %j are %j', async (url, bases) => {
    expect(await basesOf(server(url))).toEqual(bases);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['https://{host}/v1', { host: { default: 'a.example' } }, ['/v1']],
    [
      '{scheme}://{host}:{port}/v1',
      { scheme: { default: 'http' }, host: { default: 'a' }, port: { default: 80 } },
      ['/v1'],
    ],
    ['https://a.example/{version}', { version: { default: 'v2' } }, ['/{version}']],
    ['https://a.example/v{n}/x', { n: { default: '2' } }, ['/v{n}/x']],
    [
      'https://a.example/{version}',
      { version: { default: 'v2', enum: ['v1', 'v2'] } },
      ['/v2', '/v1'],
    ],
    ['https://a.example/{n}', { n: { default: 2, enum: [1, 2] } }, ['/2', '/1']],
    ['https://a.example/{base}', { base: { default: 'api/v1' } }, ['/api/v1']],
    ['https://a.example/{base}', { base: { default: '/api/v1' } }, ['/api/v1']],
    ['https://a.example/{base}/x', { base: { default: '' } }, ['/x']],
    ['{base}', { base: { default: 'http://127.0.0.1:4010' } }, ['']],
    ['{base}/v1', { base: { default: 'https://a.example/api' } }, ['/api/v1']],
    [
      '{base}',
      { base: { default: '/api', enum: ['/api', 'https://b.example/test'] } },
      ['/api', '/test'],
    ],
    ['{host}/v1', { host: { default: 'a.example' } }, ['/v1']],
    ['{tenant}/v1', { tenant: { default: 'acme' } }, ['/{tenant}/v1']],
    [
      'https://{host}/{x}',
      { host: { default: 'a.example/deep' }, x: { default: 'y' } },
      ['/deep/{x}'],
    ],
    ['https://a.example/{undeclared}', {}, ['/{undeclared}']],
  ])('of %j with %j are %j', async (url, variables, bases) => {
    expect(await basesOf(server(url, variables))).toEqual(bases);
  });

  it('are not multiplied without end', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const values = Array.from({ length: 20 }, (_, index) => `v${index}`);
    const variables = names.map((name) => [name, { default: 'v0', enum: values }] as const);
    const bases = await basesOf(server('/{a}/{b}/{c}/{d}', Object.fromEntries(variables)));
    expect(bases).toHaveLength(20);
  });

  it('are those of all servers, each once', async () => {
    const bases = await basesOf(
      server('https://a.example/v1'),
      server('https://b.example/v1/'),
      server('https://b.example/v2'),
    );
    expect(bases).toEqual(['/v1', '/v2']);
  });

  it('are those that are named closest', async () => {
    const contract = await loadText(
      contractText(
        {
          '/a': {
            servers: [{ url: '/path' }],
            get: plainOperation({ operationId: 'own', servers: [{ url: '/own' }] }),
            put: plainOperation({ operationId: 'path', servers: [] }),
          },
          '/b': { get: plainOperation({ operationId: 'all' }) },
        },
        { servers: [{ url: '/all' }] },
      ),
    );
    expect(contract.operations.map(({ id, bases }) => [id, bases])).toEqual([
      ['own', ['/own']],
      ['path', ['/path']],
      ['all', ['/all']],
    ]);
  });

  it('are the root where nothing is said', async () => {
    expect(await basesOf()).toEqual(['']);
  });
});

describe('a server is complained of', () => {
  it.each<[string, JsonValue, string, string]>([
    ['no list', { url: '/' }, '/servers', '"servers" must be a list'],
    ['no url', [{}], '/servers/0', 'a server must have a "url"'],
    ['no text', [{ url: 7 }], '/servers/0/url', '"url" must be a text'],
    [
      'no URL',
      [{ url: 'https://exa mple/' }],
      '/servers/0',
      '"https://exa mple/" is not a URL; only its path is used',
    ],
    [
      'an undeclared variable',
      [{ url: '/{x}' }],
      '/servers/0',
      'the server variable "x" is not declared',
    ],
    [
      'a variable without a default',
      [{ url: '/{x}', variables: { x: {} } }],
      '/servers/0/variables/x',
      'the server variable "x" has no "default"',
    ],
  ])('once: %s', async (_, servers, pointer, message) => {
    const operations = { get: plainOperation(), put: plainOperation() };
    const text = contractText({ '/a': operations }, { servers });
    expect(await complaintsAbout(text)).toMatchObject([{ pointer, message }]);
    const { warnings, operations: served } = await loadText(text, {}, { isLenient: true });
    expect(warnings).toMatchObject([{ pointer, message }]);
    expect(served).toHaveLength(2);
  });
});
