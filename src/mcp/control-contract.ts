import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf, valueAt } from '../base/json.ts';
import { once } from '../base/once.ts';
import type { Route } from '../client/calls.ts';
import { parseSource } from '../text/source.ts';

/** A request of the control API, as a tool sees it. */
export interface ControlRequest {
  readonly description: string;
  readonly pathNames: readonly string[];
  readonly queryNames: readonly string[];
  /** The members of the arguments, by name, and which of them are required. */
  readonly properties: JsonObject;
  readonly required: readonly string[];
  /** The schema of the body; undefined: there is none. */
  readonly body: JsonObject | undefined;
  readonly needsBody: boolean;
}

interface Reading {
  readonly root: JsonObject;
  readonly requests: ReadonlyMap<string, ControlRequest>;
}

const file = join(import.meta.dirname, '..', 'control', 'openapi.yaml');

const readOnce: () => Reading = once(() => {
  const { root } = parseSource(file, readFileSync(file, 'utf8'));
  if (!isJsonObject(root)) throw new Error(`${file} is no contract`);
  return { root, requests: readRequests(root) };
});

/** The request of an operation of the control contract. */
export function requestOf(way: Route): ControlRequest {
  const request = readOnce().requests.get(way);
  if (request) return request;
  throw new Error(`the control contract has no operation ${way}`);
}

/** A schema with all that it refers to in `$defs`, so that it stands for itself. */
export function standAlone(schema: JsonObject): JsonObject {
  const { root } = readOnce();
  const found = new Map<string, JsonValue>();
  const walk = (part: JsonValue): JsonValue => {
    if (Array.isArray(part)) return part.map(walk);
    if (!isJsonObject(part)) return part;
    const { $ref: ref } = part;
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return mapMembers(part, walk);
    const name = ref.slice('#/'.length).replace('components/', '').replaceAll('/', '.');
    if (!found.has(name)) {
      found.set(name, {});
      found.set(name, walk(targetOf(root, ref) ?? {}));
    }
    return { ...mapMembers(part, walk), $ref: `#/$defs/${name}` };
  };
  const walked = walk(schema);
  if (found.size === 0 || !isJsonObject(walked)) return schema;
  return { ...walked, $defs: Object.fromEntries(found) };
}

function mapMembers(members: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}

function readRequests(root: JsonObject): ReadonlyMap<string, ControlRequest> {
  const requests = new Map<string, ControlRequest>();
  for (const [path, item] of entriesOf(root['paths'])) {
    for (const [method, operation] of entriesOf(item)) {
      if (!isJsonObject(operation) || !('operationId' in operation)) continue;
      const request = readRequest({ item, operation, root });
      requests.set(`${method.toUpperCase()} ${path}`, request);
    }
  }
  return requests;
}

interface Declared {
  readonly item: JsonValue;
  readonly operation: JsonObject;
  readonly root: JsonObject;
}

function readRequest({ item, operation, root }: Declared): ControlRequest {
  const parameters = [...listOf(memberOf(item, 'parameters')), ...listOf(operation['parameters'])]
    .map((one) => follow(one, root))
    .filter((one) => one['in'] !== 'header');
  const named = parameters.map((one) => [textOf(one['name']), one] as const);
  const namesIn = (place: string): readonly string[] =>
    named.filter(([, one]) => one['in'] === place).map(([name]) => name);
  const body = follow(operation['requestBody'], root);
  const schema = memberOf(memberOf(body['content'], 'application/json'), 'schema');
  return {
    description: [operation['summary'], operation['description']].filter(isText).join('. '),
    pathNames: namesIn('path'),
    queryNames: namesIn('query'),
    properties: Object.fromEntries(named.map(([name, one]) => [name, describe(one)])),
    required: named.filter(([, one]) => one['required'] === true).map(([name]) => name),
    body: isJsonObject(schema) ? follow(schema, root) : undefined,
    needsBody: body['required'] === true,
  };
}

/** The schema of a parameter, with what the contract says of it. */
function describe({ schema, description }: JsonObject): JsonObject {
  const described = isJsonObject(schema) ? schema : {};
  return isText(description) ? { ...described, description } : described;
}

function follow(value: JsonValue | undefined, root: JsonValue): JsonObject {
  if (!isJsonObject(value)) return {};
  const { $ref: ref } = value;
  return typeof ref === 'string' ? follow(targetOf(root, ref), root) : value;
}

const targetOf = (root: JsonValue, ref: string): JsonValue | undefined =>
  valueAt(root, decodeURIComponent(ref.slice(1)));

const memberOf = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  isJsonObject(value) ? value[name] : undefined;

const entriesOf = (value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] =>
  isJsonObject(value) ? Object.entries(value) : [];

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? value : [];

const isText = (value: unknown): value is string => typeof value === 'string';
