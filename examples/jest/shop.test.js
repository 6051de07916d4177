import { createShop } from './shop.js';
import { world } from './world.js';

test('buys a kettle', async () => {
  const { id } = await createShop(world.fetch).buy('kettle');

  expect(world.records('orders')).toContainEqual(expect.objectContaining({ id, status: 'open' }));
  world.verify({ operation: 'createOrder', times: 1 });
});

test('says so when the shop is closed', async () => {
  world.use({ operation: 'createOrder', reply: { status: 503, breach: true } });

  await expect(createShop(world.fetch).buy('kettle')).rejects.toThrow('the shop answered 503');
});
