import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { responseOf, upgraded } from './upgrade.test-kit.ts';

describe('a response', () => {
  const content = { 'application/json': { schema: { type: 'integer' } } };
  const schema = { type: 'integer' };

  it.each<[string, JsonValue, JsonObject, JsonValue]>([
    ['has one schema', { description: 'A', schema }, {}, { description: 'A', content }],
    ['needs no description', { schema, description: null }, {}, { description: '', content }],
    [
      'has the media types of the operation',
      { description: 'A', schema },
      { produces: ['text/a', 'text/b'] },
      { description: 'A', content: { 'text/a': { schema }, 'text/b': { schema } } },
    ],
    [
      'is of any media type where none is listed',
      { description: 'A', schema },
      { produces: [] },
      { description: 'A', content: { '*/*': { schema } } },
    ],
    [
      'shows an example by media type',
      { description: 'A', schema, examples: { 'application/json': 7, 'text/b': null } },
      {},
      {
        description: 'A',
        content: {
          'application/json': { schema, examples: { response: { value: 7 } } },
          'text/b': { examples: { response: { value: null } } },
        },
      },
    ],
    [
      'has headers',
      {
        description: 'A',
        headers: {
          'X-A': { type: 'integer', description: 'A', minimum: 1 },
          'X-B': { type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          'X-C': null,
        },
      },
      {},
      {
        description: 'A',
        headers: {
          'X-A': { description: 'A', schema: { type: 'integer', minimum: 1 } },
          'X-B': { explode: true, schema: { type: 'array', items: { type: 'string' } } },
        },
      },
    ],
    [
      'without a schema has no content',
      { description: 'A', 'x-a': 1 },
      {},
      { description: 'A', 'x-a': 1 },
    ],
    ['that is none stays what it is', 7, {}, 7],
    [
      'may be described elsewhere',
      { $ref: '#/responses/A' },
      {},
      { $ref: '#/components/responses/A' },
    ],
  ])('%s', (_, response, operation, expected) => {
    expect(responseOf(response, operation)).toEqual(expected);
  });

  it('is made up where an operation has none', () => {
    const root = upgraded({ paths: { '/a': { get: {} } } });
    expect(valueAt(root, '/paths/~1a/get/responses')).toEqual({
      default: { description: 'Default response' },
    });
  });

  it('that operations share has the media types of the document', () => {
    const given = { produces: ['text/a'], responses: { A: { description: 'A', schema } } };
    expect(valueAt(upgraded(given), '/components/responses/A')).toEqual({
      description: 'A',
      content: { 'text/a': { schema } },
    });
  });
});
