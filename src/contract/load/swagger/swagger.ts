import { StartError } from '../../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import type { Source } from '../../../text/source.ts';
import { complainAt } from '../../../text/source.ts';
import type { Resolver, Part } from '../resolver.ts';
import { upgrade } from './upgrade.ts';

/** Upgrades Swagger 2.0 to OpenAPI 3.0. It first copies parts of other files into the document. */
export function upgradeSwagger(source: Source, uri: string, resolver: Resolver): Source {
  if (!isJsonObject(source.root)) return source;
  const { info = {}, paths } = source.root;
  const torn = Object.entries({ info, paths }).filter(([, member]) => !isJsonObject(member));
  if (torn.length > 0) {
    throw new StartError(
      torn.map(([name]) => complainAt(source, `/${name}`, `"${name}" must be an object`)),
    );
  }
  const { root, moves } = upgrade(...inlineForeign(source.root, uri, resolver));
  const components = root['components'];
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  // References from other files may still name `/definitions`. The member is not enumerable, so
  // that a walk visits each schema only once.
  Object.defineProperty(root, 'definitions', { value: schemas ?? {} });
  return { ...source, root, original: (pointer) => moves.toGiven(pointer) };
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/**
 * Copies a Swagger 2.0 document, with the path items, parameters and responses that it takes from
 * other files: the upgrade changes their form, and sees one document only. Schemas stay in their
 * files. Also tells which of the copies several operations may share.
 */
function inlineForeign(
  root: JsonObject,
  uri: string,
  resolver: Resolver,
): readonly [root: JsonObject, shared: ReadonlySet<JsonValue>] {
  const shared = new Set<JsonValue>();
  const inline = (value: JsonValue): JsonValue => {
    let part: Part = { uri, pointer: '', value };
    // A longer chain of references is taken for a circle.
    for (let hops = 0; hops < 100; hops += 1) {
      const ref = isJsonObject(part.value) ? part.value['$ref'] : undefined;
      if (typeof ref !== 'string' || ref.startsWith('#')) break;
      const target = resolver.resolve(ref, part);
      if (!target) break;
      // Its references are absolute now, so they stay valid in this document.
      part = { uri, pointer: '', value: makeAbsolute(target.value, target.uri, uri) };
    }
    if (part.value !== value) shared.add(part.value);
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
  const whole = {
    ...root,
    ...(isJsonObject(root['paths']) ? { paths: each(root['paths'], pathItem) } : {}),
    ...(root['parameters'] === undefined ? {} : { parameters: each(root['parameters'], inline) }),
    ...(root['responses'] === undefined ? {} : { responses: each(root['responses'], inline) }),
  };
  return [whole, shared];
}

function each(value: JsonValue | undefined, change: (item: JsonValue) => JsonValue): JsonObject {
  const members = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(members.map(([name, item]) => [name, change(item)]));
}

/** Makes the references in a value absolute, so that the value can move to another document. */
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
