import { expect, it } from 'vitest';

import { costOf, writeCosts } from './costs.ts';
import type { Turn } from './turns.ts';

function turn(answers: number, passesOn = 0, stores = 0): Turn {
  const counts = { roundTrips: 0.25, received: 300, sent: 10 };
  return { answers, passesOn, stores, throughput: 1000, hops: 0, p50: 500, counts };
}

it('sums the processes of one turn before it takes the median of all', () => {
  const cost = costOf([turn(10, 0, 30), turn(20, 0, 10), turn(30, 0, 5)]);
  // The sums are 40, 30 and 35: that of the medians would be 30.
  expect(cost).toMatchObject({ answers: 20, stores: 10, all: 35, roundTrips: 0.25 });
});

it('compares round by round', () => {
  const rows = new Map([
    ['bare', [turn(10), turn(20), turn(10)]],
    ['ours', [turn(15, 5), turn(75, 5), turn(35, 5)]],
  ]);
  const table = writeCosts('GET', rows, { name: 'bare', title: 'node:http' });
  const at = table.columns.indexOf('× node:http');
  expect(table.rows.map((row) => row[at])).toEqual(['1.00', '0.25']);
  expect(table.rows[1]).toContain('40.0');
});

it('leaves out who has no part in it', () => {
  const table = writeCosts('GET', new Map([['bare', [turn(10)]]]), { name: 'bare', title: '' });
  expect(table.rows[0]?.slice(3, 7)).toEqual(['10.0', '10.0', '–', '–']);
});
