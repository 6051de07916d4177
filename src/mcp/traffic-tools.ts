import { randomUUID } from 'node:crypto';

import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../base/json.ts';
import type { Calls } from '../client/calls.ts';
import { encodeSegment } from '../client/calls.ts';
import { Refusal } from '../client/calls.ts';
import { sendTo } from '../client/send.ts';
import type { Planned } from './contract-tools.ts';
import { findPlanned, operationArgument } from './contract-tools.ts';
import type { Tool } from './tools.ts';
import { worldArgument } from './tools.ts';

/** Tools that send requests, and find those that nothing has sent yet. */
export function createTrafficTools(): readonly Tool[] {
  return [callOperation(), findGaps()];
}

const texts: JsonObject = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
};

/** How much of a reply is shown, in characters. */
const mostShown = 50_000;

/** How long a reply may take, in milliseconds: an override may keep it for ever. */
const patience = 60_000;

function callOperation(): Tool {
  return {
    name: 'call_operation',
    description:
      'Send a request to an operation of the contract, as a client of the API does. A refusal says why, where the server keeps requests.',
    input: {
      type: 'object',
      properties: {
        world: worldArgument,
        operation: operationArgument,
        path: { ...texts, description: 'Path parameters by their names.' },
        query: { ...texts, description: 'Query parameters by their names.' },
        headers: texts,
        body: { description: 'The body: JSON, or a text as it is to be sent.' },
        credential: {
          type: 'string',
          description:
            'The name of a credential, as list_credentials tells it. Default: none is sent.',
        },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    isReading: false,
    async call(given, { place, calls, world: usualWorld }) {
      const { world = usualWorld, operation, credential, body } = given;
      const own = typeof world === 'string' ? calls.within(world) : calls;
      const planned = await findPlanned(calls, textOf(operation));
      const carried =
        credential === undefined ? undefined : await findCarried(own, textOf(credential));
      const { url, headers } = writeRequest(planned, given, carried);
      const mark = { 'X-Stuntdouble-Call': randomUUID() };
      const reply = await sendTo(
        place,
        { ...mark, ...(typeof world === 'string' ? { 'X-Stuntdouble-World': world } : {}) },
        url,
        {
          method: planned.method,
          headers,
          redirect: 'manual',
          signal: AbortSignal.timeout(patience),
          ...(body === undefined
            ? {}
            : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        },
      );
      return readReply(reply, own, mark);
    },
  };
}

interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

async function findCarried(calls: Calls, name: string): Promise<Carried> {
  const found = await calls.call('GET /credentials/{name}', { path: { name } });
  for (const { send } of found) if (send) return send;
  throw new Error(`no request can carry the credential ${JSON.stringify(name)} by itself`);
}

function writeRequest(
  { path: template, id }: Planned,
  { path, query, headers, body }: JsonObject,
  carried: Carried = { headers: {}, query: {}, cookies: {} },
): { readonly url: string; readonly headers: Record<string, string> } {
  const values = textsOf(path);
  const url = template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`${id} needs the path parameter "${name}": ${template}`);
    return encodeSegment(value, name);
  });
  const pairs = new URLSearchParams({ ...textsOf(query), ...carried.query }).toString();
  const cookies = Object.entries(carried.cookies).map(([name, value]) => `${name}=${value}`);
  return {
    url: pairs === '' ? url : `${url}?${pairs}`,
    headers: {
      ...(body === undefined || typeof body === 'string'
        ? {}
        : { 'Content-Type': 'application/json' }),
      ...carried.headers,
      ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }),
      ...textsOf(headers),
    },
  };
}

const textsOf = (members: JsonValue | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isJsonObject(members) ? members : {}).map(([name, value]) => [
      name,
      textOf(value),
    ]),
  );

/** Headers that tell an agent nothing. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

type Mark = Readonly<Record<string, string>>;

async function readReply(reply: Response, calls: Calls, mark: Mark): Promise<JsonObject> {
  const { status } = reply;
  const text = await reply.text();
  const headers: Record<string, string> = {};
  for (const [name, value] of reply.headers) if (!ofConnection.has(name)) headers[name] = value;
  const isWhole = text.length <= mostShown;
  const shown = isWhole ? (tryParseJson(text) ?? text) : `${text.slice(0, mostShown)}…`;
  const answer = { status, headers, ...(text === '' ? {} : { body: shown }) };
  const why = status < 400 ? undefined : await explainMarked(calls, status, mark);
  return why === undefined ? answer : { ...answer, why };
}

/** Among how many requests of a status the marked one is looked for: it has just been answered. */
const mostSearched = 50;

/** Finds the request by its mark, since other clients may have sent some after it. */
async function explainMarked(
  calls: Calls,
  status: number,
  mark: Mark,
): Promise<JsonValue | undefined> {
  try {
    const query = { status: String(status), limit: mostSearched };
    const { requests } = await calls.call('GET /requests', { query });
    const found = requests.find(
      ({ request }) => 'headers' in request && hasMark(request.headers, mark),
    );
    if (!found) return undefined;
    const path = { id: found.id };
    const explanation = await calls.call('GET /requests/{id}/explain', { path });
    return isJsonObject(explanation) ? explanation['sentences'] : undefined;
  } catch (error) {
    // A server that keeps no requests has answered, too.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function hasMark(headers: JsonObject, mark: Mark): boolean {
  return Object.entries(mark).every(([name, value]) => headers[name.toLowerCase()] === value);
}

/** How many points are shown where an agent does not say. */
const usualGaps = 10;

function findGaps(): Tool {
  return {
    name: 'find_coverage_gaps',
    description:
      'Find what no request has tried of the contract yet, with a request for each point that would cover it; send_sample sends it.',
    input: {
      type: 'object',
      properties: {
        world: worldArgument,
        operation: {
          ...operationArgument,
          description: 'Only those of this operation, by its id.',
        },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: usualGaps },
      },
      additionalProperties: false,
    },
    isReading: true,
    async call({ world, operation, limit = usualGaps }, { calls }) {
      const own = typeof world === 'string' ? calls.within(world) : calls;
      const query = typeof operation === 'string' ? { operation } : {};
      const { totals, operations } = await calls.call('GET /coverage', { query });
      const missing = operations.flatMap(({ id, points }) =>
        points
          .filter(({ count }) => count === 0)
          .map((point) => ({ operation: id, point: point.id })),
      );
      const gaps: JsonValue[] = [];
      for (const one of missing.slice(0, Number(limit)))
        gaps.push(await own.call('GET /sample', { query: one }));
      return { totals, missing: missing.length, gaps };
    },
  };
}
