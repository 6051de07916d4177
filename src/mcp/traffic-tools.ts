import { randomUUID } from 'node:crypto';

import { messageOf } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../base/json.ts';
import type { Calls, ServerPlace } from '../client/calls.ts';
import { Refusal } from '../client/calls.ts';
import { sendTo } from '../client/send.ts';
import type { Carried } from './call-request.ts';
import { readDeclared, writeRequest } from './call-request.ts';
import { findPlanned, operationArgument } from './contract-tools.ts';
import type { Tool } from './tools.ts';
import { whereNone, worldArgument } from './tools.ts';

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

/**
 * How long a reply may take, in seconds: an override may keep it for ever. Most agents give up after 60,
 * and would not hear why.
 */
const timeLimit = 50;

function callOperation(): Tool {
  return {
    name: 'call_operation',
    description:
      'Send a request to an operation of the contract, as a client of the API does. A refusal says why, where the server keeps requests; so does a `failure`: a connection that breaks, or a reply that is not complete within 50 seconds.',
    input: {
      type: 'object',
      properties: {
        world: worldArgument,
        operation: operationArgument,
        path: { ...texts, description: 'Path parameters by their names.' },
        query: { ...texts, description: 'Query parameters by their names.' },
        headers: texts,
        body: {
          description:
            'The body: JSON, or a text as it is to be sent, of the media type that the operation declares. Another one is that of the header Content-Type.',
        },
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
      const { world = usualWorld, operation, credential } = given;
      const own = typeof world === 'string' ? calls.within(world) : calls;
      const planned = await findPlanned(calls, textOf(operation));
      const carried =
        credential === undefined ? undefined : await findCarried(own, textOf(credential));
      const declared = await readDeclared(calls, planned.id);
      const mark = { 'X-Stuntdouble-Call': randomUUID() };
      const request = writeRequest(place, planned, { given, carried, declared });
      // Only a query may have names that are not declared.
      const hasQuery = new URL(request.url).search !== '';
      const received = await sendWithin(
        AbortSignal.timeout(timeLimit * 1000),
        place,
        { ...mark, ...(typeof world === 'string' ? { 'X-Stuntdouble-World': world } : {}) },
        request,
      );
      const answer = tellReply(received, planned.id);
      if (isFine(received) && !hasQuery) return answer;
      return { ...answer, ...(await tellOfMarked(own, received, mark)) };
    },
  };
}

async function findCarried(calls: Calls, name: string): Promise<Carried> {
  const found = await calls.call('GET /credentials/{name}', { path: { name } });
  for (const { send } of found) if (send) return send;
  throw new Error(`no request can carry the credential ${JSON.stringify(name)} by itself`);
}

/** Headers that tell an agent nothing. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** A reply as far as it came, and why there is no more of it. */
interface Received {
  readonly reply?: Response | undefined;
  readonly text: string;
  readonly failure?: string;
}

/** Sends a request. That no whole reply comes is an answer, too: overrides ask for it. */
async function sendWithin(
  limit: AbortSignal,
  place: ServerPlace,
  headers: Mark,
  request: Request,
): Promise<Received> {
  let reply: Response | undefined;
  try {
    reply = await sendTo(place, headers, request, { signal: limit });
    return { reply, text: await reply.text() };
  } catch (error) {
    const missing = reply ? 'the reply was complete' : 'a reply came';
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const failure = limit.aborted
      ? `${timeLimit} seconds passed before ${missing}`
      : `the connection broke before ${missing} (${messageOf(cause)})`;
    return { reply, text: '', failure };
  }
}

type Mark = Readonly<Record<string, string>>;

function isFine({ reply, failure }: Received): boolean {
  return failure === undefined && reply !== undefined && reply.status < 400;
}

function tellReply({ reply, text, failure }: Received, id: string): JsonObject {
  const headers: Record<string, string> = {};
  for (const [name, value] of reply?.headers ?? [])
    if (!ofConnection.has(name)) headers[name] = value;
  const isWhole = text.length <= mostShown;
  const shown = isWhole ? (tryParseJson(text) ?? text) : `${text.slice(0, mostShown)}…`;
  return {
    ...(failure === undefined ? {} : { failure: `${id}: ${failure}` }),
    ...(reply ? { status: reply.status, headers } : {}),
    ...(text === '' ? {} : { body: shown }),
  };
}

/** Among how many requests of a status the marked one is looked for: it has just been answered. */
const mostSearched = 50;

/** The same where no status came: others may have been answered meanwhile. */
const mostSearchedLate = 500;

/**
 * Why a request got no good reply, and which names in its query are not declared: the server may pass
 * over them. Finds it by its mark, since other clients may have sent some after it.
 */
async function tellOfMarked(calls: Calls, received: Received, mark: Mark): Promise<JsonObject> {
  const status = received.reply?.status;
  try {
    const query =
      status === undefined
        ? { limit: mostSearchedLate }
        : { status: String(status), limit: mostSearched };
    const { requests } = await calls.call('GET /requests', { query });
    const found = requests.find(
      ({ request }) => 'headers' in request && hasMark(request.headers, mark),
    );
    if (!found) return {};
    const notes = found.unknown_query.map(({ message }) => message);
    const why = isFine(received) ? undefined : await explain(calls, found.id);
    return {
      ...(why === undefined ? {} : { why }),
      ...(notes.length === 0 ? {} : { notes }),
    };
  } catch (error) {
    // A server that keeps no requests has answered, too; one that is gone has not.
    const isGone = status === undefined && error instanceof Refusal && error.status === 0;
    if (error instanceof Refusal && !isGone) return {};
    throw error;
  }
}

async function explain(calls: Calls, id: number): Promise<JsonValue | undefined> {
  const explanation = await calls.call('GET /requests/{id}/explain', { path: { id } });
  return isJsonObject(explanation) ? explanation['sentences'] : undefined;
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
        world: {
          ...worldArgument,
          description: `The world that the requests are for; what is covered is that of all worlds. ${whereNone}`,
        },
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
