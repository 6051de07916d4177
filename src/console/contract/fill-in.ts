import type { SampledRequest } from '../api/coverage-documents.ts';
import type { Json, JsonObject } from '../api/documents.ts';
import { isJsonObject, isList } from '../parts/json-lines.ts';
import type { Wanted } from './cut-down.ts';
import { memberOf } from '../parts/member-of.ts';

/**
 * Makes an operation one that can be tried as it is opened. Each parameter that has to be sent, and has
 * no example, gets the value that it has in a request which passes; `ask` finds that request. The
 * example of a parameter that can be left out is only mentioned: sent, it would narrow the reply.
 */
export async function fillIn(
  document: JsonObject,
  { method, path }: Wanted,
  ask: () => Promise<SampledRequest | undefined>,
): Promise<JsonObject> {
  const item = membersOf(memberOf(membersOf(document['paths']), path));
  const operation = membersOf(memberOf(item, method.toLowerCase()));
  if (!isList(operation['parameters'])) return document;
  const parameters = operation['parameters'].map(mentionExample);
  const sample = parameters.some(lacksValue) ? await ask() : undefined;
  const filled = {
    ...operation,
    parameters: sample ? fillEach(parameters, path, sample) : parameters,
  };
  return { ...document, paths: { [path]: { [method.toLowerCase()]: filled } } };
}

function membersOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function mentionExample(parameter: Json): Json {
  if (!isJsonObject(parameter) || parameter['in'] === 'path') return parameter;
  if (parameter['required'] === true) return parameter;
  const { schema, ...own } = parameter;
  const { example: inSchema, ...rest } = membersOf(schema);
  const { example = inSchema, description, ...others } = own;
  if (example === undefined) return parameter;
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  const mention = `Example: \`${text.replaceAll('`', "'")}\``;
  return {
    ...others,
    description: [description, mention].filter((one) => typeof one === 'string').join('\n\n'),
    ...(isJsonObject(schema) && { schema: rest }),
  };
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
  const inPath = valuesOfPath(path, sample.path);
  const inQuery = new Map(new URLSearchParams(sample.query));
  return parameters.map((one) => {
    if (!isJsonObject(one) || !lacksValue(one)) return one;
    const { name } = one;
    const values = one['in'] === 'path' ? inPath : inQuery;
    const value = typeof name === 'string' ? values.get(name) : undefined;
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
