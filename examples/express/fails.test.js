import { once } from 'node:events';
import { after, test } from 'node:test';

import { app, mock } from './app.js';

const server = app.listen(0);
after(() => server.close());
await once(server, 'listening');

test('asks for the order', async () => {
  await fetch(`http://127.0.0.1:${server.address().port}/api/orders`);

  mock.verify({ operation: 'getOrder' });
});
