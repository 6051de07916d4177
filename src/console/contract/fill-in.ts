import type { SampledRequest } from '../api/coverage-documents.ts';
import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import type { Wanted } from './cut-down.ts';

/**
 * Gives each parameter of path and query without an example the value that it has in a request which
 * passes, so that the operation can be tried as it is opened. `ask` finds that request.
 */
export async function fillIn(
  document: JsonObject,
  { method, path }: Wanted,
  ask: () => Promise<SampledRequest | undefined>,
): Promise<JsonObject> {
  const item = membersOf(membersOf(document['paths'])[path]);
  const operation = membersOf(item[method.toLowerCase()]);
  const { parameters } = operation;
  if (!isList(parameters) || !parameters.some(lacksValue)) return document;
  const sample = await ask();
  if (!sample) return document;
  const filled = { ...operation, parameters: fillEach(parameters, path, sample) };
  return { ...document, paths: { [path]: { [method.toLowerCase()]: filled } } };
}

function membersOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Whether an operation can't be tried without a value that its user would have to look up. */
function lacksValue(parameter: Json): boolean {
  if (!isJsonObject(parameter) || hasExample(parameter)) return false;
  return (
    parameter['in'] === 'path' || (parameter['in'] === 'query' && parameter['required'] === true)
  );
}

function fillEach(
  parameters: readonly Json[],
  path: string,
  sample: SampledRequest,
): readonly Json[] {
  const known: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    path: valuesOfPath(path, sample.path),
    query: new Map(new URLSearchParams(sample.query)),
  };
  return parameters.map((one) => {
    if (!isJsonObject(one) || !lacksValue(one)) return one;
    const value = known[String(one['in'])]?.get(String(one['name']));
    if (value === undefined) return one;
    // Swagger 2.0 has no examples of parameters, and swagger-ui this member for them.
    return { ...one, [isJsonObject(one['schema']) ? 'example' : 'x-example']: value };
  });
}

/** The path of the request may begin with that of the server. */
function valuesOfPath(template: string, path: string): ReadonlyMap<string, string> {
  const segments = template.split('/').slice(1);
  const values = path.split('/').slice(-segments.length);
  const pairs = segments.map((segment, at) => {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    return [name ?? '', decodeURIComponent(values[at] ?? '')] as const;
  });
  return new Map(pairs);
}

const givers = ['example', 'examples', 'default', 'enum', 'x-example'];

function hasExample(parameter: JsonObject): boolean {
  const { schema } = parameter;
  const places = isJsonObject(schema) ? [parameter, schema] : [parameter];
  return places.some((place) => givers.some((giver) => Object.hasOwn(place, giver)));
}
