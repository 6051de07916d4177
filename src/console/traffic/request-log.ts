import type { Query } from '../api/client.ts';
import { messageOf } from '../api/client.ts';
import type { LiveEvents } from '../api/live.ts';
import type { RequestDocument, RequestList } from '../api/documents.ts';

/** The requests that the list shows. */
export interface LogState {
  /** The newest first; those that were loaded. */
  readonly rows: readonly RequestDocument[];
  /** How many there are, loaded or not. */
  readonly total: number;
  /** How many have come since the list is held. */
  readonly waiting: number;
  readonly isReady: boolean;
  readonly error: string | undefined;
}

export interface RequestLog {
  /** Loads the newest requests anew. */
  start(this: void): void;
  /** Loads what came in; undefined: anything may have changed. */
  come(this: void, event: LiveEvents['requests'] | undefined): void;
  /** Loads older requests until this row is there. */
  reach(this: void, last: number): void;
  /** While it is held, new requests wait. */
  hold(this: void, isHeld: boolean): void;
  close(this: void): void;
}

export const emptyLog: LogState = {
  rows: [],
  total: 0,
  waiting: 0,
  isReady: false,
  error: undefined,
};

const firstPage = 200;
const page = 1000;
/** Rows that stay in memory. */
const most = 20_000;

type Ask = (query: Query) => Promise<RequestList>;

/** Keeps a list of requests up to date: one question at a time, whatever comes in meanwhile. */
export function createRequestLog(ask: Ask, onChange: (state: LogState) => void): RequestLog {
  const log: Log = { state: emptyLog, waiting: [], isStale: false, seen: 0, isHeld: false };
  let cleared: number | undefined;
  let delivered: number | undefined;
  const set = (change: Partial<LogState>): void => {
    log.state = { ...log.state, ...change };
    if (!queue.isClosed()) onChange(log.state);
  };
  const queue = createQueue((error) => set({ error: messageOf(error) }));
  const loads = createLoads(log, ask, set);
  return {
    start: () => queue.add('start', loads.start),
    come(event) {
      const isOther = cleared !== undefined && event?.cleared !== cleared;
      const isFirst = cleared === undefined && (event?.last_id ?? 0) <= log.seen;
      const isOver = delivered !== event?.delivered;
      cleared = event?.cleared;
      delivered = event?.delivered;
      if (!event) queue.add('back', loads.comeBack);
      else if (isOther || isFirst) queue.add('start', loads.start);
      else queue.add('new', () => loads.loadNew(event.last_id));
      if (event && isOver) queue.add('delivered', loads.loadDelivered);
    },
    reach: (last) => queue.add('older', () => loads.loadOlder(last)),
    hold(isHeld) {
      if (log.isHeld === isHeld) return;
      log.isHeld = isHeld;
      if (isHeld) return;
      if (log.isStale) queue.add('start', loads.start);
      else if (log.waiting.length > 0) set(release(log));
    },
    close: queue.close,
  };
}

interface Loads {
  start(this: void): Promise<void>;
  loadNew(this: void, lastId: number): Promise<void>;
  /** The page was hidden, or the server has started again and counts from 1. */
  comeBack(this: void): Promise<void>;
  loadOlder(this: void, last: number): Promise<void>;
  /** Loads anew what the list shows as under way. */
  loadDelivered(this: void): Promise<void>;
}

function createLoads(log: Log, ask: Ask, set: (change: Partial<LogState>) => void): Loads {
  const start = async (): Promise<void> => {
    const { requests, count } = await ask({ limit: firstPage });
    Object.assign(log, { waiting: [], isStale: false, seen: requests.at(-1)?.id ?? 0 });
    set({ ...emptyLog, isReady: true, rows: requests.toReversed(), total: count });
  };
  const loadNew = async (lastId: number): Promise<void> => {
    if (lastId <= log.seen) return;
    const { requests, count } = await ask({ since: log.seen, limit: page });
    log.seen = Math.max(log.seen, lastId, requests.at(-1)?.id ?? 0);
    if (!addNew(log, requests.toReversed(), count) && !log.isHeld) await start();
    else set({});
  };
  const loadOlder = async (last: number): Promise<void> => {
    const { rows, total } = log.state;
    const oldest = rows.at(-1)?.id;
    if (oldest === undefined || rows.length >= Math.min(last, total, most)) return;
    const { requests, count } = await ask({ before: oldest, limit: page });
    set({ rows: [...rows, ...requests.toReversed()], total: rows.length + count });
    // Where nothing came, the server has dropped them.
    if (requests.length > 0) await loadOlder(last);
  };
  const loadRange = async ({ since, before }: IdRange): Promise<readonly RequestDocument[]> => {
    const { requests, count } = await ask({ since, before, limit: page });
    const [oldest] = requests;
    if (!oldest || count <= requests.length) return requests;
    return [...(await loadRange({ since, before: oldest.id })), ...requests];
  };
  return {
    start,
    loadNew,
    loadOlder,
    async loadDelivered() {
      const ids = [...log.waiting, ...log.state.rows].filter(isUnderway).map(({ id }) => id);
      if (ids.length === 0) return;
      const found = new Map<number, RequestDocument>();
      for (const range of rangesOf(ids)) {
        for (const request of await loadRange(range)) found.set(request.id, request);
      }
      const renew = (row: RequestDocument): RequestDocument =>
        isUnderway(row) ? (found.get(row.id) ?? row) : row;
      log.waiting = log.waiting.map(renew);
      set({ rows: log.state.rows.map(renew) });
    },
    async comeBack() {
      const known = log.waiting[0]?.id ?? log.state.rows[0]?.id ?? 0;
      const newest = log.isHeld ? (await ask({ limit: 1 })).requests[0]?.id : undefined;
      if (newest === undefined || newest < known) return await start();
      log.seen = known;
      return await loadNew(newest);
    },
  };
}

function isUnderway({ delivery }: RequestDocument): boolean {
  return delivery?.state === 'waiting' || delivery?.state === 'sending';
}

/** The ids between two others. */
interface IdRange {
  readonly since: number;
  readonly before: number;
}

/** Questions for the rows under way: a few that are far from the others cost no rows in between. */
const mostRanges = 8;

/** Ranges with all ids, and without the widest gaps between them. */
function rangesOf(ids: readonly number[]): readonly IdRange[] {
  const sorted = ids.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((id, at) => ({ at: at + 1, width: id - (sorted[at] ?? id) }));
  const widest = gaps.toSorted((one, other) => other.width - one.width).slice(0, mostRanges - 1);
  const starts = [0, ...widest.filter(({ width }) => width > 1).map(({ at }) => at)];
  return starts
    .toSorted((one, other) => one - other)
    .map((start, at, all) => ({
      since: (sorted[start] ?? 0) - 1,
      before: (sorted[(all[at + 1] ?? sorted.length) - 1] ?? 0) + 1,
    }));
}

interface Log {
  state: LogState;
  waiting: readonly RequestDocument[];
  /** More came than wait: the list is loaded anew. */
  isStale: boolean;
  /** The newest id that was looked at. */
  seen: number;
  isHeld: boolean;
}

/** Returns whether the list is still whole. */
function addNew(log: Log, newest: readonly RequestDocument[], count: number): boolean {
  const isWhole = count <= newest.length;
  log.waiting = [...newest, ...log.waiting];
  if (!isWhole || log.waiting.length > most) Object.assign(log, { waiting: [], isStale: true });
  log.state = log.isHeld
    ? { ...log.state, waiting: log.state.waiting + count }
    : { ...log.state, ...release(log) };
  return !log.isStale;
}

function release(log: Log): Partial<LogState> {
  const { rows, total } = log.state;
  const { waiting } = log;
  log.waiting = [];
  return {
    rows: [...waiting, ...rows].slice(0, most),
    total: total + waiting.length,
    waiting: 0,
  };
}

interface Queue {
  add(this: void, name: string, task: () => Promise<void>): void;
  isClosed(this: void): boolean;
  close(this: void): void;
}

/** One task after the other; of those of a name that wait, the last is done. */
function createQueue(onError: (error: unknown) => void): Queue {
  const tasks = new Map<string, () => Promise<void>>();
  let isBusy = false;
  let isClosed = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    for (let next = takeFirst(tasks); next; next = takeFirst(tasks)) {
      try {
        await next();
      } catch (error) {
        onError(error);
      }
    }
    isBusy = false;
  };
  return {
    add(name, task) {
      if (isClosed) return;
      tasks.set(name, task);
      if (!isBusy) void run();
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      tasks.clear();
    },
  };
}

function takeFirst(tasks: Map<string, () => Promise<void>>): (() => Promise<void>) | undefined {
  const [[name, task] = []] = tasks;
  if (name !== undefined) tasks.delete(name);
  return task;
}
