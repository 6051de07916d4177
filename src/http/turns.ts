/** What is to be done for one request. It throws nothing. */
export type Task = () => void;

/** When requests are answered, and replies sent. */
export interface Turns {
  /** `connection` is the one that it came by. */
  answer(task: Task, connection: object): void;
  send(task: Task): void;
}

/**
 * Where many ask at once, all requests that have come in one turn of the event loop are read first, then
 * answered, then sent their replies. Each write wakes whoever waits for it, which costs as much as the
 * answer; who is awake already costs nothing. Done one after the other, as Node does it, a request
 * takes twice as long. Who is alone, as far as can be told, is answered at once. One connection may send thousands of
 * requests in one turn: so many of them are answered, and the rest in the turns that follow, so that others are served.
 */
export function createTurns(): Turns {
  let last: object | undefined;
  let inARow = 0;
  let isAlone = false;
  let isPlanned = false;
  let waiting: Task[] = [];
  let ready: Task[] = [];
  /** By their connections; none, as nearly always. */
  const postponed = new Map<object, Task[]>();
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(answerAll);
  };
  const answerAll = (): void => {
    const tasks = waiting;
    waiting = [];
    isPlanned = false;
    inARow = 0;
    for (const task of tasks) task();
    if (postponed.size > 0) takeUp();
  };
  /** The connections take turns, too. */
  const takeUp = (): void => {
    for (const [connection, tasks] of [...postponed].slice(0, mostConnections)) {
      waiting.push(...tasks.splice(0, mostInARow));
      postponed.delete(connection);
      if (tasks.length > 0) postponed.set(connection, tasks);
    }
    plan();
  };
  const sendAll = (): void => {
    const tasks = ready;
    ready = [];
    for (const task of tasks) task();
  };
  return {
    answer(task, connection) {
      inARow = connection === last ? inARow + 1 : 0;
      last = connection;
      const before = postponed.size === 0 ? undefined : postponed.get(connection);
      const isPostponed = before !== undefined || inARow >= mostInARow;
      isAlone = inARow > 0 && waiting.length === 0 && !isPostponed;
      if (isAlone) {
        task();
        return;
      }
      if (before) before.push(task);
      else if (isPostponed) postponed.set(connection, [task]);
      else waiting.push(task);
      plan();
    },
    send(task) {
      if (isAlone && ready.length === 0) task();
      else if (ready.push(task) === 1) process.nextTick(sendAll);
    },
  };
}

/** So many requests of one connection are answered in one turn. */
const mostInARow = 64;
/** And those of so many connections that have sent more. */
const mostConnections = 4;
