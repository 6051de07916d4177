import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/**
 * Returns a contract whose servers are this one, which serves each operation by its path alone: a
 * tool that reads it here asks here. Other documents stay as they are.
 */
export function pointHere(root: JsonValue, prefix: string): JsonValue {
  if (!isJsonObject(root)) return root;
  if (typeof root['swagger'] === 'string') {
    const { host: _, schemes: __, basePath: ___, ...rest } = root;
    return prefix === '' ? rest : { ...rest, basePath: prefix };
  }
  if (typeof root['openapi'] !== 'string') return root;
  const { openapi, info, servers: _, paths, ...rest } = root;
  return {
    openapi,
    ...(info === undefined ? {} : { info }),
    servers: [{ url: prefix === '' ? '/' : prefix }],
    ...(isJsonObject(paths)
      ? { paths: withoutServers(paths) }
      : paths === undefined
        ? {}
        : { paths }),
    ...rest,
  };
}

function withoutServers(paths: JsonObject): JsonObject {
  return mapMembers(paths, (item) => {
    if (!isJsonObject(item)) return item;
    const { servers: _, ...rest } = item;
    return mapMembers(rest, (operation) => {
      if (!isJsonObject(operation) || operation['servers'] === undefined) return operation;
      const { servers: __, ...kept } = operation;
      return kept;
    });
  });
}

function mapMembers(members: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}
