import type { ServerResponse } from 'node:http';

import { onceOver } from './connections/end-gently.ts';
import type { Connection, TaskLines, RequestTask } from './lines.ts';
import { createLines } from './lines.ts';

/** When requests are answered, and replies sent. */
export interface Turns {
  /** `connection` is the one that it came by. */
  answer(task: RequestTask, connection: Connection): void;
  /** The connection was cut off: its requests end where they begin. */
  clear(connection: Connection): void;
  /** What comes by the connection is not begun before what is returned is called. */
  hold(connection: Connection): () => void;
  /** A reply has a body of that size. While a client leaves very much unread, no more is made for it. */
  noteReply(bytes: number, response: ServerResponse): void;
  send(task: RequestTask): void;
}

interface AskedTask {
  readonly task: RequestTask;
  readonly connection: Connection;
}

/**
 * Where many ask at once, all requests that have come in one turn of the event loop are read first, then
 * answered, then sent their replies. Each write wakes whoever waits for it, which costs as much as the
 * answer; who is awake already costs nothing. Done one after the other, as Node does it, a request
 * takes twice as long. Who is alone, as far as can be told, is answered at once. What is answered in one turn is
 * bounded, by number and by the size of the replies, and the rest waits for the turns that follow, so that others are served.
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
    // What came meanwhile has gone first, and does not for ever: at least one line goes on in each turn.
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

/** Those that can't be answered in this turn are the first of their lines. */
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

/** What is done in one turn. */
interface Work {
  begin(this: void): void;
  /** Whether there was as much as there may be. */
  isOver(this: void): boolean;
  /** A request was answered; returns whether that was the last one. */
  noteDone(this: void): boolean;
  noteBytes(this: void, bytes: number): void;
}

/** What a request costs goes by the size of its reply. */
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

/** Holds a connection while more waits on it than a client may leave unread. */
function createUnreadCount({ hold }: TaskLines): Turns['noteReply'] {
  const unread = new WeakMap<object, number>();
  return (bytes, response) => {
    // One that has its socket is the first of those that wait to be read.
    if (response.socket && bytes <= mostUnread) return;
    const connection = response.req.socket;
    // After its end nothing would let the connection on.
    if (response.closed || connection.destroyed) return;
    const sum = (unread.get(connection) ?? 0) + Math.max(bytes, leastReply);
    unread.set(connection, sum > mostUnread ? 0 : sum);
    // Replies are sent in order: once this one was, all before it were.
    if (sum > mostUnread) onceOver(response, hold(connection));
  };
}

/** So many requests of one connection are answered in one turn. */
const mostInARow = 64;
/** And so many of all connections, */
const mostRequests = 256;
/** or until the bodies of their replies have more bytes than these. */
const mostBytes = 65_536;
/** Bytes of replies that may wait behind others of the same connection before no more are made for it. */
const mostUnread = 65_536;
/** What a reply takes while it waits, however small its body is. */
const leastReply = 512;
