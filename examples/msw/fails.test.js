import { test } from 'node:test';

import { buy } from './shop.js';
import { world } from './world.js';

test('buys two kettles', async () => {
  await buy('kettle');

  const match = { body: [{ pointer: '/quantity', equals: 2 }] };
  world.verify({ operation: 'createOrder', match });
});
