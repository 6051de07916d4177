import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Calls, CallParts, Route } from '../client/calls.ts';
import { Refusal } from '../client/calls.ts';
import { requestOf, standAlone } from './control-contract.ts';
import type { Tool } from './tools.ts';
import { requestsArgument, worldArgument } from './tools.ts';

/** A request has one id in all worlds. */
const ofRequest = { world: requestsArgument, isOfRequest: true };

/** Tools that are one request of the control API: its contract describes them. */
const table: readonly ControlTool[] = [
  ['list_collections', 'GET /collections'],
  ['describe_collection', 'GET /collections/{collection}'],
  ['find_records', 'GET /collections/{collection}/records'],
  ['search_records', 'GET /records'],
  ['read_record', 'GET /state/{collection}/{key}', { isOfRecord: true }],
  ['write_records', 'PATCH /state/{collection}', { body: 'records' }],
  ['add_records', 'POST /seed'],
  ['delete_record', 'DELETE /state/{collection}/{key}'],
  ['list_changes', 'GET /changes'],
  ['reset_world', 'POST /reset'],
  ['list_worlds', 'GET /worlds', { hasNoWorld: true }],
  ['make_world', 'PUT /worlds/{name}', { hasNoWorld: true }],
  ['list_scenarios', 'GET /scenarios', { hasNoWorld: true }],
  ['set_override', 'POST /overrides'],
  ['list_overrides', 'GET /overrides'],
  ['remove_override', 'DELETE /overrides/{id}'],
  ['list_credentials', 'GET /credentials'],
  ['show_credential', 'GET /credentials/{name}'],
  ['set_clock', 'PUT /clock'],
  ['advance_clock', 'POST /clock/advance'],
  ['list_requests', 'GET /requests', { fixed: { brief: true }, world: requestsArgument }],
  ['show_request', 'GET /requests/{id}', ofRequest],
  ['explain_request', 'GET /requests/{id}/explain', ofRequest],
  ['verify_requests', 'POST /verify', { isReading: true, world: requestsArgument }],
  ['send_sample', 'POST /sample'],
  ['list_findings', 'GET /findings', { hasNoWorld: true }],
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
  /** Whether its `id` is that of a request, which has to be of the world that an agent names. */
  readonly isOfRequest?: boolean;
  /** Whether it finds one record, which may be made up: the request itself knows stored ones alone. */
  readonly isOfRecord?: boolean;
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
    description: how.isOfRecord === true ? request.description + orMadeUp : request.description,
    input: standAlone({ type: 'object', properties, required, additionalProperties: false }),
    isReading,
    async call(given, { calls }) {
      const values = { ...given, ...fixed };
      const { world } = given;
      const named = namesWorld && typeof world === 'string' ? calls.within(world) : calls;
      if (how.isOfRequest === true && typeof world === 'string')
        await assertWorld(named, given['id'], world);
      const members = pick(given, Object.keys(bodyMembers));
      const body = whole === undefined ? members : given[whole];
      const hasBody = request.body !== undefined && (needsBody || hasAny(body));
      const parts = { path: pick(values, pathNames), query: pick(values, queryNames) };
      // A trust edge: the schema of the tool, which is that of the request, has checked them.
      const checked = { ...parts, ...(hasBody ? { body } : {}) } as CallParts<Route>;
      try {
        return (await named.call(way, checked)) ?? { done: true };
      } catch (error) {
        const madeUp = how.isOfRecord === true && (await findMadeUp(named, parts, error));
        if (madeUp) return madeUp;
        throw error;
      }
    },
  };
}

const orMadeUp =
  '\n\nA record that is not stored, but made up by the server, is told as such: `is_made_up`, with `record`.';

/** The record that a removal would begin with, where none is stored; undefined where there is none at all. */
async function findMadeUp(
  calls: Calls,
  parts: { readonly path: JsonObject; readonly query: JsonObject },
  error: unknown,
): Promise<JsonObject | undefined> {
  if (!(error instanceof Refusal) || error.code !== 'record-not-found') return undefined;
  try {
    // Trust edges: its parameters are those of the request that was refused, and a record is JSON.
    const asked = parts as CallParts<'GET /state/{collection}/{key}/removal'>;
    const { records } = await calls.call('GET /state/{collection}/{key}/removal', asked);
    const [first] = records;
    if (!first) return undefined;
    const { key, parents, record } = first;
    return { key, parents, is_made_up: true, record: record as JsonObject };
  } catch (none) {
    if (none instanceof Refusal) return undefined;
    throw none;
  }
}

/** The control API finds a request by its id, whatever the world. */
async function assertWorld(
  calls: Calls,
  given: JsonValue | undefined,
  world: string,
): Promise<void> {
  const id = given === 'last' ? given : Number(given);
  const { world: own } = await calls.call('GET /requests/{id}', { path: { id } });
  if (own === world) return;
  throw new Error(`the request ${id} is of the world "${own}", and not of "${world}"`);
}

/** Says a text in words of agents: where it names a request of the control API, the tool that sends it. */
export function nameTools(text: string, prefix: string): string {
  let named = text.replaceAll(/ \(in the library [^()]*(?:\(\))?\)/g, '');
  for (const { tool, pattern } of ways) {
    named = named.replaceAll(pattern, (whole, found: string, at: number, all: string) => {
      if (found !== '' && found !== prefix) return whole;
      const isFirst = at === 0 || /[.?!] $/.test(all.slice(0, at));
      return `${isFirst ? 'The' : 'the'} tool ${tool}`;
    });
  }
  return named;
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** How texts name the requests of tools: the longest paths first, which begin as others do. */
const ways = table
  .toSorted(([, one], [, other]) => other.length - one.length)
  .map(([tool, way]) => {
    const [method = '', path = ''] = way.split(' ');
    const parts = path.split(/\{[^}]+\}/).map(escape);
    const filled = parts.join(String.raw`[^\s/,;:()"]*[^\s/,;:()".]`);
    // Behind it comes no more of a longer path.
    const pattern = `\\b${method} ((?:/[\\w.-]+)*?)${filled}(?![\\w/{?-])(?: of the control API)?`;
    return { tool, pattern: new RegExp(pattern, 'g') };
  });

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
