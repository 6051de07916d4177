import { test } from 'node:test';

import { createShop } from './shop.js';
import { openWorld } from './world.js';

test('buys two kettles', async (t) => {
  const world = openWorld(t);

  await createShop(world.fetch).buy('kettle');

  const match = { body: [{ pointer: '/quantity', equals: 2 }] };
  world.verify({ operation: 'createOrder', match });
});
