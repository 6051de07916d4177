import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { createShop } from './shop.js';
import { mock, openWorld } from './world.js';

after(() => mock.close());

test('buys a kettle', async (t) => {
  const world = openWorld(t);
  const shop = createShop(world.url);

  const { id } = await shop.buy('kettle');

  assert.equal(world.records('orders').find((order) => order.id === id)?.status, 'open');
  world.verify({ operation: 'createOrder', times: 1 });
});

test('says so when the shop is closed', async (t) => {
  const world = openWorld(t);
  world.use({ operation: 'createOrder', reply: { status: 503, breach: true } });

  await assert.rejects(createShop(world.url).buy('kettle'), /the shop answered 503/);
});
