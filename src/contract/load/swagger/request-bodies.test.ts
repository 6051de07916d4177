import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { bodyOf, upgraded } from './upgrade.test-kit.ts';

describe('the body', () => {
  const pet = { in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } };
  const schema = { $ref: '#/components/schemas/Pet' };
  const definitions = { Pet: { type: 'object' } };

  it.each<[string, JsonObject, JsonObject, JsonValue | undefined]>([
    [
      'is JSON if nothing else is said',
      { parameters: [{ ...pet, required: true, description: 'A pet', 'x-a': 1 }] },
      {},
      {
        required: true,
        description: 'A pet',
        'x-a': 1,
        content: { 'application/json': { schema } },
      },
    ],
    [
      'has the media types of the document',
      { parameters: [pet] },
      { consumes: ['text/a', 'text/b', 'text/a'] },
      { content: { 'text/a': { schema }, 'text/b': { schema } } },
    ],
    [
      'has the media types of the operation',
      { parameters: [pet], consumes: 'text/c' },
      { consumes: ['text/a'] },
      { content: { 'text/c': { schema } } },
    ],
    [
      'is JSON where the operation lists nothing',
      { parameters: [pet], consumes: [] },
      { consumes: ['text/a'] },
      { content: { 'application/json': { schema } } },
    ],
    [
      'may be described elsewhere',
      { parameters: [{ $ref: '#/parameters/Pet' }] },
      { parameters: { Pet: pet } },
      { content: { 'application/json': { schema } } },
    ],
    [
      'without a schema may be anything',
      { parameters: [{ in: 'body', name: 'a' }] },
      {},
      { content: { 'application/json': { schema: {} } } },
    ],
    [
      'with a type but no schema is of that type',
      { parameters: [{ in: 'body', name: 'a', type: 'string', enum: ['b'] }] },
      {},
      { content: { 'application/json': { schema: { type: 'string', enum: ['b'] } } } },
    ],
    [
      'with a schema is of that schema, whatever stands beside it',
      { parameters: [{ ...pet, type: 'string', enum: ['b'] }] },
      {},
      { content: { 'application/json': { schema } } },
    ],
    [
      'is the first of several',
      { parameters: [pet, { in: 'body', name: 'b', schema: {} }] },
      {},
      { content: { 'application/json': { schema } } },
    ],
    ['is none without parameters', {}, {}, undefined],
  ])('%s', (_, operation, more, expected) => {
    expect(bodyOf(operation, { definitions, ...more })).toEqual(expected);
  });

  it('of all operations at a path is that of those that send one, and have none of their own', () => {
    const responses = {};
    const own = { in: 'body', name: 'own', schema: { type: 'string' } };
    const item = {
      parameters: [pet, { name: 'q', in: 'query', type: 'string' }],
      get: { responses },
      put: { responses },
      patch: { responses, parameters: [own] },
      delete: { responses },
    };
    const shared = { requestBody: { content: { 'application/json': { schema } } }, responses };
    expect(valueAt(upgraded({ paths: { '/a': item } }), '/paths/~1a')).toEqual({
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string', minLength: 1 } }],
      get: { responses },
      put: shared,
      patch: {
        responses,
        requestBody: { content: { 'application/json': { schema: { type: 'string' } } } },
      },
      delete: { responses },
    });
  });
});

describe('a form', () => {
  const name = { in: 'formData', name: 'name', type: 'string', maxLength: 9, required: true };
  const photo = { in: 'formData', name: 'photo', type: 'file', description: 'A photo' };
  const nameSchema = { type: 'string', maxLength: 9, minLength: 1 };
  const text = { type: 'object', properties: { name: nameSchema }, required: ['name'] };
  const urlencoded = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data';

  it.each<[string, JsonValue, JsonValue, JsonValue]>([
    [
      'is urlencoded',
      ['application/json'],
      [name],
      { required: true, content: { [urlencoded]: { schema: text } } },
    ],
    [
      'may be multipart',
      [multipart],
      [name],
      { required: true, content: { [multipart]: { schema: text } } },
    ],
    [
      'may be either',
      [urlencoded, `${multipart}; boundary=a`],
      [name],
      {
        required: true,
        content: { [multipart]: { schema: text }, [urlencoded]: { schema: text } },
      },
    ],
    [
      'with a file is multipart whatever is said',
      [urlencoded],
      [photo, name],
      {
        required: true,
        content: {
          [multipart]: {
            schema: {
              type: 'object',
              properties: { photo: { type: 'file', description: 'A photo' }, name: nameSchema },
              required: ['name'],
            },
          },
        },
      },
    ],
    [
      'says how values are separated',
      [urlencoded],
      [
        { in: 'formData', name: 'a', type: 'array', items: { type: 'string' } },
        { in: 'formData', name: 'b', type: 'array', collectionFormat: 'pipes' },
        { in: 'formData', name: 'c', type: 'array', collectionFormat: 'multi' },
      ],
      {
        content: {
          [urlencoded]: {
            schema: {
              type: 'object',
              properties: {
                a: { type: 'array', items: { type: 'string' } },
                b: { type: 'array' },
                c: { type: 'array' },
              },
            },
            encoding: {
              a: { style: 'form', explode: false },
              b: { style: 'pipeDelimited', explode: false },
            },
          },
        },
      },
    ],
    [
      'may have empty values where that is allowed',
      [urlencoded],
      [{ ...name, allowEmptyValue: true }],
      {
        required: true,
        content: {
          [urlencoded]: {
            schema: {
              type: 'object',
              properties: { name: { type: 'string', maxLength: 9 } },
              required: ['name'],
            },
          },
        },
      },
    ],
    [
      'counts more than a body',
      [urlencoded],
      [{ in: 'body', name: 'a', schema: {} }, name],
      { required: true, content: { [urlencoded]: { schema: text } } },
    ],
  ])('%s', (_, consumes, parameters, expected) => {
    expect(bodyOf({ consumes, parameters })).toEqual(expected);
  });

  it('has the fields of its path, too, and those that are described elsewhere', () => {
    const age = { in: 'formData', name: 'age', type: 'integer' };
    const item = {
      parameters: [{ $ref: '#/parameters/Age' }, { ...name, type: 'integer' }],
      post: { parameters: [name], responses: {} },
    };
    const root = upgraded({ paths: { '/a': item }, parameters: { Age: age } });
    expect(valueAt(root, '/paths/~1a/post/requestBody/content')).toEqual({
      [urlencoded]: {
        schema: {
          type: 'object',
          properties: { age: { type: 'integer' }, name: nameSchema },
          required: ['name'],
        },
      },
    });
    expect(valueAt(root, '/components')).toBeUndefined();
  });
});
