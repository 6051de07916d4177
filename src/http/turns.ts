import type { ServerResponse } from 'node:http';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

import { once } from '../base/once.ts';
import { onceOver } from './connections/end-gently.ts';

/** Decides when requests are answered and when replies are sent. */
export interface Turns {
  /** Runs a task now or in a later turn, in order for each connection. */
  answer(task: RequestTask, connection: Connection): void;
  /** Begins the waiting requests of a connection that was cut off: each of them ends there. */
  clear(connection: Connection): void;
  /** Begins no more requests of a connection until the returned function is called. */
  hold(connection: Connection): () => void;
  /** Notes a reply's body. While a client leaves too much unread, it gets no more replies. */
  noteReply(bytes: number, response: ServerResponse): void;
  send(task: RequestTask): void;
}

/** The work for one request. It never throws. */
type RequestTask = () => void;

/** A connection that requests come by. The server stops reading it while too many requests wait. */
interface Connection {
  pause?(): unknown;
  resume?(): unknown;
  destroy?(): unknown;
}

interface AskedTask {
  readonly task: RequestTask;
  readonly connection: Connection;
}

/**
 * Chooses when to answer so that many clients at once cost less. All requests that come in one turn
 * of the event loop are read first, then answered, and then their replies are sent. Each write
 * wakes the client that waits for it, which costs as much as the answer; a client that is already
 * awake costs nothing. If the server wrote each reply at once, as Node does, a request would take
 * twice as long. If, as far as the server can tell, only one client sends, its requests are
 * answered at once. A turn is limited by the number of requests and the size of their replies. The
 * rest waits for the next turns, so that other clients are served.
 */
export function createTurns(): Turns {
  let last: Connection | undefined;
  let inARow = 0;
  let isAlone = false;
  let isPlanned = false;
  let waiting: AskedTask[] = [];
  let ready: RequestTask[] = [];
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(answerAll);
  };
  const lines = new TaskLines(plan);
  const countUnread = createUnreadCount(lines);
  const work = new Work();
  const answerAll = (): void => {
    const arrived = waiting;
    waiting = [];
    isPlanned = false;
    inARow = 0;
    work.begin();
    answerArrived(arrived, lines, work);
    // New requests go first, but not for ever: at least one waiting line goes on in each turn.
    if (lines.takeTurn(work)) plan();
  };
  const sendAll = (): void => {
    const tasks = ready;
    ready = [];
    for (const task of tasks) task();
  };
  return {
    hold: (connection) => lines.hold(connection),
    clear: (connection) => lines.clear(connection),
    answer(task, connection) {
      inARow = connection === last ? inARow + 1 : 0;
      last = connection;
      const isPostponed = inARow >= mostInARow || lines.has(connection);
      isAlone = inARow > 0 && waiting.length === 0 && !isPostponed && !work.isOver();
      if (isAlone) {
        task();
      } else if (isPostponed) {
        lines.add(connection, [task], false);
      } else {
        waiting.push({ task, connection });
        plan();
      }
    },
    noteReply(size, response) {
      work.noteBytes(size);
      countUnread(size, response);
    },
    send(task) {
      if (isAlone && ready.length === 0) task();
      else if (ready.push(task) === 1) process.nextTick(sendAll);
    },
  };
}

/** Requests that do not fit into this turn go to the front of their lines. */
function answerArrived(arrived: readonly AskedTask[], lines: TaskLines, work: Work): void {
  const left = new Map<Connection, RequestTask[]>();
  for (const { task, connection } of arrived) {
    if (!work.isOver() && !lines.isHeld(connection)) {
      task();
      work.noteRequest();
    } else {
      const tasks = left.get(connection);
      if (tasks) tasks.push(task);
      else left.set(connection, [task]);
    }
  }
  for (const [connection, tasks] of left) lines.add(connection, tasks, true);
}

/** Counts what is done in one turn: requests, and bytes, since large replies cost more. */
class Work {
  private requests = 0;
  private bytes = 0;

  begin(): void {
    this.requests = 0;
    this.bytes = 0;
  }

  /** Whether the turn has reached its limit. */
  isOver(): boolean {
    return this.bytes > mostBytes || this.requests >= mostRequests;
  }

  noteRequest(): void {
    this.requests += 1;
  }

  noteBytes(more: number): void {
    this.bytes += more;
  }
}

/** Holds a connection while more bytes wait on it than a client may leave unread. */
function createUnreadCount(lines: TaskLines): Turns['noteReply'] {
  const unread = new WeakMap<object, number>();
  return (bytes, response) => {
    // A response with a socket is the first that the client reads.
    if (response.socket && bytes <= mostUnread) return;
    const connection = response.req.socket;
    // For a response that is over, no event would end the hold.
    if (response.closed || connection.destroyed) return;
    const sum = (unread.get(connection) ?? 0) + Math.max(bytes, leastReply);
    unread.set(connection, sum > mostUnread ? 0 : sum);
    // Replies are sent in order: when this one is over, all before it are, too.
    if (sum > mostUnread) onceOver(response, lines.hold(connection));
  };
}

/** Requests of a connection that wait, in order, for a hold to end or for a later turn. */
interface TaskLine {
  readonly connection: Connection;
  readonly tasks: RequestTask[];
  holds: number;
  isDue: boolean;
  isPaused: boolean;
  /** Closes the connection if it is not read and its line makes no progress. */
  limit: NodeJS.Timeout | undefined;
}

/** Calls `onDue` when a line becomes due that could not go on before. */
class TaskLines {
  /** Nearly always empty. */
  private readonly lines = new Map<Connection, TaskLine>();
  private readonly onDue: () => void;
  private now: TaskLine[] = [];
  private later: TaskLine[] = [];

  constructor(onDue: () => void) {
    this.onDue = onDue;
  }

  has(connection: Connection): boolean {
    return this.lines.size > 0 && this.lines.has(connection);
  }

  isHeld(connection: Connection): boolean {
    return this.lines.size > 0 && (this.lines.get(connection)?.holds ?? 0) > 0;
  }

  /** `isFirst`: the tasks have come before all that wait. */
  add(connection: Connection, tasks: readonly RequestTask[], isFirst: boolean): void {
    const line = this.lineOf(connection);
    if (isFirst) line.tasks.unshift(...tasks);
    else line.tasks.push(...tasks);
    if (line.tasks.length > mostWaiting) readNoMore(line);
    this.settle(line);
  }

  clear(connection: Connection): void {
    for (const task of this.lines.get(connection)?.tasks.splice(0) ?? []) task();
  }

  hold(connection: Connection): () => void {
    const line = this.lineOf(connection);
    line.holds += 1;
    return once(() => {
      line.holds -= 1;
      this.settle(line);
    });
  }

  /**
   * Goes on with the lines that were due at the end of the last turn, until the turn is over. At
   * least one line goes on in any case. Returns whether lines are left for the next turn.
   */
  takeTurn(work: Work): boolean {
    let isOver = false;
    for (const line of this.now.splice(0)) {
      if (isOver) this.now.push(line);
      else {
        line.isDue = false;
        isOver = goOn(line, work);
        this.settle(line);
      }
    }
    this.now.push(...this.later.splice(0));
    return this.now.length > 0;
  }

  private lineOf(connection: Connection): TaskLine {
    const known = this.lines.get(connection);
    if (known) return known;
    const state = { holds: 0, isDue: false, isPaused: false, limit: undefined };
    const line = { connection, tasks: [], ...state };
    this.lines.set(connection, line);
    return line;
  }

  private settle(line: TaskLine): void {
    const isEmpty = line.tasks.length === 0;
    if (isEmpty) readOn(line);
    if (line.holds > 0 || line.isDue) return;
    if (isEmpty) return void this.lines.delete(line.connection);
    line.isDue = true;
    this.later.push(line);
    this.onDue();
  }
}

/** Runs tasks of a line. Returns whether the turn is over. */
function goOn(line: TaskLine, work: Work): boolean {
  for (let left = mostInARow; left > 0 && line.holds === 0; left -= 1) {
    const task = line.tasks.shift();
    if (!task) return false;
    line.limit?.refresh();
    task();
    work.noteRequest();
    if (work.isOver()) return true;
  }
  return false;
}

function readNoMore(line: TaskLine): void {
  const { connection } = line;
  if (line.isPaused || !connection.pause) return;
  line.isPaused = true;
  connection.pause();
  line.limit = setTimeout(() => void connection.destroy?.(), longestStill).unref();
  // Node would resume the connection after each answered request.
  connection.resume = () => connection;
}

/** Reads on when no task waits, even if the last one still runs: it may wait for its body. */
function readOn(line: TaskLine): void {
  const { connection } = line;
  if (!line.isPaused) return;
  line.isPaused = false;
  clearTimeout(line.limit);
  Reflect.deleteProperty(connection, 'resume');
  connection.resume?.();
}

/** How many requests of one connection are answered in one turn. */
const mostInARow = 64;
/** How many requests of all connections are answered in one turn. */
const mostRequests = 256;
/** A turn ends when the bodies of its replies have more bytes than this. */
const mostBytes = 65_536;
/** Bytes of replies that may wait on a connection before the server makes no more for it. */
const mostUnread = 65_536;
/** How many bytes a waiting reply counts at least, however small its body is. */
const leastReply = 512;
/**
 * In milliseconds. While the server does not read a connection, it can't notice that the client is
 * gone. After so long without progress it closes the connection.
 */
const longestStill = 60_000;

/** With more waiting requests a connection is not read; requests that were read still wait. */
const mostWaiting = 64;
