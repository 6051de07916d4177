import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createTurns } from './turns.ts';

/** Notes what is done, in its order. */
function play(connections: readonly object[]): string[] {
  const turns = createTurns();
  const done: string[] = [];
  for (const [index, connection] of connections.entries()) {
    turns.answer(() => {
      done.push(`answer ${index}`);
      turns.send(() => void done.push(`send ${index}`));
    }, connection);
  }
  return done;
}

describe('requests of one turn', () => {
  const [one, other] = [{}, {}];

  it('are answered together, and then sent their replies', async () => {
    const done = play([one, other, one]);
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual(['answer 0', 'answer 1', 'answer 2', 'send 0', 'send 1', 'send 2']);
  });

  it('are answered at once where they come by the connection that the last one came by', async () => {
    const turns = createTurns();
    const done: string[] = [];
    const ask = (name: string): void => {
      turns.answer(() => turns.send(() => void done.push(name)), one);
    };
    ask('a');
    await nextTurn();
    ask('b');
    expect(done).toEqual(['a', 'b']);
    ask('c');
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('never overtake one another', async () => {
    const done = play([one, other, other, other]);
    await nextTurn();
    expect(done.filter((step) => step.startsWith('send'))).toEqual([
      'send 0',
      'send 1',
      'send 2',
      'send 3',
    ]);
  });

  it('are sent what was ready later in a turn of its own', async () => {
    const turns = createTurns();
    const done: string[] = [];
    let resolve: () => void = () => undefined;
    const answered = new Promise<void>((settle) => {
      resolve = settle;
    });
    turns.answer(() => {
      void answered.then(() => turns.send(() => void done.push('late')));
    }, one);
    turns.answer(() => turns.send(() => void done.push('soon')), other);
    await nextTurn();
    expect(done).toEqual(['soon']);
    resolve();
    await nextTurn();
    expect(done).toEqual(['soon', 'late']);
  });

  it('are not all answered in it where one connection sends very many', async () => {
    const turns = createTurns();
    const done: string[] = [];
    const ask = (name: string, connection: object): void =>
      turns.answer(() => void done.push(name), connection);
    const names = Array.from({ length: 1000 }, (_, index) => `many ${index}`);
    for (const name of names) ask(name, one);
    await nextTurn();
    expect(done.length).toBeLessThanOrEqual(64);
    ask('soon', other);
    ask('last', one);
    await nextTurn();
    expect(done).toContain('soon');
    expect(done.length).toBeLessThanOrEqual(2 * 64 + 1);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(done.filter((name) => name !== 'soon')).toEqual([...names, 'last']);
  });

  it('are answered in turns where several connections send very many', async () => {
    const turns = createTurns();
    const connections = Array.from({ length: 10 }, () => ({}));
    let count = 0;
    for (const connection of connections) {
      for (let index = 0; index < 500; index += 1) {
        turns.answer(() => void (count += 1), connection);
      }
    }
    // The first of each have come like any others.
    await nextTurn();
    for (let turn = 0; turn < 10; turn += 1) {
      const before = count;
      await nextTurn();
      expect(count - before).toBeLessThanOrEqual(4 * 64);
    }
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(count).toBe(5000);
  });
});

class FakeSocket extends EventEmitter {
  destroyed = false;
  isPaused = false;
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
}

interface Connection {
  readonly socket: FakeSocket;
  /** A new response on it; it waits behind those that are not over. */
  respond(): ServerResponse;
  /** The client has read the first one. */
  read(): void;
  leave(): void;
}

/** What turns see of a connection. */
function createConnection(): Connection {
  const socket = new FakeSocket();
  const responses: (EventEmitter & { closed: boolean; socket: unknown })[] = [];
  return {
    socket,
    respond() {
      const own = { closed: false, req: { socket }, socket: responses[0] ? null : socket };
      const response = Object.assign(new EventEmitter(), own);
      responses.push(response);
      return response as unknown as ServerResponse;
    },
    read() {
      const first = responses.shift();
      if (!first) throw new Error('there is nothing to read');
      Object.assign(first, { closed: true });
      first.emit('close');
      Object.assign(responses[0] ?? {}, { socket });
    },
    leave() {
      socket.destroyed = true;
      socket.emit('close');
    },
  };
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe('requests with large replies', () => {
  const large = 1_000_000;

  /** Each asks so many times for a reply of that size. */
  function askAll(connections: readonly Connection[], times: number, size: number): string[] {
    const turns = createTurns();
    const done: string[] = [];
    for (const [index, connection] of connections.entries()) {
      for (let time = 0; time < times; time += 1) {
        turns.answer(() => {
          done.push(`${index}: ${time}`);
          turns.noteReply(size, connection.respond());
        }, connection.socket);
      }
    }
    return done;
  }

  it('are answered one in a turn', async () => {
    const connections = Array.from({ length: 10 }, createConnection);
    const done = askAll(connections, 1, large);
    for (let turn = 1; turn <= 6; turn += 1) {
      await nextTurn();
      expect(done).toHaveLength(turn);
    }
    await someTurns();
    expect(done).toEqual(connections.map((_, index) => `${index}: 0`));
  });

  it('are answered so many in a turn as their replies are no larger together', async () => {
    const connections = Array.from({ length: 10 }, createConnection);
    const done = askAll(connections, 1, 20_000);
    await nextTurn();
    expect(done).toHaveLength(4);
  });

  it('let those go first that come meanwhile, but not for ever', async () => {
    const turns = createTurns();
    const done: string[] = [];
    const ask = (name: string): void => {
      const connection = createConnection();
      turns.answer(() => {
        done.push(name);
        turns.noteReply(large, connection.respond());
      }, connection.socket);
    };
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    await nextTurn();
    expect(done).toEqual(['a']);
    ask('new');
    await nextTurn();
    expect(done).toEqual(['a', 'new', 'b']);
    ask('newer');
    await nextTurn();
    expect(done).toEqual(['a', 'new', 'b', 'newer', 'c']);
  });

  it('wait until the client has read the reply before', async () => {
    const connection = createConnection();
    const done = askAll([connection], 3, large);
    await someTurns();
    expect(done).toEqual(['0: 0']);
    connection.read();
    await someTurns();
    expect(done).toEqual(['0: 0', '0: 1']);
    connection.read();
    await someTurns();
    expect(done).toEqual(['0: 0', '0: 1', '0: 2']);
  });

  it('go on when the client is gone, and nothing holds them any more', async () => {
    const connection = createConnection();
    const done = askAll([connection], 3, large);
    await someTurns();
    connection.leave();
    await someTurns();
    expect(done).toEqual(['0: 0', '0: 1', '0: 2']);
  });

  it('are held by many small replies that are not read, too', async () => {
    const connection = createConnection();
    const done = askAll([connection], 200, 1000);
    await someTurns();
    // The first has not to wait for another.
    expect(done).toHaveLength(1 + 66);
    while (done.length < 200) {
      const before = done.length;
      connection.read();
      await someTurns();
      if (done.length > before) expect(done.length - before).toBeLessThanOrEqual(1 + 66);
    }
    expect(done).toEqual(Array.from({ length: 200 }, (_, time) => `0: ${time}`));
  });

  it('do not hold those of other connections', async () => {
    const connections = [createConnection(), createConnection()];
    const done = askAll(connections, 2, large);
    await someTurns();
    expect(done).toEqual(['0: 0', '1: 0']);
  });
});

describe('a connection that is held', () => {
  it('is let on once all that held it is over', async () => {
    const turns = createTurns();
    const connection = {};
    let isDone = false;
    const [one, other] = [turns.hold(connection), turns.hold(connection)];
    turns.answer(() => void (isDone = true), connection);
    one();
    one();
    await someTurns();
    expect(isDone).toBe(false);
    other();
    await someTurns();
    expect(isDone).toBe(true);
  });
});

describe('a connection that sends more than is answered', () => {
  it('is not read any further until all that waits was begun', async () => {
    const turns = createTurns();
    const { socket } = createConnection();
    const done: number[] = [];
    const ask = (index: number): void => turns.answer(() => void done.push(index), socket);
    for (let index = 0; index < 64; index += 1) ask(index);
    expect(socket.isPaused).toBe(false);
    for (let index = 64; index < 1000; index += 1) ask(index);
    while (done.length < 1000) {
      // As Node does where a request was answered.
      socket.resume();
      expect(socket.isPaused).toBe(true);
      await nextTurn();
    }
    expect(socket.isPaused).toBe(false);
  });
});
