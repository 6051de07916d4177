import { expect, it } from 'vitest';

import { ApiError } from '../base/errors.ts';
import {
  changeTotal,
  openWorld,
  orderItem,
  orders,
  tablesOf,
  totalOf,
} from '../store/shop.test-kit.ts';
import { createDurable, createTrace } from './late-refusals.ts';

const fixtures = tablesOf([orders], { orders: [orderItem('1', 'a', 5)] });
const late = new ApiError('no-owner', 'another replica may be the owner');

it('refuses before a change is made, also where nothing is stored', () => {
  const { world } = openWorld({ shapes: [orders], fixtures });
  let refusal: ApiError | undefined;
  const trace = createTrace(world, () => refusal);
  const change = (total: number) => () => changeTotal(world, '1', 'a', total);
  expect(trace(change(6)).changes).toHaveLength(1);
  refusal = late;
  expect(() => trace(change(7))).toThrow(late);
  expect(totalOf(world, '1', 'a')).toBe(6);
});

it('refuses to tell a state that may be a former one', async () => {
  const { world } = openWorld({ shapes: [orders], fixtures });
  let refusal: ApiError | undefined;
  const durable = createDurable(world, () => refusal);
  expect(durable()).toBeUndefined();
  refusal = late;
  await expect(durable()).rejects.toBe(late);
});

it('asks nothing of a server that has its own state', () => {
  const { world } = openWorld({ shapes: [orders], fixtures });
  expect(createDurable(world, undefined)()).toBeUndefined();
});
