import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../json.ts';
import {
  complaintsAbout,
  contractText,
  loadText,
  plainOperation,
  plainPath,
} from './contract-text.test-kit.ts';
import type { Carrier } from './security.ts';

const key = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
const token = { type: 'http', scheme: 'Bearer' };

function textWith(security: JsonValue, rootSecurity?: JsonValue): string {
  return contractText(
    { '/a': { get: plainOperation(security === null ? {} : { security }) } },
    {
      ...(rootSecurity === undefined ? {} : { security: rootSecurity }),
      components: { securitySchemes: { key, token } },
    },
  );
}

describe('a security scheme', () => {
  it.each<[JsonValue, Carrier]>([
    [key, { kind: 'header', name: 'X-Api-Key', field: 'x-api-key' }],
    [
      { type: 'apiKey', in: 'query', name: 'Key' },
      { kind: 'query', name: 'Key' },
    ],
    [
      { type: 'apiKey', in: 'cookie', name: 'sid' },
      { kind: 'cookie', name: 'sid' },
    ],
    [token, { kind: 'authorization', scheme: 'bearer' }],
    [
      { type: 'http', scheme: 'basic' },
      { kind: 'authorization', scheme: 'basic' },
    ],
    [
      { type: 'oauth2', flows: {} },
      { kind: 'authorization', scheme: 'bearer' },
    ],
    [
      { type: 'openIdConnect', openIdConnectUrl: 'https://example.com/' },
      { kind: 'authorization', scheme: 'bearer' },
    ],
  ])('%j', async (scheme, carrier) => {
    const contract = await loadText(
      contractText({ '/a': plainPath() }, { components: { securitySchemes: { it: scheme } } }),
    );
    expect(contract.schemes.get('it')).toEqual({ name: 'it', carrier });
  });

  it.each<[string, JsonValue]>([
    ['an unknown type', { type: 'telepathy' }],
    ['no type', {}],
    ['a key without a name', { type: 'apiKey', in: 'header' }],
    ['a key in an unknown place', { type: 'apiKey', in: 'body', name: 'key' }],
    ['http without a scheme', { type: 'http' }],
    ['no object', 'apiKey'],
  ])('with %s is a complaint', async (_, scheme) => {
    const text = contractText(
      { '/a': plainPath() },
      { components: { securitySchemes: { it: scheme } } },
    );
    expect(await complaintsAbout(text)).toMatchObject([
      { message: 'the security scheme "it" has no type that is known' },
    ]);
  });

  it('with a reference that leads nowhere is complained of at the reference, and once', async () => {
    const text = contractText(
      { '/a': plainPath() },
      { components: { securitySchemes: { it: { $ref: '#/components/no' } } } },
    );
    expect(await complaintsAbout(text)).toMatchObject([
      { pointer: '/components/securitySchemes/it/$ref' },
    ]);
  });
});

describe('what an operation requires', () => {
  const one = [{ key: ['read'] }];

  it.each<[string, JsonValue, JsonValue | undefined, readonly (readonly string[])[]]>([
    ['nothing', null, undefined, []],
    ['what is said for all', null, one, [['key: read']]],
    ['its own instead', [{ token: [] }], one, [['token: ']]],
    ['nothing, though all else does', [], one, []],
    [
      'one or the other',
      [{ key: ['a'] }, { token: ['b', 'c'] }],
      undefined,
      [['key: a'], ['token: b,c']],
    ],
    ['both together', [{ key: ['a'], token: ['b'] }], undefined, [['key: a', 'token: b']]],
    ['something or nothing', [{ key: [] }, {}], undefined, [['key: '], []]],
  ])('%s', async (_, own, all, expected) => {
    const contract = await loadText(textWith(own, all));
    const found = contract.operations[0]?.security.map((requirement) =>
      requirement.map(({ scheme, scopes }) => `${scheme.name}: ${scopes.join(',')}`),
    );
    expect(found).toEqual(expected);
  });

  it('must be declared', async () => {
    expect(await complaintsAbout(textWith([{ key: [] }, { nobody: ['read'] }]))).toMatchObject([
      {
        file: 'openapi.yaml',
        pointer: '/paths/~1a/get/security/1',
        message: 'the security scheme "nobody" is not declared',
      },
    ]);
  });

  it('must be declared where it is said for all, and is complained of once', async () => {
    const text = contractText(
      { '/a': plainPath('get', 'put'), '/b': plainPath('get') },
      { security: [{ nobody: [] }] },
    );
    expect(await complaintsAbout(text)).toMatchObject([
      { pointer: '/security/0', message: 'the security scheme "nobody" is not declared' },
    ]);
  });

  // Whoever writes these means a lock: taking them for none would leave the door open.
  it.each<[string, JsonValue]>([
    ['a name without its scopes', ['key']],
    ['no list', { key: [] }],
    ['a list in a list', [[{ key: [] }]]],
  ])('is a complaint, and not open to all, where it is %s', async (_, security) => {
    expect(await complaintsAbout(textWith(security))).toHaveLength(1);
  });
});
