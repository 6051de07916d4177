import { ApiError, refuseInvalid } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { ExpectationDocument } from '../../traffic/documents.ts';
import type { EntryVerdict, RequestEntry } from '../../traffic/journal/entry.ts';
import type { RequestFilter, Chooses } from '../../traffic/journal/filter.ts';
import type { EventSource } from '../event-streams.ts';
import { createEventStreams } from '../event-streams.ts';
import type { Journal, SelectionInTurns } from '../../traffic/journal/journal.ts';
import type { Behaviors, ControlPorts, RequestPorts, SlowBehaviors } from '../ports.ts';
import { doAtOnce } from '../ports.ts';
import {
  writeEntry,
  writeExplanation,
  writeOutline,
  writeVerification,
} from '../request-documents.ts';

/** Behaviours that show, explain, follow, clear and verify requests. */
export function createRequestBehaviors({
  requests,
  prefix,
  access,
}: Pick<ControlPorts, 'requests' | 'prefix' | 'access'>): Behaviors {
  const live = createEventStreams(access, `ask GET ${prefix}/requests again and again with since`);
  return {
    getRequest: (request) => {
      const id = idOf(request, requests, prefix);
      const entry = requests.journal().find(id);
      if (!entry) throw refuseId(id, requests, prefix);
      return { status: 200, body: writeEntry(entry) };
    },
    explainRequest: (request) => {
      const id = idOf(request, requests, prefix);
      const explanation = requests.explain(id);
      if (!explanation) throw refuseId(id, requests, prefix);
      if (request.media?.essence === 'text/plain') {
        const text = explanation.sentences.map((sentence) => `${sentence}\n`).join('');
        return { status: 200, body: text };
      }
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
      const { 'Last-Event-ID': last } = request.parameters.header;
      // An id above the last one comes from before a restart, after which ids began at 1 again.
      const after = typeof last !== 'number' ? journal.lastId : last > journal.lastId ? 0 : last;
      return live.open(request, () => readJournal(journal, isWanted, after));
    },
    verifyRequests: (request) => {
      // A trust edge: the road has held the body to its schema, and a test holds the type to it.
      const { world = request.world, ...rest } = request.body as unknown as ExpectationDocument;
      const expectation = world === undefined ? rest : { ...rest, world };
      return { status: 200, body: writeVerification(requests.verify(expectation)) };
    },
  };
}

/** Listing requests may take long, and a repeated one may wait, so these run in several turns. */
export function createSlowRequestBehaviors({
  requests,
  prefix,
}: Pick<ControlPorts, 'requests' | 'prefix'>): SlowBehaviors {
  return {
    repeatRequest: async (request) => {
      const id = idOf(request, requests, prefix);
      const entry = await requests.repeat(id);
      if (!entry) throw refuseId(id, requests, prefix);
      return { status: 201, body: writeEntry(entry) };
    },
    listRequests: async (request) => {
      const journal = requests.journal();
      const filter = readFilter(request, requests);
      const { limit, brief } = request.parameters.query;
      const isComplete = journal.isComplete(filter);
      const shown: JsonObject[] = [];
      const read = async <Entry>(
        { count, entries }: SelectionInTurns<Entry>,
        write: (entry: Entry) => JsonObject,
      ): Promise<number> => {
        for await (const entry of entries) shown.push(write(entry));
        return count;
      };
      const count =
        brief === true
          ? await read(await journal.outlineInTurns(filter, Number(limit)), writeOutline)
          : await read(await journal.listInTurns(filter, Number(limit)), writeEntry);
      return { status: 200, body: { count, is_complete: isComplete, requests: shown } };
    },
  };
}

/** Reads the filter; without `world` in the query, the world that the request names counts. */
function readFilter({ world, parameters }: Validated, requests: RequestPorts): RequestFilter {
  const { query } = parameters;
  const { operation, since, before } = query;
  if (typeof operation === 'string') requests.assertOperation(operation, 'query');
  return {
    operation: textOf(operation),
    status: textOf(query['status']),
    world: textOf(query['world']) ?? world,
    verdict: verdicts.find((verdict) => verdict === query['verdict']),
    violation: textOf(query['violation']),
    since: typeof since === 'string' ? readSince(since) : undefined,
    before: typeof before === 'number' ? before : undefined,
    search: textOf(query['search']),
  };
}

const verdicts: readonly EntryVerdict[] = ['served', 'refused', 'breach', 'unmatched'];

function readSince(text: string): number | Date {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const moment = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(moment.getTime())) return moment;
  const message = 'must be the id of a request, or a moment such as 2030-01-01T00:00:00Z';
  throw refuseInvalid({ in: 'query', pointer: '/since', message, keyword: 'format' });
}

function idOf({ parameters, world }: Validated, requests: RequestPorts, prefix: string): number {
  const { id } = parameters.path;
  if (id !== 'last') return Number(id);
  const [last] = requests.journal().list({ world }, 1).entries;
  if (last) return last.id;
  const where = world === undefined ? '' : ` of the world "${world}"`;
  const detail = `There is no request${where} in the journal. GET ${prefix}/requests lists all that are kept.`;
  throw new ApiError('record-not-found', detail);
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

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads from the journal, and learns how many requests the listener has missed. */
function readJournal(journal: Journal, isWanted: Chooses, after: number): EventSource {
  let reached = after;
  const deliveries = followDeliveries(journal);
  return {
    read() {
      const delivered = deliveries.next();
      if (delivered) return `event: delivered\n${writeData(delivered)}`;
      const { entry, id, missed } = journal.next(reached, isWanted);
      reached = id;
      if (entry && isUnderway(entry)) deliveries.expect(id);
      return writeMissed(missed) + (entry ? writeEvent(entry) : '');
    },
    follow: (follower) => journal.follow(follower),
  };
}

interface FollowedDeliveries {
  /** Adds a request that the listener was told of before its delivery was over. */
  expect(this: void, id: number): void;
  /** The next of them whose delivery is over; it is described only now, since its bodies may be large. */
  next(this: void): RequestEntry | undefined;
}

/** Forgets requests that were cleared, or had to make place. */
function followDeliveries(journal: Journal): FollowedDeliveries {
  const underway = new Set<number>();
  const over: number[] = [];
  let counted = journal.deliveries();
  return {
    expect: (id) => void underway.add(id),
    next() {
      // Many may be under way for long, so they are looked at only where a delivery has ended.
      if (counted !== journal.deliveries()) {
        counted = journal.deliveries();
        for (const id of underway) {
          const progress = journal.look(id)?.progress;
          if (progress && progress.milliseconds === undefined) continue;
          underway.delete(id);
          over.push(id);
        }
      }
      for (let id = over.shift(); id !== undefined; id = over.shift()) {
        const entry = journal.find(id);
        if (entry) return entry;
      }
      return undefined;
    },
  };
}

function isUnderway({ delivery }: RequestEntry): boolean {
  return delivery?.state === 'waiting' || delivery?.state === 'sending';
}

function writeEvent(entry: RequestEntry): string {
  return `id: ${entry.id}\nevent: request\n${writeData(entry)}`;
}

function writeData(entry: RequestEntry): string {
  return `data: ${JSON.stringify(writeEntry(entry))}\n\n`;
}

/** The count may include requests that the filter does not choose. */
function writeMissed(count: number): string {
  return count === 0 ? '' : `event: missed\ndata: ${JSON.stringify({ count })}\n\n`;
}
