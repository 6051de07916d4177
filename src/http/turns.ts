import type { ServerResponse } from 'node:http';

import { onceOver } from './connections/end-gently.ts';
import type { Connection, TaskLines, RequestTask } from './lines.ts';
import { createLines } from './lines.ts';

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
  const lines = createLines(plan);
  const countUnread = createUnreadCount(lines);
  const work = createWork();
  const answerAll = (): void => {
    const arrived = waiting;
    waiting = [];
    isPlanned = false;
    inARow = 0;
    work.begin();
    answerArrived(arrived, lines, work);
    // New requests go first, but not for ever: at least one waiting line goes on in each turn.
    if (lines.takeTurn(mostInARow, work.noteDone)) plan();
  };
  const sendAll = (): void => {
    const tasks = ready;
    ready = [];
    for (const task of tasks) task();
  };
  return {
    hold: lines.hold,
    clear: lines.clear,
    answer(task, connection) {
      inARow = connection === last ? inARow + 1 : 0;
      last = connection;
      const isPostponed = inARow >= mostInARow || lines.has(connection);
      isAlone = inARow > 0 && waiting.length === 0 && !isPostponed && !work.isOver();
      if (isAlone) {
        task();
      } else if (isPostponed) {
        lines.push(connection, task);
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
      work.noteDone();
    } else {
      const tasks = left.get(connection);
      if (tasks) tasks.push(task);
      else left.set(connection, [task]);
    }
  }
  for (const [connection, tasks] of left) lines.unshift(connection, tasks);
}

/** Counts what is done in one turn. */
interface Work {
  begin(this: void): void;
  /** Whether the turn has reached its limit. */
  isOver(this: void): boolean;
  /** Counts an answered request; returns whether the turn is over. */
  noteDone(this: void): boolean;
  noteBytes(this: void, bytes: number): void;
}

/** The size of its reply shows what a request costs, so bytes are limited, too. */
function createWork(): Work {
  let requests = 0;
  let bytes = 0;
  const isOver = (): boolean => bytes > mostBytes || requests >= mostRequests;
  return {
    isOver,
    begin() {
      requests = 0;
      bytes = 0;
    },
    noteDone() {
      requests += 1;
      return isOver();
    },
    noteBytes: (more) => void (bytes += more),
  };
}

/** Holds a connection while more bytes wait on it than a client may leave unread. */
function createUnreadCount({ hold }: TaskLines): Turns['noteReply'] {
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
    if (sum > mostUnread) onceOver(response, hold(connection));
  };
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
