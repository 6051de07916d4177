import { expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { contractText, loadText } from '../../contract/contract-text.test-kit.ts';
import { outlineChoices } from '../../contract/schema/choices.ts';
import { mapPoints } from './points.ts';

interface Shown {
  readonly kind: string;
  readonly label: string;
  readonly place: string;
}

async function listPoints(
  path: string,
  operation: JsonObject,
  more: JsonObject = {},
): Promise<readonly Shown[]> {
  const { documents, operations } = await loadText(
    contractText({ [path]: { post: { operationId: 'ask', ...operation } } }, more),
  );
  const choicesOf = (
    schema: Parameters<typeof outlineChoices>[1],
  ): ReturnType<typeof outlineChoices> => outlineChoices(documents, schema);
  const [only] = operations;
  if (!only) throw new Error('there is no operation');
  const { points } = mapPoints(only, { documents, choicesOf });
  expect(new Set(points.map(({ id }) => id)).size).toBe(points.length);
  return points.map(({ kind, label, place }) => ({ kind, label, place: place.pointer }));
}

const responses = { 200: { description: 'Fine.' } };
const labelsOf = (points: readonly Shown[], kind: string): readonly string[] =>
  points.filter((point) => point.kind === kind).map(({ label }) => label);

it('an operation is a point, and where it stands', async () => {
  expect(await listPoints('/a', { responses })).toEqual([
    { kind: 'operations', label: 'valid request', place: '/paths/~1a/post' },
    { kind: 'statuses', label: 'status 200', place: '/paths/~1a/post/responses/200' },
  ]);
});

it('each parameter is there, and is not, where that can be', async () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'q', in: 'query', schema: { type: 'string' } },
    { name: 'X-One', in: 'header', required: true, content: { 'text/plain': { schema: {} } } },
  ];
  const points = await listPoints('/a/{id}', { parameters, responses });
  const own = points.filter(({ kind }) => kind === 'parameters');
  const at = (index: number): string => `/paths/~1a~1{id}/post/parameters/${index}`;
  expect(own).toEqual([
    { kind: 'parameters', label: 'path id present', place: at(0) },
    { kind: 'parameters', label: 'query q present', place: at(1) },
    { kind: 'parameters', label: 'query q absent', place: at(1) },
    { kind: 'parameters', label: 'header X-One present', place: at(2) },
    { kind: 'parameters', label: 'header X-One absent', place: at(2) },
  ]);
});

it('a path has the values of its texts, and none of what is in a list', async () => {
  const items = { enum: [1, 2] };
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: items },
    { name: 'all', in: 'path', required: true, schema: { type: 'array', items } },
  ];
  const points = await listPoints('/a/{id}/{all}', { parameters, responses });
  expect(labelsOf(points, 'enum_values')).toEqual(['path id = 1', 'path id = 2']);
});

it('null is no value where it can only be taken for a text', async () => {
  const parameters = [
    { name: 'word', in: 'query', schema: { type: ['string', 'null'], enum: ['a', null] } },
    { name: 'count', in: 'query', schema: { type: ['integer', 'null'], enum: [1, null] } },
  ];
  const points = await listPoints('/a', { parameters, responses });
  expect(labelsOf(points, 'enum_values')).toEqual([
    'query word = "a"',
    'query count = 1',
    'query count = null',
  ]);
});

it('each value of an enumeration is one, whatever the media type it is sent in', async () => {
  const schema = { properties: { size: { enum: ['s', 'm'] } } };
  const points = await listPoints('/a', {
    parameters: [{ name: 'sort', in: 'query', schema: { enum: ['up', 1] } }],
    requestBody: {
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    },
    responses,
  });
  expect(labelsOf(points, 'enum_values')).toEqual([
    'query sort = "up"',
    'query sort = 1',
    'body /size = "s"',
    'body /size = "m"',
  ]);
  expect(labelsOf(points, 'media_types')).toEqual([
    'body application/json',
    'body application/x-www-form-urlencoded',
  ]);
});

it('each declared status is one, but for those that no reply ends with', async () => {
  const statuses = ['101', '201', '4xx', '500', '5XX', 'default'];
  const declared = statuses.map((status) => [status, { description: 'So.' }]);
  const points = await listPoints('/a', { responses: Object.fromEntries(declared) });
  expect(labelsOf(points, 'statuses')).toEqual(
    ['201', '500', '4XX', '5XX', 'default'].map((status) => `status ${status}`),
  );
  expect(points.at(3)?.place).toBe('/paths/~1a/post/responses/4xx');
  expect(labelsOf(await listPoints('/a', { responses: {} }), 'statuses')).toEqual([]);
});

const components = {
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    token: { type: 'http', scheme: 'bearer' },
    cable: { type: 'mutualTLS' },
  },
};

it.each<[security: readonly JsonObject[], labels: readonly string[]]>([
  [[], []],
  [[{ key: [] }], ['key admitted', 'key refused', 'no credentials refused']],
  [
    [{ key: [], token: ['read', 'write'] }, { token: [] }],
    [
      'key and token (read, write) admitted',
      'key and token (read, write) refused',
      'token admitted',
      'token refused',
      'no credentials refused',
    ],
  ],
  [
    [{ key: [] }, { key: [] }],
    ['key admitted', 'key refused', 'key #2 admitted', 'key #2 refused', 'no credentials refused'],
  ],
  // Where somebody comes in without credentials, nobody is refused.
  [
    [{ key: [] }, {}],
    ['key admitted', 'anybody admitted'],
  ],
  [
    [{ key: [] }, { cable: [] }],
    ['key admitted', 'key refused', 'no credentials refused'],
  ],
])('the alternatives %j are admitted and refused', async (security, labels) => {
  const points = await listPoints('/a', { security, responses }, { components });
  expect(labelsOf(points, 'security')).toEqual(labels);
});
