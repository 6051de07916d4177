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
 * takes twice as long. Who is alone, as far as can be told, is answered at once.
 */
export function createTurns(): Turns {
  let last: object | undefined;
  let isAlone = false;
  let waiting: Task[] = [];
  let ready: Task[] = [];
  const answerAll = (): void => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };
  const sendAll = (): void => {
    const tasks = ready;
    ready = [];
    for (const task of tasks) task();
  };
  return {
    answer(task, connection) {
      isAlone = connection === last && waiting.length === 0;
      last = connection;
      if (isAlone) task();
      else if (waiting.push(task) === 1) setImmediate(answerAll);
    },
    send(task) {
      if (isAlone && ready.length === 0) task();
      else if (ready.push(task) === 1) process.nextTick(sendAll);
    },
  };
}
