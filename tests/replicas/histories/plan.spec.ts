import { expect, test } from 'vitest';

import { createDice } from '../../kill/random.ts';
import { planFailures } from './plan.ts';

test('a plan has each kind of failure, an owner that is gone for long, and is the same for the same seed', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const plan = planFailures(createDice(seed), 3);
    expect(new Set(plan.map(({ kind }) => kind))).toEqual(
      new Set(['kill', 'pause', 'cut', 'stop the owner', 'kill the store', 'pause the store']),
    );
    const long = plan.find(({ lasts }) => lasts > 7000);
    expect(long).toMatchObject({ replica: 'owner' });
    expect(planFailures(createDice(seed), 3)).toEqual(plan);
    expect(plan.at(-1)?.at).toBeLessThan(30_000);
  }
});
