import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { parametersOf, post } from './upgrade.test-kit.ts';

describe('a parameter', () => {
  const query = { name: 'a', in: 'query' };
  const list = { type: 'array', items: { type: 'integer' } };

  it.each<[string, JsonObject, JsonObject]>([
    [
      'says of its values what a schema says',
      {
        ...query,
        type: 'integer',
        format: 'int64',
        minimum: 1,
        exclusiveMinimum: true,
        default: 2,
      },
      {
        ...query,
        schema: {
          type: 'integer',
          format: 'int64',
          minimum: 1,
          exclusiveMinimum: true,
          default: 2,
        },
      },
    ],
    [
      'says the rest of itself',
      {
        ...query,
        type: 'string',
        description: 'A',
        required: true,
        allowEmptyValue: true,
        'x-a': 1,
      },
      {
        ...query,
        schema: { type: 'string' },
        description: 'A',
        required: true,
        allowEmptyValue: true,
        'x-a': 1,
      },
    ],
    ['without a type is a text', query, { ...query, schema: { type: 'string', minLength: 1 } }],
    [
      'may not be empty, unless that is allowed',
      { ...query, type: 'string', allowEmptyValue: false },
      { ...query, schema: { type: 'string', minLength: 1 }, allowEmptyValue: false },
    ],
    ...[{ minLength: 0 }, { enum: ['', 'a'] }, { default: '' }].map(
      (said): [string, JsonObject, JsonObject] => [
        `may be empty if its rules say so: ${JSON.stringify(said)}`,
        { ...query, type: 'string', ...said },
        { ...query, schema: { type: 'string', ...said } },
      ],
    ),
    [
      'of a header may be empty',
      { name: 'a', in: 'header', type: 'string' },
      { name: 'a', in: 'header', schema: { type: 'string' } },
    ],
    [
      'keeps a schema that it already has',
      { ...query, schema: { type: 'integer' } },
      { ...query, schema: { type: 'integer' } },
    ],
    [
      'of a path is required',
      { name: 'a', in: 'path', type: 'string' },
      { name: 'a', in: 'path', required: true, schema: { type: 'string' } },
    ],
    [
      'shows the example of an extension',
      { ...query, type: 'string', 'x-example': false, 'x-deprecated': true },
      {
        ...query,
        schema: { type: 'string', minLength: 1 },
        'x-example': false,
        example: false,
        'x-deprecated': true,
        deprecated: true,
      },
    ],
    [
      'separates by commas if nothing else is said',
      { ...query, ...list },
      { ...query, schema: list, style: 'form', explode: false },
    ],
    [
      'separates by commas',
      { ...query, ...list, collectionFormat: 'csv' },
      { ...query, schema: list, style: 'form', explode: false },
    ],
    [
      'separates by spaces',
      { ...query, ...list, collectionFormat: 'ssv' },
      { ...query, schema: list, style: 'spaceDelimited', explode: false },
    ],
    [
      'separates by bars',
      { ...query, ...list, collectionFormat: 'pipes' },
      { ...query, schema: list, style: 'pipeDelimited', explode: false },
    ],
    [
      'is repeated',
      { ...query, ...list, collectionFormat: 'multi' },
      { ...query, schema: list, explode: true },
    ],
    [
      'separated by tabs can not be said in 3.0',
      { ...query, ...list, collectionFormat: 'tsv' },
      { ...query, schema: list },
    ],
    [
      'of a header separates by commas',
      { name: 'a', in: 'header', ...list },
      { name: 'a', in: 'header', schema: list, style: 'simple' },
    ],
    [
      'of one value has nothing to separate',
      { ...query, type: 'string', collectionFormat: 'pipes' },
      { ...query, schema: { type: 'string', minLength: 1 } },
    ],
    [
      'has items of items',
      { ...query, type: 'array', items: { type: 'array', items: { type: 'string', enum: ['b'] } } },
      {
        ...query,
        schema: { type: 'array', items: { type: 'array', items: { type: 'string', enum: ['b'] } } },
        style: 'form',
        explode: false,
      },
    ],
  ])('%s', (_, given, expected) => {
    expect(parametersOf(given)).toEqual([expected]);
  });

  it('that is none stays what it is, but for null', () => {
    expect(parametersOf(null, 7, { a: 1 })).toEqual([7, { a: 1 }]);
    expect(valueAt(post({ parameters: { a: 1 } }) ?? null, '/parameters')).toEqual({ a: 1 });
  });
});
