import { createShop } from './shop.js';
import { world } from './world.js';

test('buys two kettles', async () => {
  await createShop(world.fetch).buy('kettle');

  const match = { body: [{ pointer: '/quantity', equals: 2 }] };
  world.verify({ operation: 'createOrder', match });
});
