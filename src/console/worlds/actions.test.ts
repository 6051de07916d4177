import { expect, it } from 'vitest';

import type { WorldWish } from './actions.ts';
import { undoName, writeWorldWish } from './actions.ts';

const open: WorldWish = {
  name: 'a',
  beginning: 'fixtures',
  beginningName: 'left over',
  seed: '',
  now: '',
  isFrozen: false,
};

it.each<[Partial<WorldWish>, object]>([
  [{}, {}],
  [{ beginning: 'snapshot', beginningName: 's' }, { from: 's' }],
  [{ beginning: 'scenario', beginningName: 's' }, { scenario: 's' }],
  [
    { seed: 'x', now: '2030-01-01T00:00:00Z' },
    { seed: 'x', now: '2030-01-01T00:00:00Z' },
  ],
  [{ isFrozen: true }, { frozen: true }],
])('a world that is to be %j is asked for with %j', (wish, body) => {
  expect(writeWorldWish({ ...open, ...wish })).toEqual(body);
});

it('the state before a change is kept under a name that a snapshot may have', () => {
  expect(undoName('a')).toBe('undo.a');
  expect(undoName('a'.repeat(64))).toHaveLength(64);
});
