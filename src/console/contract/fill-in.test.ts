import { describe, expect, it } from 'vitest';

import type { Json } from '../api/documents.ts';
import { fillIn } from './fill-in.ts';

const schema = { type: 'string' };
const sample = {
  method: 'GET',
  path: '/v1/halls/east%20wing/works/7',
  query: 'view=full&limit=2',
  headers: {},
  body: null,
};

async function fill(parameters: Json, path = '/halls/{hall_id}/works/{work_id}') {
  let asked = 0;
  const document = { openapi: '3.1.0', paths: { [path]: { get: { parameters, summary: 'One' } } } };
  const filled = await fillIn(document, { method: 'GET', path }, () => {
    asked += 1;
    return Promise.resolve(sample);
  });
  const of = (values: Json): Json => ({
    openapi: '3.1.0',
    paths: { [path]: { get: { parameters: values, summary: 'One' } } },
  });
  return { filled, asked, of };
}

describe('a parameter that has to be sent', () => {
  it.each([
    ['path', 'hall_id', 'east wing'],
    ['path', 'work_id', '7'],
    ['query', 'view', 'full'],
  ])('in %s, %s, has the value that passes', async (place, name, value) => {
    const parameter = { in: place, name, schema, required: true };
    const { filled, of } = await fill([parameter]);
    expect(filled).toEqual(of([{ ...parameter, example: value }]));
  });

  it('in Swagger 2.0 has it where swagger-ui looks for it', async () => {
    const parameter = { in: 'path', name: 'work_id', type: 'integer' };
    const { filled, of } = await fill([parameter]);
    expect(filled).toEqual(of([{ ...parameter, 'x-example': '7' }]));
  });

  it.each([
    ['of a part of a segment', '/files/{work_id}.{kind}'],
    ['of another name', '/halls/{hall_id}/works/{id}'],
  ])('has none where the path knows it as one %s', async (_, path) => {
    const parameters = [{ in: 'path', name: 'work_id', schema }];
    const { filled, of, asked } = await fill(parameters, path);
    expect([filled, asked]).toEqual([of(parameters), 1]);
  });
});

describe('a parameter that stays as it is', () => {
  it.each<[string, Json]>([
    ['has an example', { in: 'path', name: 'work_id', example: '9', schema }],
    ['has several', { in: 'path', name: 'work_id', examples: { a: { value: '9' } }, schema }],
    ['has a default', { in: 'path', name: 'work_id', schema: { ...schema, default: 'a' } }],
    ['can be left out', { in: 'query', name: 'view', schema }],
    ['is in a header', { in: 'header', name: 'view', schema, required: true }],
    ['is no object', 7],
  ])('%s, and the server is not asked', async (_, parameter) => {
    const { filled, of, asked } = await fill([parameter]);
    expect([filled, asked]).toEqual([of([parameter]), 0]);
  });

  it.each<[string, Json, Json]>([
    ['of its own', { example: 'full', schema }, { schema }],
    ['of its schema', { schema: { ...schema, example: 'full' } }, { schema }],
    ['of Swagger 2.0', { type: 'string', example: 'full' }, { type: 'string' }],
  ])(
    'can be left out, so that its example, %s, is mentioned and not sent',
    async (_, one, rest) => {
      const parameter = { in: 'query', name: 'view', description: 'How much.' };
      const { filled, of } = await fill([{ ...parameter, ...Object(one) }]);
      const description = 'How much.\n\nExample: `full`';
      expect(filled).toEqual(of([{ ...parameter, description, ...Object(rest) }]));
    },
  );

  it('stands beside one that gets a value', async () => {
    const optional = { in: 'query', name: 'view', schema };
    const { filled, of } = await fill([{ in: 'path', name: 'work_id', schema }, optional]);
    expect(filled).toEqual(of([{ in: 'path', name: 'work_id', schema, example: '7' }, optional]));
  });
});
