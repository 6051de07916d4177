import { convertObj } from 'swagger2openapi';

import { messageOf, StartError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Source } from '../source.ts';
import { complainAt } from '../source.ts';
import { inlineForeign } from './inlining.ts';
import type { Resolver } from './resolver.ts';
import { toOriginal } from './swagger-places.ts';

/** The home of the library that makes OpenAPI 3.0 of Swagger 2.0. It fetches and reads nothing. */
export async function upgradeSwagger(
  source: Source,
  uri: string,
  resolver: Resolver,
): Promise<Source> {
  if (!isJsonObject(source.root)) return source;
  const inlined = inlineForeign(source.root, uri, resolver);
  const given = toPlain(inlined);
  const { definitions, paths } = given;
  if (!isJsonObject(paths)) {
    throw new StartError([complainAt(source, '/paths', '"paths" must be an object')]);
  }
  const prepared = {
    ...defaults,
    ...given,
    paths: withLists(paths),
    definitions: markNames(definitions ?? {}),
  };
  const root = fromPlain(await convert(source, prepared));
  const schemas = isJsonObject(root['components']) ? root['components']['schemas'] : undefined;
  const names = unmarkNames(schemas ?? {});
  const aliases = Object.fromEntries(
    [...names].map(([name, original]) => [original, isJsonObject(schemas) ? schemas[name] : {}]),
  );
  // References from other files go on finding what moved; whoever walks through all finds it once.
  Object.defineProperty(root, 'definitions', { value: aliases });
  return { ...source, root, original: (pointer) => toOriginal(pointer, { given: inlined, names }) };
}

/** What nothing is said about is meant to be JSON. */
const defaults: JsonObject = { consumes: ['application/json'], produces: ['application/json'] };

const settings = {
  direct: true,
  patch: true,
  warnOnly: true,
  resolve: false,
  // What is shared was made a tree before; without this it would not be looked at.
  anchors: true,
  refSiblings: 'preserve',
  // It would write all of the contract as a text otherwise, for nobody to read.
  text: ' ',
};

async function convert(source: Source, given: JsonObject): Promise<JsonObject> {
  const { console } = globalThis;
  const kept = Object.getOwnPropertyDescriptor(console, 'warn') ?? {};
  // The library prints the stack of what it throws, which is told below.
  Object.defineProperty(console, 'warn', { ...kept, value: () => undefined });
  try {
    // A trust edge: the library's types know neither the option "direct" nor what comes of it.
    const swagger = given as unknown as Parameters<typeof convertObj>[0];
    return (await convertObj(swagger, settings)) as unknown as JsonObject;
  } catch (error) {
    const message = `it can not be upgraded from Swagger 2.0: ${messageOf(error)}`;
    throw new StartError([complainAt(source, '', message)]);
  } finally {
    Object.defineProperty(console, 'warn', kept);
  }
}

/** Those whose bodies mean something. */
const methods = new Set(['put', 'post', 'patch']);

/** The body that all operations of a path take, the library hands only to those with a list of their own. */
function withLists(paths: JsonObject): JsonObject {
  return mapMembers(paths, (item) =>
    isJsonObject(item)
      ? mapMembers(item, (operation, name) =>
          methods.has(name) && isJsonObject(operation)
            ? { parameters: [], ...operation }
            : operation,
        )
      : item,
  );
}

function mapMembers(
  members: JsonObject,
  map: (value: JsonValue, name: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, map(value, name)]),
  );
}

const mark = 'x-stuntdouble-name';

/** The library renames schemas; a mark tells afterwards which is which. */
function markNames(definitions: JsonValue): JsonObject {
  if (!isJsonObject(definitions)) return {};
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [
      name,
      isJsonObject(schema) ? { ...schema, [mark]: fromPlainText(name) } : schema,
    ]),
  );
}

/** What each schema was called before. */
function unmarkNames(schemas: JsonValue): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of isJsonObject(schemas) ? Object.entries(schemas) : []) {
    const original = isJsonObject(schema) ? schema[mark] : undefined;
    names.set(name, typeof original === 'string' ? original : name);
    if (isJsonObject(schema)) Reflect.deleteProperty(schema, mark);
  }
  return names;
}

const hazard = '__proto__';
const standIn = '--proto--';

/** A copy that the library may do with as it likes. It assigns members, and one name takes that ill. */
function toPlain(root: JsonObject): JsonObject {
  // A trust edge: JSON.parse returns any.
  return JSON.parse(JSON.stringify(root).replaceAll(hazard, standIn)) as JsonObject;
}

function fromPlain(root: JsonObject): JsonObject {
  // A trust edge: JSON.parse returns any. It leaves nothing shared that the library shared.
  return JSON.parse(fromPlainText(JSON.stringify(root))) as JsonObject;
}

function fromPlainText(text: string): string {
  return text.replaceAll(standIn, hazard);
}
