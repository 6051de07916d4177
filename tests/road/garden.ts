import { expect } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad, RoadSetup } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const told = (description: string): JsonObject => ({ type: 'string', description });
const query = (name: string, description = ''): JsonObject => ({
  name,
  in: 'query',
  description,
  schema: text,
});
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

function answer(schema?: JsonObject, more: JsonObject = {}): JsonObject {
  return { '200': { description: 'Fine.', ...(schema && body(schema)), ...more } };
}

interface Place {
  readonly kind: string;
  readonly list: string;
  readonly above?: readonly string[];
  readonly asked?: readonly JsonObject[];
}

export function wholePlace({ kind, list, above = [], asked = [] }: Place): JsonObject {
  const all = object({ [list]: { type: 'array', items: ref(kind) } });
  const headers = { Location: { schema: text } };
  return {
    parameters: above.map((name) => parameter(name)),
    get: { responses: answer(all) },
    post: {
      parameters: asked,
      requestBody: body(ref(kind)),
      responses: answer(ref(kind), { headers }),
    },
  };
}

export function itemPlace(kind: string, names: readonly string[], description = ''): JsonObject {
  const mask = query('updateMask', 'The list of fields to update.');
  return {
    parameters: names.map((name) => parameter(name)),
    get: { description, responses: answer(ref(kind)) },
    delete: { responses: answer() },
    patch: { parameters: [mask], requestBody: body(ref(kind)), responses: answer(ref(kind)) },
  };
}

export const schemas: JsonObject = {
  Plot: object(
    {
      name: told('The resource name of the plot.\nFormat: plots/{plot}'),
      uid: { ...text, format: 'uuid', readOnly: true },
      title: text,
      isFenced: { type: 'boolean' },
      soil: object({ kind: text, depth: { type: 'integer' } }),
      keeper: told('Who looks after it. Format: gardeners/{gardener}'),
      parent: { ...told('The plot that it was cut from. Format: plots/{plot}'), readOnly: true },
    },
    ['title'],
  ),
  Bed: object(
    {
      name: { ...text, pattern: '^plots/[^/]+/beds/[^/]+$' },
      plant: text,
    },
    ['plant'],
  ),
  Gardener: object({ name: { ...text, example: 'gardeners/rosa' }, handle: text, email: text }, [
    'handle',
  ]),
  Tool: object({ name: told('What the tool is called: tools/{tool} is its path.'), plot: text }),
};

/** Plots with beds and cuttings below them, and gardeners whom their handles name. */
export function openGarden(more: Partial<RoadSetup> = {}): Promise<OpenRoad> {
  const update = object({ bed: ref('Bed'), updateMask: text });
  return openRoad({
    paths: {
      '/v1/plots': wholePlace({
        kind: 'Plot',
        list: 'plots',
        asked: [query('plotId', 'The ID to use for the plot.')],
      }),
      '/v1/plots/{plot}': itemPlace('Plot', ['plot']),
      '/v1/plots/{plot}/cuttings': wholePlace({
        kind: 'Plot',
        list: 'plots',
        above: ['plot'],
        asked: [query('cuttingId')],
      }),
      '/v1/plots/{plot}/beds': wholePlace({ kind: 'Bed', list: 'beds', above: ['plot'] }),
      '/v1/plots/{plot}/beds/{bed}': {
        ...itemPlace('Bed', ['plot', 'bed']),
        patch: { requestBody: body(update), responses: answer(ref('Bed')) },
      },
      '/v1/gardeners': wholePlace({ kind: 'Gardener', list: 'gardeners' }),
      '/v1/gardeners/{gardener}': itemPlace('Gardener', ['gardener'], 'Gets a gardener by handle.'),
    },
    components: { schemas },
    ...more,
  });
}

/** What a request that succeeds is answered: `POST /v1/plots`. */
export async function call(
  road: OpenRoad,
  line: string,
  sent?: JsonValue,
  asked?: string,
): Promise<JsonValue> {
  const [method = '', path = ''] = line.split(' ');
  const more = { ...(sent === undefined ? {} : { body: sent }), ...(asked && { query: asked }) };
  const { json, status, text: said } = await road.send(method, path, more);
  expect(status, said).toBe(200);
  return json ?? null;
}

export const at = (value: JsonValue, pointer: string): string => textOf(valueAt(value, pointer));

export function namesIn(value: JsonValue, member: string): readonly string[] {
  const all = valueAt(value, `/${member}`);
  return Array.isArray(all) ? all.map((one: JsonValue) => at(one, '/name')) : [];
}
