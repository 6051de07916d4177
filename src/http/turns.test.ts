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
});
