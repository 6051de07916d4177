/** What is to be done for one request. It throws nothing. */
export type RequestTask = () => void;

/** What requests come by; nothing more is read of one that has very many waiting. */
export interface Connection {
  pause?(): unknown;
  resume?(): unknown;
  destroy?(): unknown;
}

/** While nothing is read of a connection the server does not hear that its client is gone; after so many milliseconds it is. */
const longestStill = 60_000;

/** So many requests of a connection may wait before nothing more is read of it; what was read comes in any case. */
const mostWaiting = 64;

/** What waits for its connection to be let on, or for a later turn of the event loop; of each connection in its order. */
export interface TaskLines {
  has(this: void, connection: Connection): boolean;
  isHeld(this: void, connection: Connection): boolean;
  push(this: void, connection: Connection, task: RequestTask): void;
  /** They have come before all that waits. */
  unshift(this: void, connection: Connection, tasks: readonly RequestTask[]): void;
  /** The connection was cut off: what waits is begun at once, since it ends there. */
  clear(this: void, connection: Connection): void;
  /** What waits, and what comes, waits until what is returned is called. */
  hold(this: void, connection: Connection): () => void;
  /**
   * One turn of those that could go on since the last one, in turns: so many tasks of each. `noteDone` hears of each task, and
   * says whether the turn is over. At least one is done in any case. Returns whether there is more to do.
   */
  takeTurn(this: void, most: number, noteDone: () => boolean): boolean;
}

interface TaskLine {
  readonly connection: Connection;
  readonly tasks: RequestTask[];
  holds: number;
  isDue: boolean;
  isPaused: boolean;
  /** Ends a connection that is not read and does not go on. */
  limit: NodeJS.Timeout | undefined;
}

/** `onDue` is called when one may go on that could not before. */
export function createLines(onDue: () => void): TaskLines {
  /** None, as nearly always. */
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

/** Returns whether the turn is over. */
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
  // Node would go on with each request that was answered.
  connection.resume = () => connection;
}

/** Before the last of them is over: it may wait for its body. */
function readOn(line: TaskLine): void {
  const { connection } = line;
  if (!line.isPaused) return;
  line.isPaused = false;
  clearTimeout(line.limit);
  Reflect.deleteProperty(connection, 'resume');
  connection.resume?.();
}
