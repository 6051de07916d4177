import { expect } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const shown = (schema: JsonObject): JsonObject => ({ ...schema, readOnly: true });

export function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export function answer(status: string, schema: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', content: { 'application/json': { schema } } } };
}

export const arrayOf = (items: JsonObject): JsonObject => answer('200', { type: 'array', items });

export const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined;

interface Kind {
  readonly record: JsonObject;
  readonly sent: JsonObject;
  readonly queries?: readonly string[];
}

/** Lists, creates, reads, changes and deletions of each kind of records. */
export function pathsFor(kinds: Readonly<Record<string, Kind>>): JsonObject {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, { record, sent, queries = [] }]) => {
      const requestBody = { content: { 'application/json': { schema: sent } } };
      const parameters = [{ name: 'id', in: 'path', required: true, schema: whole }];
      const asked = queries.map((query) => ({ name: query, in: 'query', schema: text }));
      const results = { type: 'array', items: record };
      return [
        [
          `/${name}`,
          {
            get: { parameters: asked, responses: answer('200', object({ results }, ['results'])) },
            post: { requestBody, responses: answer('201', record) },
          },
        ],
        [
          `/${name}/{id}`,
          {
            parameters,
            get: { responses: answer('200', record) },
            put: { requestBody, responses: answer('200', record) },
            patch: { requestBody, responses: answer('200', record) },
            delete: { responses: { '204': { description: 'Gone.' } } },
          },
        ],
      ];
    }),
  );
}

export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export async function make(road: OpenRoad, path: string, body: JsonObject): Promise<JsonObject> {
  const { status, json } = await road.send('POST', path, { body });
  expect(status, JSON.stringify(json)).toBe(201);
  return isJsonObject(json) ? json : {};
}

export async function change(road: OpenRoad, path: string, body: JsonObject): Promise<JsonObject> {
  const { status, json } = await road.send('PATCH', path, { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return isJsonObject(json) ? json : {};
}

export async function read(road: OpenRoad, path: string): Promise<JsonValue> {
  const { status, json = null } = await road.send('GET', path);
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}

export async function list(
  road: OpenRoad,
  path: string,
  query = '',
): Promise<readonly JsonObject[]> {
  const { json = null } = await road.send('GET', path, { query });
  const results = isJsonObject(json) ? json['results'] : undefined;
  return Array.isArray(results) ? results.filter(isJsonObject) : [];
}
