import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';

import { app, mock } from './app.js';

const server = app.listen(0);
after(() => server.close());
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;

test('has its own pages, and the shop below them', async () => {
  const page = await fetch(url);
  const made = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"item":"kettle"}',
  });

  assert.equal(await page.text(), 'The shop');
  assert.equal(made.status, 201);
  assert.equal(mock.requests().length, 1);
});

test('shows each test a world of its own', async () => {
  const world = mock.world();
  await world.replace('orders', [{ id: 7, item: 'cup' }]);

  const reply = await fetch(`${url}/api/orders`, { headers: world.headers });

  assert.deepEqual(await reply.json(), [{ id: 7, item: 'cup' }]);
});
