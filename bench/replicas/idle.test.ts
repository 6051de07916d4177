import { expect, it } from 'vitest';

import { toIdle } from './idle.ts';

const one = { replicas: 1, owner: 500, standbys: 0, store: 200, roundTrips: 0.5 };
const eight = { replicas: 8, owner: 500, standbys: 7000, store: 900, roundTrips: 7.5 };

it('finds what one standby more asks for, whatever the sequence', () => {
  const each = { standby: 1000, store: 100, roundTrips: 1 };
  expect(toIdle([one, { ...one, replicas: 2, standbys: 9 }, eight])).toEqual(each);
  expect(toIdle([eight, one])).toEqual(each);
});

it('needs two clusters', () => {
  expect(() => toIdle([one])).toThrow('no two clusters');
});
