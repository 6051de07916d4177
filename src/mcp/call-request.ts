import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf, tryParseJson, valueAt } from '../base/json.ts';
import { suggestNames } from '../base/nearest.ts';
import type { Calls, ServerPlace } from '../client/calls.ts';
import { encodeSegment } from '../client/calls.ts';
import type { Planned } from './contract-tools.ts';

/** What a credential adds to a request. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

/** What an operation declares of its requests, as far as one is written by it. */
export interface DeclaredRequest {
  readonly mediaTypes: readonly string[];
}

export async function readDeclared(calls: Calls, id: string): Promise<DeclaredRequest> {
  const shown = await calls.call('GET /operations/{id}', { path: { id } });
  // A trust edge: the server has held it to its contract.
  const root = shown as unknown as JsonObject;
  const follow = (value: JsonValue | undefined): JsonObject => {
    let found = value;
    for (let hops = 0; hops < 10 && isJsonObject(found); hops += 1) {
      const { $ref: ref } = found;
      if (typeof ref !== 'string') return found;
      found = valueAt(root, decodeURIComponent(ref.slice(1)));
    }
    return {};
  };
  const { requestBody } = follow(root['declared']);
  const { content } = follow(requestBody);
  return { mediaTypes: isJsonObject(content) ? Object.keys(content) : [] };
}

export interface CallParts {
  readonly given: JsonObject;
  readonly carried: Carried | undefined;
  readonly declared: DeclaredRequest;
}

/** Writes a request of an operation, as a client does. */
export function writeRequest(
  { url: root }: ServerPlace,
  planned: Planned,
  { given, carried = nothing, declared }: CallParts,
): Request {
  const { query, headers: own, body } = given;
  const pairs = new URLSearchParams({ ...textsOf(query), ...carried.query }).toString();
  const cookies = Object.entries(carried.cookies).map(([name, value]) => `${name}=${value}`);
  const headers = new Headers();
  const type = body === undefined ? undefined : chooseType(declared.mediaTypes, body);
  if (type !== undefined) headers.set('Content-Type', type);
  for (const [name, value] of Object.entries(carried.headers)) headers.set(name, value);
  if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
  for (const [name, value] of Object.entries(textsOf(own))) headers.set(name, value);
  const url = fillPath(planned, textsOf(given['path']));
  // The path of an operation may ask for a query itself.
  const mark = url.includes('?') ? '&' : '?';
  return new Request(new URL(pairs === '' ? url : `${url}${mark}${pairs}`, root), {
    method: planned.method,
    redirect: 'manual',
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const nothing: Carried = { headers: {}, query: {}, cookies: {} };

function fillPath(
  { id, path: template }: Planned,
  values: Readonly<Record<string, string>>,
): string {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'it has none' : suggestNames(unknown, names);
    throw new Error(
      `${id} has no path parameter ${JSON.stringify(unknown)}: ${known} (${template})`,
    );
  }
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`${id} needs the path parameter "${name}": ${template}`);
    return encodeSegment(value, name);
  });
}

const usualType = 'application/json';

/** The media type of a body, where an agent names none; undefined: that of a text. */
function chooseType(declared: readonly string[], body: JsonValue): string | undefined {
  const ofJson = declared.find((type) => /[/+]json\s*(?:;|$)/i.test(type));
  if (typeof body !== 'string') return ofJson ?? usualType;
  const [only, ...others] = declared;
  if (only !== undefined && others.length === 0 && !only.includes('*')) return only;
  return typeof tryParseJson(body) === 'object' ? ofJson : undefined;
}

function textsOf(members: JsonValue | undefined): Record<string, string> {
  const entries = Object.entries(isJsonObject(members) ? members : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]));
}
