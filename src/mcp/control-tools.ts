import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { CallParts, Route } from '../client/calls.ts';
import { requestOf, standAlone } from './control-contract.ts';
import type { Tool } from './tools.ts';
import { requestsArgument, worldArgument } from './tools.ts';

/** Tools that are one request of the control API: its contract describes them. */
const table: readonly ControlTool[] = [
  ['list_collections', 'GET /collections'],
  ['describe_collection', 'GET /collections/{collection}'],
  ['find_records', 'GET /collections/{collection}/records'],
  ['search_records', 'GET /records'],
  ['read_record', 'GET /state/{collection}/{key}'],
  ['write_records', 'PATCH /state/{collection}', { body: 'records' }],
  ['add_records', 'POST /seed'],
  ['delete_record', 'DELETE /state/{collection}/{key}'],
  ['list_changes', 'GET /changes'],
  ['reset_world', 'POST /reset'],
  ['list_worlds', 'GET /worlds'],
  ['make_world', 'PUT /worlds/{name}', { hasNoWorld: true }],
  ['list_scenarios', 'GET /scenarios'],
  ['set_override', 'POST /overrides'],
  ['list_overrides', 'GET /overrides'],
  ['remove_override', 'DELETE /overrides/{id}'],
  ['list_credentials', 'GET /credentials'],
  ['show_credential', 'GET /credentials/{name}'],
  ['set_clock', 'PUT /clock'],
  ['advance_clock', 'POST /clock/advance'],
  ['list_requests', 'GET /requests', { fixed: { brief: true }, world: requestsArgument }],
  ['show_request', 'GET /requests/{id}', { world: requestsArgument }],
  ['explain_request', 'GET /requests/{id}/explain', { world: requestsArgument }],
  ['verify_requests', 'POST /verify', { isReading: true, world: requestsArgument }],
  ['send_sample', 'POST /sample'],
  ['list_findings', 'GET /findings'],
  ['draft_correction', 'POST /correction', { isReading: true, hasNoWorld: true }],
];

type ControlTool = {
  [Way in Route]: readonly [name: string, way: Way, how?: Special<Way>];
}[Route];

interface Special<Way extends Route> {
  /** The argument that is the body, where it isn't made of members. */
  readonly body?: string;
  /** Values of parameters that no agent chooses. */
  readonly fixed?: NonNullable<CallParts<Way>['query']>;
  /** Whether it leaves everything as it is; without it, GET does. */
  readonly isReading?: boolean;
  /** What its argument `world` means, where that is not the world to be used. */
  readonly world?: JsonObject;
  /** Whether it is the same for all worlds. */
  readonly hasNoWorld?: boolean;
}

export function createControlTools(): readonly Tool[] {
  return table.map(createTool);
}

function createTool([name, way, how = {}]: ControlTool): Tool {
  const request = requestOf(way);
  const { fixed = {}, body: whole, hasNoWorld = false } = how;
  const { isReading = way.startsWith('GET ') } = how;
  const { pathNames, queryNames, needsBody } = request;
  const bodyMembers = whole === undefined ? membersOf(request.body) : {};
  // Where the body has a world, the argument is that of the body alone: it may be `*`.
  const namesWorld = !hasNoWorld && !('world' in bodyMembers);
  const properties = {
    ...(namesWorld ? { world: worldArgument } : {}),
    ...omit(request.properties, Object.keys(fixed)),
    ...(whole === undefined ? bodyMembers : { [whole]: request.body ?? {} }),
    ...(how.world ? { world: how.world } : {}),
  };
  const required = [
    ...request.required,
    ...(whole === undefined ? requiredOf(request.body) : needsBody ? [whole] : []),
  ];
  return {
    name,
    description: request.description,
    input: standAlone({ type: 'object', properties, required, additionalProperties: false }),
    isReading,
    async call(given, { calls }) {
      const values = { ...given, ...fixed };
      const { world } = given;
      const named = namesWorld && typeof world === 'string' ? calls.within(world) : calls;
      const members = pick(given, Object.keys(bodyMembers));
      const body = whole === undefined ? members : given[whole];
      const hasBody = request.body !== undefined && (needsBody || hasAny(body));
      const parts = { path: pick(values, pathNames), query: pick(values, queryNames) };
      // A trust edge: the schema of the tool, which is that of the request, has checked them.
      const checked = { ...parts, ...(hasBody ? { body } : {}) } as CallParts<Route>;
      const answer = await named.call(way, checked);
      return answer ?? { done: true };
    },
  };
}

const membersOf = (schema: JsonObject | undefined): JsonObject => {
  const properties = schema?.['properties'];
  return isJsonObject(properties) ? properties : {};
};

function requiredOf(schema: JsonObject | undefined): readonly string[] {
  const required = schema?.['required'];
  return Array.isArray(required) ? required.filter((one) => typeof one === 'string') : [];
}

const hasAny = (body: JsonValue | undefined): boolean =>
  body !== undefined && (!isJsonObject(body) || Object.keys(body).length > 0);

const pick = (members: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));

const omit = (members: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
