import { after, test } from 'node:test';

import { createShop } from './shop.js';
import { mock, openWorld } from './world.js';

after(() => mock.close());

test('buys two kettles', async (t) => {
  const world = openWorld(t);

  await createShop(world.url).buy('kettle');

  const match = { body: [{ pointer: '/quantity', equals: 2 }] };
  world.verify({ operation: 'createOrder', match });
});
