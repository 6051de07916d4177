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
