import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import { memberOf } from '../parts/member-of.ts';

/** A command for a POSIX shell that puts an override in place. */
export function writeCurl(url: string, world: string, document: JsonObject): string {
  const lines = [
    `curl -X PUT ${quote(url)}`,
    ...(world === 'default' ? [] : [`-H ${quote(`X-Stuntdouble-World: ${world}`)}`]),
    "-H 'Content-Type: application/json'",
    `-d ${quote(JSON.stringify(document))}`,
  ];
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same in a test. */
export function writeLibrary(id: string, world: string, document: JsonObject): string {
  const mock = world === 'default' ? 'mock' : `mock.world(${JSON.stringify(world)})`;
  return `${mock}.use(${JSON.stringify({ id, ...rename(document) }, null, 2)});`;
}

const names: Readonly<Record<string, string>> = {
  rate_limit: 'rateLimit',
  bytes_per_second: 'bytesPerSecond',
  log_normal: 'logNormal',
};

/** The library has other names for some members; bodies stay as they are. */
function rename(document: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      memberOf(names, name) ?? name,
      name === 'reply' || name === 'match' ? value : renameWithin(value),
    ]),
  );
}

function renameWithin(value: Json): Json {
  if (isList(value)) return value.map(renameWithin);
  return isJsonObject(value) ? rename(value) : value;
}
