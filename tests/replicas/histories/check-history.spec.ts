import { expect, test } from 'vitest';

import { createDice } from '../../kill/random.ts';
import { checkHistory } from './check-history.ts';
import { findLostWrites } from './lost-writes.ts';
import type { Operation } from './operation.ts';
import { shorten } from './shorten.ts';
import { simulate } from './simulated-register.test-kit.ts';
import { write } from './write-history.test-kit.ts';

const start = write('a', [0, 1], 'put 1', 'made 1:');

test.each<[string, readonly Operation[], Operation]>([
  ['an entry', [start, write('a', [2, 3], 'append 2', 'shows 1:2')], read('shows 1:')],
  ['a value', [start, write('a', [2, 3], 'change 2', 'shows 2:')], read('shows 1:')],
  ['a record', [write('a', [0, 1], 'create 1', 'made 1:')], read('absent')],
  ['a deletion', [start, write('a', [2, 3], 'delete', 'deleted')], read('shows 1:')],
  [
    'an entry, where others may have changed the value since',
    [start, write('a', [2, 3], 'append 2', 'shows 1:2'), write('b', [4], 'change 3')],
    read('shows 3:'),
  ],
  [
    'a value, where a write before it has no answer that counts but that it changed nothing',
    [start, write('a', [2, 3], 'change 2', 'shows 2:'), write('b', [4, 5], 'put 3', 'unchanged')],
    read('shows 1:'),
  ],
])('finds that %s is lost', (_, operations, finalRead) => {
  const lost = findLostWrites(operations, [finalRead]);
  expect(lost).toEqual([{ write: operations[1] ?? operations[0], read: finalRead }]);
});

test.each<[string, readonly Operation[], Operation]>([
  ['that is there', [start], read('shows 1:')],
  [
    'after which another one came',
    [start, write('a', [2, 3], 'change 2', 'shows 2:')],
    read('shows 2:'),
  ],
  [
    'beside which another one came',
    [start, write('b', [0, 9], 'put 2', 'made 2:')],
    read('shows 2:'),
  ],
  [
    'that another one without an answer may have undone',
    [start, write('a', [2], 'delete')],
    read('absent'),
  ],
  ['that was not acknowledged', [write('a', [0], 'put 1')], read('absent')],
  ['that was refused', [start, write('a', [2, 3], 'create 2', 'exists')], read('shows 1:')],
  ['of another record', [{ ...start, record: 'y' }], read('absent')],
])('takes no write for lost %s', (_, operations, finalRead) => {
  expect(findLostWrites(operations, [finalRead])).toEqual([]);
});

test('holds each record to its own history, and says which replies contradict each other', () => {
  const other = [start, write('a', [2, 3], 'append 2', 'shows 1:2')].map((operation) => ({
    ...operation,
    record: 'y',
  }));
  const stale = [
    start,
    write('a', [2, 3], 'change 2', 'shows 2:'),
    write('b', [4, 5], 'append 3', 'shows 2:3'),
    write('c', [4], 'append 4'),
    write('b', [6, 7], 'read', 'shows 1:'),
  ];
  expect(checkHistory([...other, ...stale], [])).toEqual([
    `
x: no sequence explains these replies:
  4.0 – 5.0 ms             b        append 3       → shows "2:3"
  6.0 – 7.0 ms             b        read           → shows "1:"
What they show was written here:
  0.0 – 1.0 ms             a        put 1          → made "1:"
  2.0 – 3.0 ms             a        change 2       → shows "2:"
Before the reply to 6.0 – 7.0 ms             b        read           → shows "1:"
the record could be "2:3".
Of the writes without an answer none explains it:
  4.0 – … ms               c        append 4       → no answer that counts`.trim(),
  ]);
});

test('shows what a contradiction may come from: a write whose reply says that it changed nothing', () => {
  const operations = [
    start,
    write('b', [2, 9], 'delete', 'unchanged'),
    write('a', [4, 5], 'read', 'absent'),
  ];
  expect(checkHistory(operations, []).join('')).toContain(
    `Writes that changed nothing, as their replies say:
  2.0 – 9.0 ms             b        delete         → unchanged`,
  );
});

test('says that a write is lost', () => {
  expect(checkHistory([start], [read('absent')])[0]).toBe(
    `
x: an acknowledged write is lost
  0.0 – 1.0 ms             a        put 1          → made "1:"
  90.0 – 91.0 ms           z        read           → absent`.trim(),
  );
});

test('finds nothing wrong with what a register shows', () => {
  const { operations } = simulate({
    dice: createDice(3),
    clients: 3,
    operations: 200,
    unanswered: 0.1,
  });
  expect(checkHistory(operations, [])).toEqual([]);
});

test('takes a search that it gave up for no proof', () => {
  const waiting = Array.from({ length: 40 }, (_, index) =>
    write(`${index}`, [0, 1], 'read', 'absent'),
  );
  expect(checkHistory(waiting, [])).toEqual([
    'x: gave up, so that it is not known whether its history is good: 31 clients wait for one record',
  ]);
});

test('shortens a history of hundreds of operations to those that contradict each other', () => {
  const fault = 'does half of two appends at once';
  const { operations } = simulate({
    dice: createDice(1),
    clients: 2,
    operations: 300,
    unanswered: 0.05,
    fault,
  });
  const needed = shorten(operations);
  expect(needed.length).toBeLessThan(5);
});

function read(reply: string): Operation {
  return write('z', [90, 91], 'read', reply);
}
