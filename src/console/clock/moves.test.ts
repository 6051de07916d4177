import { expect, it } from 'vitest';

import type { RecordRow } from '../api/record-documents.ts';
import type { Look } from './moves.ts';
import { compareLooks } from './moves.ts';

const row = (key: string, record: RecordRow['record']): RecordRow => ({
  key,
  parents: { shop: 'a' },
  is_made_up: false,
  record,
});
const ends = (name: string, end: number): Look['credentials'][number] => ({
  name,
  scheme: 'key',
  value: 'k',
  scopes: [],
  expires_at: new Date(end).toISOString(),
});

const clockAt = (now: number, heardAt = 0, frozen = true): Look['clock'] => ({
  now: new Date(now).toISOString(),
  frozen,
  heardAt,
});

it.each([
  // A clock that went on meanwhile did not move by that.
  ['went on', false, 1_010],
  ['was frozen', true, 10],
])('tells from where the clock was moved: it %s', (_, frozen, from) => {
  const look = { records: new Map(), counts: new Map(), credentials: [] };
  const before = { ...look, clock: clockAt(10, 5_000, frozen) };
  const after = { ...look, clock: clockAt(61_010, 6_000, frozen) };
  expect(compareLooks(before, after)).toMatchObject({ from, to: 61_010 });
});

it('tells what a move of the clock changed, made, ended and brought back', () => {
  const credentials = [ends('Ann', 5), ends('Ben', 15), ends('Ben', 12)];
  const before: Look = {
    clock: clockAt(10),
    records: new Map([['orders', [row('1', { id: 1, status: 'open' }), row('2', { id: 2 })]]]),
    counts: new Map([
      ['orders', 2],
      ['refunds', 1],
      ['shops', 1],
    ]),
    credentials,
  };
  const late = row('1', { id: 1, status: 'late', late_at: 'x' });
  const more = row('3', { id: 3 });
  const after: Look = {
    clock: clockAt(20),
    records: new Map([['orders', [late, row('2', { id: 2 }), more]]]),
    counts: new Map([
      ['orders', 3],
      ['refunds', 3],
      ['shops', 1],
    ]),
    credentials,
  };
  expect(compareLooks(before, after)).toEqual({
    from: 10,
    to: 20,
    changed: [
      {
        collection: 'orders',
        row: late,
        members: ['status: "open" → "late"', 'late_at: nothing → "x"'],
      },
      { collection: 'orders', row: more, members: ['made'] },
    ],
    grown: [['refunds', 2]],
    expired: ['Ben'],
    revived: [],
  });
  expect(compareLooks(after, before).revived).toEqual(['Ben']);
});
