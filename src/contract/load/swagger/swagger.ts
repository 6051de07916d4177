import { StartError } from '../../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Source } from '../../../text/source.ts';
import { complainAt } from '../../../text/source.ts';
import type { Resolver, Part } from '../resolver.ts';
import { upgrade } from './upgrade.ts';

/** Makes OpenAPI 3.0 of Swagger 2.0. What stands in other files is brought into one document first. */
export function upgradeSwagger(source: Source, uri: string, resolver: Resolver): Source {
  if (!isJsonObject(source.root)) return source;
  const { info = {}, paths } = source.root;
  const torn = Object.entries({ info, paths }).filter(([, member]) => !isJsonObject(member));
  if (torn.length > 0) {
    throw new StartError(
      torn.map(([name]) => complainAt(source, `/${name}`, `"${name}" must be an object`)),
    );
  }
  const { root, moves } = upgrade(inlineForeign(source.root, uri, resolver));
  const components = root['components'];
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  // References from other files go on finding what moved; a walk through the members finds it once.
  Object.defineProperty(root, 'definitions', { value: schemas ?? {} });
  return { ...source, root, original: (pointer) => moves.toGiven(pointer) };
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/**
 * A copy of a Swagger 2.0 document that holds the path items, parameters and responses which it
 * takes from other files: the upgrade changes their shape, and sees one document only. Schemas stay
 * where they are.
 */
function inlineForeign(root: JsonObject, uri: string, resolver: Resolver): JsonObject {
  const inline = (value: JsonValue): JsonValue => {
    let part: Part = { uri, pointer: '', value };
    // A chain of references longer than this goes in a circle.
    for (let hops = 0; hops < 100; hops += 1) {
      const ref = isJsonObject(part.value) ? part.value['$ref'] : undefined;
      if (typeof ref !== 'string' || ref.startsWith('#')) break;
      const target = resolver.resolve(ref, part);
      if (!target) break;
      // Its references say from where they are meant, so that it is at home here now.
      part = { uri, pointer: '', value: makeAbsolute(target.value, target.uri, uri) };
    }
    return part.value;
  };
  const parametersOf = (holder: JsonObject): JsonObject =>
    Array.isArray(holder['parameters']) ? { parameters: holder['parameters'].map(inline) } : {};
  const operation = (value: JsonValue): JsonValue => {
    if (!isJsonObject(value)) return value;
    const responses = isJsonObject(value['responses'])
      ? { responses: each(value['responses'], inline) }
      : {};
    return { ...value, ...parametersOf(value), ...responses };
  };
  const pathItem = (value: JsonValue): JsonValue => {
    const item = inline(value);
    if (!isJsonObject(item)) return item;
    const operations = methods.flatMap((method) =>
      Object.hasOwn(item, method) ? [[method, operation(item[method] ?? null)]] : [],
    );
    return { ...item, ...parametersOf(item), ...Object.fromEntries(operations) };
  };
  return {
    ...root,
    ...(isJsonObject(root['paths']) ? { paths: each(root['paths'], pathItem) } : {}),
    ...(root['parameters'] === undefined ? {} : { parameters: each(root['parameters'], inline) }),
    ...(root['responses'] === undefined ? {} : { responses: each(root['responses'], inline) }),
  };
}

function each(value: JsonValue | undefined, change: (item: JsonValue) => JsonValue): JsonObject {
  const members = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(members.map(([name, item]) => [name, change(item)]));
}

/** What moves to another document takes its references along. */
function makeAbsolute(value: JsonValue, base: string, home: string): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => makeAbsolute(item, base, home));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' && URL.canParse(member, base)
        ? fromHome(new URL(member, base).href, home)
        : makeAbsolute(member, base, home),
    ]),
  );
}

function fromHome(ref: string, home: string): string {
  return ref.startsWith(`${home}#`) ? ref.slice(home.length) : ref;
}
