import type { JsonObject } from '../../src/base/json.ts';
import type { Answer, OpenRoad, Sent } from './open-road.ts';

export const done: JsonObject = { '204': { description: 'Done.' } };
export const anything: JsonObject = { type: 'object' };

export const person: JsonObject = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  xml: { name: 'person' },
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

/** A path with an operation that takes a body and says that it was right. */
export function taking(content: JsonObject, more: JsonObject = {}): JsonObject {
  return { post: { requestBody: { content, ...more }, responses: done } };
}

/** A path with an operation that answers with a body. */
export function giving(content: JsonObject, status = '200'): JsonObject {
  return { get: { responses: { [status]: { description: 'It.', content } } } };
}

export function post(
  road: OpenRoad,
  path: string,
  type: string,
  body: Sent['body'],
  more: Record<string, string> = {},
): Promise<Answer> {
  return road.send('POST', path, {
    headers: { 'content-type': type, ...more },
    ...(body === undefined ? {} : { body }),
  });
}

export function inLatin(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
