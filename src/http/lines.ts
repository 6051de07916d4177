/** The work for one request. It never throws. */
export type RequestTask = () => void;

/** A connection that requests come by. The server stops reading it while too many requests wait. */
export interface Connection {
  pause?(): unknown;
  resume?(): unknown;
  destroy?(): unknown;
}

/**
 * In milliseconds. While the server does not read a connection, it can't notice that the client is
 * gone. After so long without progress it closes the connection.
 */
const longestStill = 60_000;

/** With more waiting requests a connection is not read; requests that were read still wait. */
const mostWaiting = 64;

/** Requests that wait for a hold to end or for a later turn, in order for each connection. */
export interface TaskLines {
  has(this: void, connection: Connection): boolean;
  isHeld(this: void, connection: Connection): boolean;
  push(this: void, connection: Connection, task: RequestTask): void;
  /** Adds tasks that have come before all that wait. */
  unshift(this: void, connection: Connection, tasks: readonly RequestTask[]): void;
  /** Begins all waiting tasks at once after the connection was cut off: each of them ends there. */
  clear(this: void, connection: Connection): void;
  /** Lets present and future tasks of a connection wait until the returned function is called. */
  hold(this: void, connection: Connection): () => void;
  /**
   * Goes on with the lines that were due at the end of the last turn, up to `most` tasks of each.
   * `noteDone` is called after each task, and returns whether the turn is over. At least one line
   * goes on in any case. Returns whether lines are left for the next turn.
   */
  takeTurn(this: void, most: number, noteDone: () => boolean): boolean;
}

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
export function createLines(onDue: () => void): TaskLines {
  /** Nearly always empty. */
  const lines = new Map<Connection, TaskLine>();
  let now: TaskLine[] = [];
  let later: TaskLine[] = [];
  const lineOf = (connection: Connection): TaskLine => {
    const known = lines.get(connection);
    if (known) return known;
    const line = newLine(connection);
    lines.set(connection, line);
    return line;
  };
  const settle = (line: TaskLine): void => {
    const isEmpty = line.tasks.length === 0;
    if (isEmpty) readOn(line);
    if (line.holds > 0 || line.isDue) return;
    if (isEmpty) return void lines.delete(line.connection);
    line.isDue = true;
    later.push(line);
    onDue();
  };
  const change = (connection: Connection, make: (line: TaskLine) => void): void => {
    const line = lineOf(connection);
    make(line);
    if (line.tasks.length > mostWaiting) readNoMore(line);
    settle(line);
  };
  return {
    has: (connection) => lines.size > 0 && lines.has(connection),
    isHeld: (connection) => lines.size > 0 && (lines.get(connection)?.holds ?? 0) > 0,
    push: (connection, task) => change(connection, ({ tasks }) => void tasks.push(task)),
    unshift: (connection, more) => change(connection, ({ tasks }) => void tasks.unshift(...more)),
    clear: (connection) => doAll(lines.get(connection)?.tasks.splice(0)),
    hold(connection) {
      const line = lineOf(connection);
      line.holds += 1;
      return once(() => {
        line.holds -= 1;
        settle(line);
      });
    },
    takeTurn(most, noteDone) {
      const taken = now;
      now = [];
      let isOver = false;
      for (const line of taken) {
        if (isOver) {
          now.push(line);
          continue;
        }
        line.isDue = false;
        isOver = goOn(line, most, noteDone);
        settle(line);
      }
      now.push(...later);
      later = [];
      return now.length > 0;
    },
  };
}

function newLine(connection: Connection): TaskLine {
  return { connection, tasks: [], holds: 0, isDue: false, isPaused: false, limit: undefined };
}

function doAll(tasks: readonly RequestTask[] = []): void {
  for (const task of tasks) task();
}

/** Runs up to `most` tasks of a line. Returns whether the turn is over. */
function goOn(line: TaskLine, most: number, noteDone: () => boolean): boolean {
  for (let left = most; left > 0 && line.holds === 0; left -= 1) {
    const task = line.tasks.shift();
    if (!task) return false;
    line.limit?.refresh();
    task();
    if (noteDone()) return true;
  }
  return false;
}

function once(task: RequestTask): RequestTask {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
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
