import type { Json, JsonObject, PlannedOperation, RequestDocument } from '../api/documents.ts';
import { isJsonObject } from '../parts/json-lines.ts';
import { mediaOf } from './sent.ts';
import { memberOf } from '../parts/member-of.ts';

/** An overlay, or why there can be none. */
export type MadeOverlay = { readonly overlay: JsonObject } | { readonly reason: string };

interface Setting {
  readonly entry: RequestDocument;
  /** As the plan has it. */
  readonly operation: Pick<PlannedOperation, 'method' | 'path'>;
  /** The contract as it is served. */
  readonly contract: JsonObject;
  /** The name of the example. */
  readonly name: string;
}

/** An OpenAPI Overlay that adds the reply of a request as an example of its response. */
export function makeOverlay({ entry, operation, contract, name }: Setting): MadeOverlay {
  const { status, headers, body } = entry.reply;
  if (body === undefined) return { reason: 'The reply has no body to be an example' };
  if (typeof contract['openapi'] !== 'string')
    return { reason: 'Only OpenAPI 3 has examples of this kind; this contract is another' };
  const method = operation.method.toLowerCase();
  const responses = follow(contract, ['paths', operation.path, method, 'responses']);
  if (!isJsonObject(responses)) return { reason: 'The operation is not in this contract' };
  const key = chooseStatus(responses, status);
  if (key === undefined) return { reason: `The contract declares no ${status} for the operation` };
  const response = resolve(contract, memberOf(responses, key));
  const content = response?.['content'];
  const media = isJsonObject(content) ? chooseMedia(content, mediaOf(headers)) : undefined;
  if (!response || !isJsonObject(content) || media === undefined)
    return { reason: `The contract declares no ${mediaOf(headers)} body for ${key}` };
  const place = ['paths', operation.path, method, 'responses'];
  const example = { [name]: { value: body } };
  const isPlain = memberOf(responses, key) === response && !hasExample(memberOf(content, media));
  const actions: readonly Json[] = isPlain
    ? [{ target: writePath([...place, key, 'content', media]), update: { examples: example } }]
    : replaceResponse(place, key, withExample(response, content, media, example));
  return {
    overlay: {
      overlay: '1.0.0',
      info: { title: `${entry.operation} answers ${status}`, version: '1.0.0' },
      actions,
    },
  };
}

/** Other operations may share the response, and `example` excludes `examples`: so it is written anew. */
function replaceResponse(
  place: readonly string[],
  key: string,
  response: JsonObject,
): readonly Json[] {
  return [
    { target: writePath([...place, key]), remove: true },
    { target: writePath(place), update: { [key]: response } },
  ];
}

function withExample(
  response: JsonObject,
  content: JsonObject,
  media: string,
  example: JsonObject,
): JsonObject {
  const declared = memberOf(content, media);
  const { example: one, examples, ...rest } = isJsonObject(declared) ? declared : {};
  const others = isJsonObject(examples) ? examples : {};
  const former = one === undefined ? {} : { default: { value: one } };
  const next = { ...rest, examples: { ...former, ...others, ...example } };
  return { ...response, content: { ...content, [media]: next } };
}

function hasExample(media: Json | undefined): boolean {
  return isJsonObject(media) && media['example'] !== undefined;
}

function chooseStatus(responses: JsonObject, status: number): string | undefined {
  const range = `${Math.floor(status / 100)}xx`;
  const keys = Object.keys(responses);
  return (
    keys.find((key) => key === String(status)) ??
    keys.find((key) => key.toLowerCase() === range) ??
    keys.find((key) => key === 'default')
  );
}

function chooseMedia(content: JsonObject, media: string): string | undefined {
  const keys = Object.keys(content);
  return (
    keys.find((key) => withoutParameters(key) === media) ??
    keys.find((key) => withoutParameters(key) === `${media.split('/')[0]}/*`) ??
    keys.find((key) => withoutParameters(key) === '*/*')
  );
}

function withoutParameters(media: string): string {
  return (media.split(';')[0] ?? '').trim().toLowerCase();
}

/** What a reference within the document leads to; undefined where it leads out of it, or nowhere. */
function resolve(contract: JsonObject, value: Json | undefined, depth = 0): JsonObject | undefined {
  if (!isJsonObject(value) || depth > 20) return undefined;
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  if (!reference.startsWith('#/')) return undefined;
  const path = reference.slice(2).split('/').map(readSegment);
  return resolve(contract, follow(contract, path), depth + 1);
}

function readSegment(text: string): string {
  return decodePart(text).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function follow(from: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = from;
  for (const name of path) found = isJsonObject(found) ? memberOf(found, name) : undefined;
  return found;
}

/** A JSONPath (RFC 9535) in its normal form. */
function writePath(path: readonly string[]): string {
  return `$${path.map((name) => `['${escapeName(name)}']`).join('')}`;
}

function escapeName(name: string): string {
  return JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
}
