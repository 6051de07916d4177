import { describe, expect, it } from 'vitest';

import type { Json, JsonObject } from '../api/documents.ts';
import { makeOverlay } from './make-overlay.ts';
import { makeRequest } from './request.test-kit.ts';

const schema = { type: 'object' };
const problem = { description: 'Why', content: { 'application/problem+json': { schema } } };

function contractOf(responses: JsonObject): JsonObject {
  return {
    openapi: '3.1.0',
    paths: { "/it's/{id}": { post: { responses } } },
    components: { responses: { Problem: problem } },
  };
}

function overlay(responses: JsonObject, status: number, media = 'application/json'): Json {
  const headers = { 'Content-Type': `${media}; charset=utf-8` };
  const entry = makeRequest({ reply: { status, headers, body: { id: 1 } } });
  const operation = { method: 'POST', path: "/it's/{id}" };
  const made = makeOverlay({ entry, operation, contract: contractOf(responses), name: 'kept' });
  return 'reason' in made ? made.reason : (made.overlay['actions'] ?? null);
}

const place = String.raw`$['paths']['/it\'s/{id}']['post']['responses']`;
const kept = { kept: { value: { id: 1 } } };

describe('an overlay with the reply as an example', () => {
  it.each([
    ['its status', '201', 201],
    ['its range', '2XX', 201],
    ['the default', 'default', 500],
  ])('changes the response of %s', (_what, key, status) => {
    const responses = { [key]: { description: '', content: { 'application/json': { schema } } } };
    expect(overlay(responses, status)).toEqual([
      { target: `${place}['${key}']['content']['application/json']`, update: { examples: kept } },
    ]);
  });

  it('writes a shared response anew, for its operation alone', () => {
    const responses = { '404': { $ref: '#/components/responses/Problem' } };
    const media = { schema, examples: kept };
    expect(overlay(responses, 404, 'application/problem+json')).toEqual([
      { target: `${place}['404']`, remove: true },
      {
        target: place,
        update: { '404': { description: 'Why', content: { 'application/problem+json': media } } },
      },
    ]);
  });

  it('keeps the example that was alone so far', () => {
    const content = { 'application/json': { schema, example: { id: 7 } } };
    expect(overlay({ '201': { description: '', content } }, 201)).toMatchObject([
      { remove: true },
      {
        update: {
          '201': {
            content: {
              'application/json': { examples: { default: { value: { id: 7 } }, ...kept } },
            },
          },
        },
      },
    ]);
  });

  it.each([
    ['the status is not declared', { '200': { description: '' } }, /^The contract declares no 201/],
    [
      'the media type is not',
      { '201': { description: '', content: { 'text/*': {} } } },
      /no application\/json/,
    ],
    [
      'the response is in another file',
      { '201': { $ref: 'other.yaml#/a' } },
      /no application\/json/,
    ],
  ])('can not be made if %s', (_what, responses, reason) => {
    expect(overlay(responses, 201)).toMatch(reason);
  });
});
