import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../base/json.ts';
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
    [{ type: 'mutualTLS' }, { kind: 'connection' }],
    [
      { type: 'http', scheme: 'HOBA' },
      { kind: 'authorization', scheme: 'hoba' },
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

  it.each<[string, JsonValue, message: string]>([
    ['an unknown type', { type: 'htp' }, 'has no known type: did you mean "http"?'],
    ['no type', {}, 'has no known type: there are "http", "apiKey"'],
    ['a key without a name', { type: 'apiKey', in: 'header' }, 'needs the "name" of its header'],
    [
      'a key in an unknown place',
      { type: 'apiKey', in: 'heder', name: 'key' },
      'has no known "in": did you mean "header"?',
    ],
    ['http without a scheme', { type: 'http' }, 'needs a "scheme", such as bearer or basic'],
    [
      'http with a scheme that no header can hold',
      { type: 'http', scheme: 'a\r\nb' },
      'needs a "scheme"',
    ],
    ['no object', 'apiKey', 'must be an object with a "type"'],
  ])('with %s is a complaint', async (_, scheme, message) => {
    const text = contractText(
      { '/a': plainPath() },
      { components: { securitySchemes: { it: scheme } } },
    );
    expect(await complaintsAbout(text)).toMatchObject([
      {
        message: expect.stringContaining(
          `the security scheme "it" is passed over, and so not asked for: it ${message}`,
        ),
      },
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

  const certified = [{ token: [] }, { certificate: ['a'] }];

  it.each<[string, JsonValue, readonly string[], readonly string[]]>([
    ['one of two ways', certified, ['token'], ['/paths/~1a/get/security/1']],
    [
      'the first way of several',
      [{ certificate: [] }, { key: [], certificate: [] }, { token: [] }],
      ['key + certificate', 'token'],
      ['/paths/~1a/get/security/0'],
    ],
    ['the only way', [{ certificate: [] }], ['certificate'], []],
    ['a way beside none at all', [{ certificate: [] }, {}], ['certificate', ''], []],
    [
      'a way beside another and none at all',
      [{ certificate: [] }, {}, { key: [] }],
      ['', 'key'],
      ['/paths/~1a/get/security/0'],
    ],
  ])('what can not be checked opens nothing where it is %s', async (_, security, ways, places) => {
    const securitySchemes = { key, token, certificate: { type: 'mutualTLS' } };
    const text = contractText(
      { '/a': { get: plainOperation({ security }) } },
      { components: { securitySchemes } },
    );
    const { operations, warnings } = await loadText(text);
    const [operation] = operations;
    expect(
      operation?.security.map((way) => way.map(({ scheme }) => scheme.name).join(' + ')),
    ).toEqual(ways);
    expect(operation?.securityPlaces).toHaveLength(ways.length);
    expect(warnings).toMatchObject(
      places.map((pointer) => ({
        pointer,
        message: expect.stringMatching(
          /^nothing of this alternative can be checked \("certificate"\), so that no client gets in by it/,
        ),
      })),
    );
  });

  it('must be declared', async () => {
    expect(await complaintsAbout(textWith([{ key: [] }, { absent: ['read'] }]))).toMatchObject([
      {
        file: 'openapi.yaml',
        pointer: '/paths/~1a/get/security/1',
        message: expect.stringMatching(
          /^the security scheme "absent" is not declared, and so not asked for: /,
        ),
      },
    ]);
  });

  it('must be declared where it is said for all, and is complained of once', async () => {
    const text = contractText(
      { '/a': plainPath('get', 'put'), '/b': plainPath('get') },
      { security: [{ absent: [] }] },
    );
    expect(await complaintsAbout(text)).toMatchObject([
      {
        pointer: '/security/0',
        message: expect.stringMatching(
          /^the security scheme "absent" is not declared, and so not asked for: /,
        ),
      },
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

describe('a faulty lock of a contract that is read leniently', () => {
  async function lenient(
    security: JsonValue,
    more: JsonObject = {},
  ): Promise<{ readonly required: readonly string[]; readonly warnings: readonly string[] }> {
    const securitySchemes = {
      key,
      token,
      odd: { type: 'telepathy' },
      bad: { type: 'apiKey', in: 'header', name: 'a b' },
    };
    const paths = { '/a': { get: plainOperation({ security }) } };
    const text = contractText(paths, { components: { securitySchemes }, ...more });
    const contract = await loadText(text, {}, { isLenient: true });
    return {
      required: (contract.operations[0]?.security ?? []).map((requirement) =>
        requirement.map(({ scheme, scopes }) => `${scheme.name}: ${scopes.join(',')}`).join(' + '),
      ),
      warnings: contract.warnings.map(({ message }) => message).slice(2),
    };
  }

  it.each<[string, JsonValue, readonly string[], readonly RegExp[]]>([
    [
      'an undeclared scheme beside another',
      [{ key: ['a'], no: [] }],
      ['key: a'],
      [/"no" is not decl/],
    ],
    ['an undeclared scheme alone', [{ no: ['a'] }], [''], [/"no" is not declared/]],
    [
      'an undeclared scheme as another way',
      [{ no: ['a'] }, { key: [] }],
      ['key: '],
      [/"no" is not declared/, /^nothing of this alternative can be checked \("no"\)/],
    ],
    [
      'a scheme that can not be read as another way',
      [{ key: [] }, { odd: [], bad: [] }],
      ['key: '],
      [/^nothing of this alternative can be checked \("odd", "bad"\)/],
    ],
    // It was warned of where it is declared.
    ['a scheme that can not be read', [{ odd: [], token: [] }], ['token: '], []],
    ['no scopes', [{ key: null }], ['key: '], [/the scopes of "key" must be a list/]],
    [
      'one alternative, and no list',
      { key: ['a'] },
      ['key: a'],
      [/must be a list of alternatives/],
    ],
    ['a name without its scopes', ['key'], ['key: '], [/an alternative must be an object/]],
    [
      'the name of an undeclared scheme',
      ['no'],
      [''],
      [/must be an object/, /"no" is not declared/],
    ],
    ['nothing', null, ['token: all'], [/must be a list of alternatives/]],
  ])('%s', async (_, security, required, warnings) => {
    const found = await lenient(security, { security: [{ token: ['all'] }] });
    expect(found.required).toEqual(required);
    expect(found.warnings).toEqual(warnings.map((message) => expect.stringMatching(message)));
  });

  it.each<[string, JsonValue]>([
    ['a list in a list', [[{ key: [] }]]],
    ['a number', 7],
    ['no alternative', [null]],
  ])('is still a complaint where it is unclear what is meant: %s', async (_, security) => {
    await expect(lenient(security)).rejects.toThrow(/must be/);
  });
});
