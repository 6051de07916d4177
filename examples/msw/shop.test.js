import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

import * as msw from 'msw';

import { buy } from './shop.js';
import { server, world } from './world.js';

test('buys a kettle', async () => {
  const { id } = await buy('kettle');

  assert.equal(world.records('orders').find((order) => order.id === id)?.status, 'open');
  world.verify({ operation: 'createOrder', times: 1 });
});

test('fails where the network fails, and prints nothing', async (context) => {
  const printed = context.mock.method(console, 'error', () => {});
  world.use({ operation: 'createOrder', fault: { reset: true } });

  await assert.rejects(buy('kettle'), TypeError);
  assert.equal(printed.mock.callCount(), 0);
});

test('takes all requests, whatever sends them', async () => {
  server.use(msw.http.all('*', ({ request }) => world.fetch(request)));
  await world.replace('orders', [{ id: 7, item: 'cup' }]);

  const [reply] = await once(http.get('http://anywhere.example/orders'), 'response');

  assert.deepEqual(JSON.parse(await text(reply)), [{ id: 7, item: 'cup' }]);
});
