import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { valueAt } from '../../../base/json.ts';
import { upgrade } from './upgrade.ts';

export const info: JsonObject = { title: 'Shop', version: '1' };

export function upgraded(given: JsonObject): JsonValue {
  // A hidden member of the copy would not be seen by the comparison.
  return JSON.parse(JSON.stringify(upgrade({ swagger: '2.0', info, paths: {}, ...given }).root));
}

/** The operation that a `POST /a` becomes. */
export function post(operation: JsonObject, more: JsonObject = {}): JsonValue | undefined {
  const responses = { 204: { description: 'Done' } };
  const root = upgraded({ paths: { '/a': { post: { responses, ...operation } } }, ...more });
  return valueAt(root, '/paths/~1a/post');
}

export function bodyOf(operation: JsonObject, more?: JsonObject): JsonValue | undefined {
  return valueAt(post(operation, more) ?? null, '/requestBody');
}

export function parametersOf(...parameters: readonly JsonValue[]): JsonValue | undefined {
  return valueAt(post({ parameters }) ?? null, '/parameters');
}

export function responseOf(response: JsonValue, more: JsonObject = {}): JsonValue | undefined {
  return valueAt(post({ responses: { 200: response }, ...more }) ?? null, '/responses/200');
}
