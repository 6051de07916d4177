import { expect, test } from 'vitest';

import type { Dice } from '../../kill/random.ts';
import { createDice } from '../../kill/random.ts';
import { checkRecord, TooManySteps } from './check-record.ts';
import type { Operation } from './operation.ts';
import { faults, simulate } from './simulated-register.test-kit.ts';
import { tryAllSequences } from './try-all-sequences.test-kit.ts';
import { write } from './write-history.test-kit.ts';

const good: Record<string, readonly Operation[]> = {
  'one client after the other': [
    write('a', [0, 1], 'read', 'absent'),
    write('a', [2, 3], 'create 1', 'made 1:'),
    write('b', [4, 5], 'append 2', 'shows 1:2'),
    write('b', [6, 7], 'change 3', 'shows 3:2'),
    write('a', [8, 9], 'put 4', 'shows 4:'),
    write('a', [10, 11], 'delete', 'deleted'),
    write('b', [12, 13], 'put 5', 'made 5:'),
  ],
  'two writes at once, of which either is last': [
    write('a', [0, 10], 'put 1', 'shows 1:'),
    write('b', [0, 10], 'put 2', 'made 2:'),
    write('c', [20, 21], 'read', 'shows 1:'),
  ],
  'reads during a write: the old state, then the new one': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 20], 'put 2', 'shows 2:'),
    write('b', [3, 4], 'read', 'shows 1:'),
    write('b', [5, 6], 'read', 'shows 2:'),
  ],
  'a write without an answer that has happened at once': [
    write('a', [0], 'put 1'),
    write('b', [1, 2], 'read', 'shows 1:'),
  ],
  'a write without an answer that happens late': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'put 2'),
    write('b', [3, 4], 'read', 'shows 1:'),
    write('b', [30, 31], 'append 3', 'shows 1:3'),
    write('b', [60, 61], 'read', 'shows 2:'),
  ],
  'a write without an answer that never happens': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'delete'),
    write('b', [30, 31], 'read', 'shows 1:'),
  ],
  'a deletion without an answer, which another client notices': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'delete'),
    write('b', [3, 4], 'append 2', 'absent'),
    write('b', [5, 6], 'create 3', 'made 3:'),
  ],
  'a refusal because of a change that no reply shows': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('b', [2], 'append 2'),
    write('a', [3, 4], 'change 3 if 1:', 'unmet'),
    write('a', [5, 6], 'delete', 'deleted'),
  ],
  'a change under a condition that is met by a write without an answer': [
    write('a', [0], 'create 1'),
    write('b', [1, 2], 'change 2 if 1:', 'shows 2:'),
  ],
  'a failure that changed nothing, as it says': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'put 2', 'unchanged'),
    write('a', [4, 5], 'read', 'shows 1:'),
  ],
  'a read without an answer, which tells nothing': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'read'),
    write('a', [3, 4], 'read', 'shows 1:'),
  ],
};

test.each(Object.entries(good))('takes %s', (_, operations) => {
  expect(checkRecord(operations)).toMatchObject({ isLinearizable: true });
});

const bad: Record<string, readonly Operation[]> = {
  'a stale read': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'put 2', 'shows 2:'),
    write('b', [4, 5], 'read', 'shows 1:'),
  ],
  'a read that goes back': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 20], 'put 2', 'shows 2:'),
    write('b', [3, 4], 'read', 'shows 2:'),
    write('c', [5, 6], 'read', 'shows 1:'),
  ],
  'a read that goes back over a write without an answer': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'put 2'),
    write('b', [3, 4], 'read', 'shows 2:'),
    write('c', [5, 6], 'read', 'shows 1:'),
  ],
  'a lost update': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 9], 'append 2', 'shows 1:2'),
    write('b', [2, 9], 'append 3', 'shows 1:3'),
  ],
  'an acknowledged write that is lost': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'append 2', 'shows 1:2'),
    write('b', [4, 5], 'read', 'shows 1:'),
  ],
  'an append that happens twice': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'append 2'),
    write('b', [3, 4], 'read', 'shows 1:2 2'),
  ],
  'a put that happens twice': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2], 'put 2'),
    write('b', [3, 4], 'read', 'shows 2:'),
    write('b', [5, 6], 'put 3', 'shows 3:'),
    write('b', [7, 8], 'read', 'shows 2:'),
  ],
  'a creation that meets its own first try': [write('a', [0, 1], 'create 1', 'exists')],
  'a deletion that meets its own first try': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'delete', 'absent'),
  ],
  'a deletion that is undone': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'delete', 'deleted'),
    write('b', [4, 5], 'read', 'shows 1:'),
  ],
  'a write that takes effect before it began': [
    write('b', [0, 1], 'read', 'shows 1:'),
    write('a', [2, 3], 'put 1', 'made 1:'),
  ],
  'a value that no client has written': [write('a', [0, 1], 'read', 'shows 7:')],
  'two clients that see two writes in two orders': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 90], 'append 2', 'shows 1:2 3'),
    write('b', [2, 90], 'append 3', 'shows 1:3'),
    write('c', [95, 96], 'read', 'shows 1:2 3'),
  ],
  'a condition that is met by no state': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'change 2', 'shows 2:'),
    write('b', [4, 5], 'change 3 if 1:', 'shows 3:'),
  ],
  'a condition that is met, and refused': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('b', [4, 5], 'change 3 if 1:', 'unmet'),
  ],
  'a failure that changed something, and says that it did not': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'put 2', 'unchanged'),
    write('a', [4, 5], 'read', 'shows 2:'),
  ],
  'a new record said to be made where there was one': [
    write('a', [0, 1], 'put 1', 'made 1:'),
    write('a', [2, 3], 'put 2', 'made 2:'),
  ],
};

test.each(Object.entries(bad))('refuses %s', (_, operations) => {
  expect(checkRecord(operations)).toMatchObject({ isLinearizable: false });
});

test('names the first reply that has no explanation, and what the record could be', () => {
  expect(checkRecord(bad['a stale read'] ?? [])).toMatchObject({
    refused: { client: 'b', result: { says: 'shows', state: '1:' } },
    states: ['2:'],
  });
});

test('says of small histories what trying all sequences says', () => {
  const verdicts = { good: 0, bad: 0 };
  for (let seed = 1; seed <= 6000; seed += 1) {
    const dice = createDice(seed);
    const fault = seed % 2 === 0 ? faults[dice.below(faults.length)] : undefined;
    const simulated = simulate({
      dice,
      clients: 1 + dice.below(4),
      operations: 2 + dice.below(7),
      unanswered: dice.next() * 0.6,
      ...(fault ? { fault } : {}),
    });
    const operations =
      seed % 3 === 0 ? exchangeReplies(simulated.operations, dice) : simulated.operations;
    const { isLinearizable } = checkRecord(operations);
    const isExplained = tryAllSequences(operations);
    expect({ seed, isLinearizable }).toEqual({ seed, isLinearizable: isExplained });
    verdicts[isLinearizable ? 'good' : 'bad'] += 1;
  }
  expect(verdicts.good).toBeGreaterThan(3000);
  expect(verdicts.bad).toBeGreaterThan(250);
});

/** Two operations of one kind get each other's reply. */
function exchangeReplies(operations: readonly Operation[], dice: Dice): readonly Operation[] {
  const answered = operations.filter(({ result }) => result);
  const one = answered[dice.below(answered.length)];
  const same = answered.filter(({ kind }) => kind === one?.kind);
  const other = same[dice.below(same.length)];
  if (!one?.result || !other?.result) return operations;
  const [first, second] = [one.result, other.result];
  return operations.map((operation) => {
    if (operation === one) return { ...operation, result: second };
    return operation === other ? { ...operation, result: first } : operation;
  });
}

const sizes = { clients: 3, operations: 300, unanswered: 0.15 };
const seeds = Array.from({ length: 30 }, (_, seed) => seed + 1);

test('takes what a register shows at random, with writes that have no answer', () => {
  for (const seed of seeds) {
    const { operations } = simulate({ ...sizes, dice: createDice(seed) });
    expect({ seed, ...checkRecord(operations) }).toMatchObject({ seed, isLinearizable: true });
  }
});

/** Of 30. A fault that no client has seen, between requests that overlap or before the next put, is none. */
const visible: Record<(typeof faults)[number], number> = {
  'shows what was before the last write': 21,
  'forgets a write that it acknowledged': 20,
  'does a write twice': 22,
  'brings back what was deleted': 25,
  'does half of two appends at once': 28,
  'says that there is no record': 24,
};

test.each(faults)('refuses histories of a register that once %s', (fault) => {
  const refused = seeds.filter((seed) => {
    const few = { clients: 2, operations: 300, unanswered: 0.05 };
    const { operations, isFaulty } = simulate({ ...few, dice: createDice(seed), fault });
    expect(isFaulty).toBe(true);
    return !checkRecord(operations).isLinearizable;
  });
  expect(refused).toHaveLength(visible[fault]);
});

test('is not slowed down by hundreds of writes without an answer', () => {
  const lost = Array.from({ length: 600 }, (_, index) =>
    write(
      'a',
      [index],
      ['put', 'append', 'change', 'delete', 'create'][index % 5] + ` ${index + 1000}`,
    ),
  );
  const replies = Array.from({ length: 100 }, (_, index) =>
    write('b', [700 + index, 700.5 + index], 'read', 'absent'),
  );
  const stale = write('b', [900, 901], 'read', 'shows 7:');

  expect(checkRecord([...lost, ...replies])).toMatchObject({ isLinearizable: true });
  expect(checkRecord([...lost, ...replies, stale])).toMatchObject({ isLinearizable: false });
});

test('gives up loudly where the search has no end in sight', () => {
  const { operations } = simulate({ ...sizes, dice: createDice(1) });
  expect(() => checkRecord(operations, { limit: 100 })).toThrow(TooManySteps);
});
