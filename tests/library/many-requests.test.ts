import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { openThings } from './thing-shop.ts';

it('thousands of requests that one connection sends at once are not answered in one turn of the event loop', async () => {
  const count = 3000;
  const turns = [0];
  const things = JSON.stringify([{ id: 'a' }]);
  const { url } = await openThings(
    { 'fixtures/things.json': things },
    { onExchange: () => void (turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1) },
  );
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.resume();
  socket.write('GET /things/a HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
  let answered = 0;
  while (answered < count) {
    await nextTurn();
    answered += turns.at(-1) ?? 0;
    turns.push(0);
  }
  socket.destroy();
  // Those that came in one turn, and those that had to wait.
  expect(Math.max(...turns)).toBeLessThanOrEqual(2 * 64);
});
