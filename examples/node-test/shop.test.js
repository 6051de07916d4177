import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createShop } from './shop.js';
import { openWorld } from './world.js';

test('buys a kettle', async (t) => {
  const world = openWorld(t);

  const { id } = await createShop(world.fetch).buy('kettle');

  assert.equal(world.records('orders').find((order) => order.id === id)?.status, 'open');
  world.verify({ operation: 'createOrder', times: 1 });
});

test('says so when the shop is closed', async (t) => {
  const world = openWorld(t);
  world.use({ operation: 'createOrder', reply: { status: 503, breach: true } });

  await assert.rejects(createShop(world.fetch).buy('kettle'), /the shop answered 503/);
});
