import { describe, expect, it } from 'vitest';

import type { JsonValue } from '../../base/json.ts';
import { contractText, loadText, plainOperation } from '../../contract/contract-text.test-kit.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier } from '../../contract/security.ts';
import type { Received } from '../exchange.ts';
import { challenge, describeCarrier, presentedCredential } from './credentials.ts';

const header: Carrier = { kind: 'header', name: 'X-Api-Key', field: 'x-api-key' };
const query: Carrier = { kind: 'query', name: 'api_key' };
const cookie: Carrier = { kind: 'cookie', name: 'sid' };
const bearer: Carrier = { kind: 'authorization', scheme: 'bearer' };
const basic: Carrier = { kind: 'authorization', scheme: 'basic' };

function requestWith(headers: Received['headers'], queryText = ''): Received {
  return {
    method: 'GET',
    prefix: '',
    path: '/a',
    query: queryText,
    headers,
    world: undefined,
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => {
      throw new Error('nobody asks for a body');
    },
  };
}

function presented(carrier: Carrier, request: Received): string | undefined {
  return presentedCredential({ name: 'it', carrier }, request);
}

describe('the credential that a request shows', () => {
  it.each<[Carrier, Received['headers'], string | undefined]>([
    [header, { 'x-api-key': 'k' }, 'k'],
    [header, { 'x-api-key': '' }, ''],
    [header, {}, undefined],
    [header, { authorization: 'Bearer k', cookie: 'X-Api-Key=k' }, undefined],
    [cookie, { cookie: 'a=1; sid=k; b=2' }, 'k'],
    [cookie, { cookie: 'sid=' }, ''],
    [cookie, { cookie: 'sid=a=b==' }, 'a=b=='],
    [cookie, { cookie: 'xsid=k; SID=k; sid' }, undefined],
    [cookie, {}, undefined],
    [bearer, { authorization: 'Bearer k' }, 'k'],
    [bearer, { authorization: 'bearer k' }, 'k'],
    [bearer, { authorization: 'BEARER k' }, 'k'],
    [bearer, { authorization: '  Bearer   k  ' }, 'k'],
    [bearer, { authorization: 'Bearer a b' }, 'a b'],
    [bearer, { authorization: 'Bearer' }, ''],
    [bearer, { authorization: 'Bearer ' }, ''],
    [bearer, { authorization: '' }, undefined],
    [bearer, { authorization: 'Bearerk' }, undefined],
    [bearer, { authorization: 'Basic k' }, undefined],
    [bearer, { authorization: 'k' }, undefined],
    [bearer, { 'x-api-key': 'k' }, undefined],
    [basic, { authorization: 'Basic dTpw' }, 'dTpw'],
    [basic, { authorization: 'Bearer dTpw' }, undefined],
  ])('as %j with %j is %j', (carrier, headers, value) => {
    expect(presented(carrier, requestWith(headers))).toBe(value);
  });

  it.each<[string, string | undefined]>([
    ['api_key=k', 'k'],
    ['a=1&api_key=k%2B1&b', 'k+1'],
    ['api_key=', ''],
    ['api_key', ''],
    ['api_key=first&api_key=second', 'first'],
    ['API_KEY=k', undefined],
    ['xapi_key=k', undefined],
    ['', undefined],
  ])('in the query %j is %j', (text, value) => {
    expect(presented(query, requestWith({}, text))).toBe(value);
  });
});

describe('describeCarrier', () => {
  it.each<[Carrier, string]>([
    [header, 'the header X-Api-Key'],
    [query, 'the query parameter api_key'],
    [cookie, 'the cookie sid'],
    [bearer, 'the header Authorization with a Bearer credential'],
    [basic, 'the header Authorization with a Basic credential'],
  ])('%j', (carrier, words) => {
    expect(describeCarrier(carrier)).toBe(words);
  });
});

describe('challenge', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    mark: { type: 'apiKey', in: 'query', name: 'mark' },
    token: { type: 'http', scheme: 'bearer' },
    login: { type: 'http', scheme: 'basic' },
  };

  async function operationWith(security: JsonValue): Promise<Operation> {
    const paths = { '/a': { get: plainOperation({ security }) } };
    const contract = await loadText(contractText(paths, { components: { securitySchemes } }));
    const [operation] = contract.operations;
    if (!operation) throw new Error('there is no operation');
    return operation;
  }

  it.each<[string, JsonValue, string]>([
    ['a key', [{ key: [] }], 'ApiKey realm="Shop", in="header", name="X-Api-Key"'],
    ['a token', [{ token: ['read'] }], 'Bearer realm="Shop", error="invalid_token"'],
    ['a password', [{ login: [] }], 'Basic realm="Shop"'],
    [
      'either of two',
      [{ mark: [] }, { token: [] }],
      'ApiKey realm="Shop", in="query", name="mark", Bearer realm="Shop", error="invalid_token"',
    ],
    [
      'two together',
      [{ login: [], token: [] }],
      'Basic realm="Shop", Bearer realm="Shop", error="invalid_token"',
    ],
    [
      'the same in two ways',
      [{ login: [] }, { login: [], key: [] }],
      'Basic realm="Shop", ApiKey realm="Shop", in="header", name="X-Api-Key"',
    ],
  ])('asks for %s', async (_, security, expected) => {
    const operation = await operationWith(security);
    expect(challenge(operation, 'Shop', { error: 'invalid_token' })).toEqual({
      'WWW-Authenticate': expected,
    });
  });

  it('holds nothing that a header may not', async () => {
    const operation = await operationWith([{ token: [] }]);
    expect(challenge(operation, 'The "Shop"\r\nX-Evil: 1\\ ä', { scope: 'a"b' })).toEqual({
      'WWW-Authenticate': `Bearer realm="The 'Shop'??X-Evil: 1' ?", scope="a'b"`,
    });
  });
});
