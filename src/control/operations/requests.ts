import { ApiError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { EntryVerdict } from '../../traffic/journal/entry.ts';
import type { RequestFilter } from '../../traffic/journal/filter.ts';
import { createLiveRequests, mostListeners } from '../live-requests.ts';
import { doAtOnce, membersOf } from '../outcomes.ts';
import type { Behaviors, ControlPorts, RequestPorts, SlowBehaviors } from '../ports.ts';
import { writeEntry, writeExplanation, writeVerification } from '../request-documents.ts';

/** What came in, why it was answered as it was, and whether it is what was expected. */
export function createRequestBehaviors({
  requests,
  prefix,
}: Pick<ControlPorts, 'requests' | 'prefix'>): Behaviors {
  const live = createLiveRequests();
  return {
    getRequest: (request) => {
      const id = idOf(request);
      const entry = requests.journal().find(id);
      if (!entry) throw refuseId(id, requests, prefix);
      return { status: 200, body: writeEntry(entry) };
    },
    explainRequest: (request) => {
      const id = idOf(request);
      const explanation = requests.explain(id);
      if (!explanation) throw refuseId(id, requests, prefix);
      return { status: 200, body: writeExplanation(explanation) };
    },
    clearRequests: (request) => {
      const journal = requests.journal();
      const world = textOf(request.parameters.query['world']) ?? request.world;
      return { status: 204, commit: doAtOnce(() => journal.clear(world)) };
    },
    followRequests: (request) => {
      const journal = requests.journal();
      const isWanted = requests.compileFilter(readFilter(request, requests));
      if (live.isFull()) throw refuseListener(prefix);
      const { 'Last-Event-ID': last } = request.parameters.header;
      // One that is still to come is of another life of the server, which began at 1 again.
      const after = typeof last !== 'number' ? journal.lastId : last > journal.lastId ? 0 : last;
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        stream: request.method === 'HEAD' ? silence : live.open(journal, isWanted, after),
      };
    },
    verifyRequests: (request) => {
      const { world = request.world, ...wish } = membersOf(request);
      const named: JsonObject = world === undefined ? wish : { ...wish, world };
      return { status: 200, body: writeVerification(requests.verify(named)) };
    },
  };
}

/** What there is to be shown of all requests together takes longer than others can wait. */
export function createSlowRequestBehaviors({
  requests,
}: Pick<ControlPorts, 'requests'>): SlowBehaviors {
  return {
    listRequests: async (request) => {
      const journal = requests.journal();
      const filter = readFilter(request, requests);
      const { limit } = request.parameters.query;
      const isComplete = journal.isComplete(filter);
      const { count, entries } = journal.listInTurns(filter, Number(limit));
      const shown: JsonObject[] = [];
      for await (const entry of entries) shown.push(writeEntry(entry));
      return { status: 200, body: { count, is_complete: isComplete, requests: shown } };
    },
  };
}

/** What the query asks for; without a world of its own, those of the private world that the request names. */
function readFilter({ world, parameters }: Validated, requests: RequestPorts): RequestFilter {
  const { query } = parameters;
  const { operation, since } = query;
  if (typeof operation === 'string') requests.assertOperation(operation, 'query');
  return {
    operation: textOf(operation),
    status: textOf(query['status']),
    world: textOf(query['world']) ?? world,
    verdict: verdicts.find((verdict) => verdict === query['verdict']),
    violation: textOf(query['violation']),
    since: typeof since === 'string' ? readSince(since) : undefined,
  };
}

/** For whoever asks what the stream would be like, and reads nothing of it. */
const silence: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ value: undefined, done: true }) }),
};

const verdicts: readonly EntryVerdict[] = ['served', 'refused', 'breach', 'unmatched'];

function readSince(text: string): number | Date {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const moment = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(moment.getTime())) return moment;
  const message = 'must be the id of a request, or a moment such as 2030-01-01T00:00:00Z';
  throw new ApiError('invalid-request', `query /since: ${message}.`, {
    violations: [{ in: 'query', pointer: '/since', message, keyword: 'format' }],
  });
}

function idOf({ parameters: { path } }: Validated): number {
  return Number(path['id']);
}

function refuseId(id: number, requests: RequestPorts, prefix: string): ApiError {
  const { size, lastId } = requests.journal();
  const why =
    id > lastId
      ? `The last one is ${lastId}`
      : `It was cleared, or had to make place for newer ones: ${size.count} of ${lastId} are kept`;
  const detail = `There is no request ${id} in the journal. ${why}. GET ${prefix}/requests lists them.`;
  return new ApiError('record-not-found', detail);
}

function refuseListener(prefix: string): ApiError {
  const detail = `There are ${mostListeners} listeners, as many as there may be. Close one, or ask GET ${prefix}/requests again and again with since.`;
  return new ApiError('too-many-listeners', detail);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
