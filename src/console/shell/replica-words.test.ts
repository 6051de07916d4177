import { expect, it } from 'vitest';

import type { ReplicaList } from '../api/documents.ts';
import { describeReplica, describeReplicas } from './replica-words.ts';

type Shown = ReplicaList['replicas'][number];
const owner = { url: 'http://a', epoch: 3, since: '2030-01-01T09:00:00' };
const first: Shown = { url: 'http://a', is_owner: true, serves_same: true };
const second: Shown = { url: 'http://b', is_owner: false, serves_same: true };
const third: Shown = { url: 'http://c', is_owner: false, serves_same: false };

it.each<[string, ReplicaList]>([
  ['1 replica, owner http://a', { owner, replicas: [first] }],
  ['2 replicas, owner http://a', { owner, replicas: [first, second] }],
  [
    '3 replicas, owner http://a, 1 with another contract or other fixtures',
    { owner, replicas: [first, second, third] },
  ],
  ['1 replica, no owner now', { owner: null, replicas: [second] }],
])('tells all in a line: %s', (line, list) => {
  expect(describeReplicas(list)).toBe(line);
});

it.each<[string, Shown]>([
  ['the owner since 2030-01-01 09:00:00 (epoch 3)', first],
  ['passes requests on', second],
  ['passes requests on; has another contract or other fixtures', third],
])('tells what one of them is: %s', (text, one) => {
  expect(describeReplica(one, { owner, replicas: [first, second, third] })).toBe(text);
});
