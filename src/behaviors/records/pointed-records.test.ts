import { describe, expect, it } from 'vitest';

import { createPointedRecords } from '../seed-tools.ts';
import { plainCollection } from '../stateful.test-kit.ts';
import type { PointReferences } from './references.ts';

const [notes, teams] = [plainCollection('notes'), plainCollection('teams')];
const place = { collection: notes, key: '1', parents: ['p'] };

describe('a made-up record', () => {
  it('is the same object for the same choices, and made and pointed only once for them', () => {
    let [made, pointed] = [0, 0];
    const point: PointReferences = ({ body, ...from }, choose) => {
      pointed += 1;
      return { ...body, team: choose(teams, from, 7) ?? null };
    };
    const pointMadeUp = createPointedRecords(() => ({ made: (made += 1) }), point);
    const [red, blue] = [pointMadeUp(place, () => 'red'), pointMadeUp(place, () => 'blue')];
    expect(red).toEqual({ key: '1', parents: ['p'], body: { made: 1, team: 'red' } });
    expect(blue.body).toEqual({ made: 1, team: 'blue' });
    expect(pointMadeUp(place, () => 'red')).toBe(red);
    expect(pointMadeUp(place, () => 'blue')).toBe(blue);
    expect(pointMadeUp({ ...place, key: '2' }, () => 'red').body).toEqual({ made: 2, team: 'red' });
    expect([made, pointed]).toEqual([2, 3]);
    expect(Object.isFrozen(red.body)).toBe(true);
  });
});
