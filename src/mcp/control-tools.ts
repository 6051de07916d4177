import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Route } from '../client/calls.ts';
import { requestOf, standAlone } from './control-contract.ts';
import type { Tool } from './tools.ts';
import { worldArgument } from './tools.ts';

/** Tools that are one request of the control API: its contract describes them. */
const table: readonly ControlTool[] = [
  ['list_collections', 'listCollections'],
  ['describe_collection', 'getCollectionShape'],
  ['find_records', 'listRecords'],
  ['search_records', 'findRecords'],
  ['read_record', 'getRecord'],
  ['write_records', 'patchCollection', { body: 'records' }],
  ['add_records', 'seedState'],
  ['delete_record', 'deleteRecord'],
  ['list_changes', 'listChanges'],
  ['reset_world', 'resetState'],
  ['list_worlds', 'listWorlds'],
  ['make_world', 'makeWorld', { hasNoWorld: true }],
  ['list_scenarios', 'listScenarios'],
  ['set_override', 'addOverride'],
  ['list_overrides', 'listOverrides'],
  ['remove_override', 'removeOverride'],
  ['list_credentials', 'listCredentials'],
  ['show_credential', 'getCredentials'],
  ['set_clock', 'setClock'],
  ['advance_clock', 'advanceClock'],
  ['list_requests', 'listRequests', { fixed: { brief: true } }],
  ['show_request', 'getRequest'],
  ['explain_request', 'explainRequest'],
  ['verify_requests', 'verifyRequests'],
  ['send_sample', 'sendSample'],
  ['list_findings', 'listFindings'],
];

type ControlTool = readonly [name: string, operation: string, how?: Special];

interface Special {
  /** The argument that is the body, where it isn't made of members. */
  readonly body?: string;
  /** Values of parameters that no agent chooses. */
  readonly fixed?: JsonObject;
  /** Whether it is the same for all worlds. */
  readonly hasNoWorld?: boolean;
}

export function createControlTools(): readonly Tool[] {
  return table.map(createTool);
}

function createTool([name, operation, how = {}]: ControlTool): Tool {
  const request = requestOf(operation);
  const { fixed = {}, body: whole, hasNoWorld = false } = how;
  const { pathNames, queryNames, needsBody } = request;
  const bodyMembers = whole === undefined ? membersOf(request.body) : {};
  // Where the body has a world, the argument is that of the body alone: it may be `*`.
  const namesWorld = !hasNoWorld && !('world' in bodyMembers);
  const properties = {
    ...(namesWorld ? { world: worldArgument } : {}),
    ...omit(request.properties, Object.keys(fixed)),
    ...(whole === undefined ? bodyMembers : { [whole]: request.body ?? {} }),
  };
  const required = [
    ...request.required,
    ...(whole === undefined ? requiredOf(request.body) : needsBody ? [whole] : []),
  ];
  return {
    name,
    description: request.description,
    input: standAlone({ type: 'object', properties, required, additionalProperties: false }),
    isReading: request.method === 'GET' || operation === 'verifyRequests',
    async call(given, { calls }) {
      const values = { ...given, ...fixed };
      const { world } = given;
      const named = namesWorld && typeof world === 'string' ? calls.within(world) : calls;
      const members = pick(given, Object.keys(bodyMembers));
      const body = whole === undefined ? members : given[whole];
      const hasBody = request.body !== undefined && (needsBody || hasAny(body));
      const way = `${request.method} ${request.path}` as Route;
      const parts = { path: pick(values, pathNames), query: pick(values, queryNames) };
      const answer = await named.call(way, { ...parts, ...(hasBody ? { body } : {}) } as never);
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
