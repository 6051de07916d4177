import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import {
  complaintsAbout,
  contractText,
  loadText,
  pathParameters,
  plainOperation,
} from '../contract-text.test-kit.ts';

describe('a path', () => {
  const fine = { get: plainOperation() };

  it.each<[string, string, JsonValue, RegExp, readonly string[]]>([
    ['no slash in front', 'pets', fine, /^the path "pets" must begin with "\/"$/, ['/pets']],
    ['no object', '/a', 'get', /^the path "\/a" must hold an object$/, []],
    [
      'a method that is none',
      '/a',
      { get: 7, put: plainOperation() },
      /^an operation must be an object$/,
      ['/a'],
    ],
    ['a lonely brace', '/a/{id', fine, /^the path "\/a\/\{id" has a brace without/, ['/a/{id']],
    ['braces with nothing in them', '/a/{}', fine, /has a parameter without a name$/, ['/a/{}']],
    [
      'a parameter twice',
      '/{a}/{a}',
      { parameters: pathParameters('a'), ...fine },
      /^the path "\/\{a\}\/\{a\}" has the parameter "a" twice$/,
      ['/{a}/{a}'],
    ],
  ])('with %s is a complaint, or a warning', async (_, path, item, message, served) => {
    const text = contractText({ [path]: item });
    expect(await complaintsAbout(text)).toMatchObject([
      { message: expect.stringMatching(message) },
    ]);
    const contract = await loadText(text, {}, { isLenient: true });
    expect(contract.warnings).toMatchObject([{ message: expect.stringMatching(message) }]);
    expect(contract.operations.map((operation) => operation.path)).toEqual(served);
    const request = (served[0] ?? '').replaceAll(/\{[^}]*\}/g, 'x');
    expect(contract.routes.match(request)?.target.template).toBe(served[0]);
  });

  it('that only repeats another is a complaint, or a warning, and not served', async () => {
    const named = (name: string): JsonObject => ({
      parameters: pathParameters(name),
      get: plainOperation({ operationId: name }),
    });
    const text = contractText({ '/a/{x}': named('x'), '/a/{y}': named('y') });
    const message = 'takes the same requests as GET /a/{x}, which is served';
    expect(await complaintsAbout(text)).toMatchObject([
      { pointer: '/paths/~1a~1{y}/get', message },
    ]);
    const contract = await loadText(text, {}, { isLenient: true });
    expect(contract.warnings).toMatchObject([{ message }]);
    expect(contract.routes.match('/a/1')?.target.operations.get('GET')?.id).toBe('x');
  });

  it('may have more beside its reference', async () => {
    const shared = {
      parameters: pathParameters('id'),
      servers: [{ url: '/shared' }],
      get: plainOperation({ operationId: 'sharedGet' }),
      put: plainOperation({ operationId: 'sharedPut' }),
    };
    const text = contractText({
      '/a/{id}': { $ref: 'shared.json', get: plainOperation({ operationId: 'own' }) },
      '/b/{key}': {
        $ref: 'shared.json#/x-other',
        parameters: pathParameters('key'),
        servers: [{ url: '/own' }],
      },
    });
    const files = {
      'shared.json': JSON.stringify({ ...shared, 'x-other': { post: plainOperation() } }),
    };
    const { operations } = await loadText(text, files);
    expect(operations.map(({ id, bases }) => [id, bases])).toEqual([
      ['own', ['/shared']],
      ['sharedPut', ['/shared']],
      ['post /b/{key}', ['/own']],
    ]);
    const names = operations.map(({ parameters }) => parameters.map(({ name }) => name));
    expect(names).toEqual([['id'], ['id'], ['key']]);
  });
});

describe('an operationId that is used again', () => {
  it('is that of the first operation, where it is only warned of', async () => {
    const named = { get: plainOperation({ operationId: 'same' }) };
    const text = contractText({ '/a': named, '/b': named });
    const { operations, warnings } = await loadText(text, {}, { isLenient: true });
    expect(operations.map(({ id }) => id)).toEqual(['same', 'get /b']);
    expect(warnings).toMatchObject([{ message: 'the operationId "same" is also that of GET /a' }]);
  });
});
