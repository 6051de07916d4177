import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it, onTestFinished, vi } from 'vitest';

import { openConnection } from '../cli/raw-connection.ts';
import { patience } from '../patience.ts';
import { askAt } from './open-bookshop.ts';
import { openLogged } from './raw-replies.ts';
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

it('a request sees what the one before it on its connection changes, also where that had to wait for its body', async () => {
  const things = JSON.stringify([{ id: 'a' }]);
  const { url } = await openThings({ 'fixtures/things.json': things });
  const body = JSON.stringify({ name: 'changed' });
  const type = 'Content-Type: application/merge-patch+json';
  const change = `PATCH /things/a HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const read = 'GET /things/a HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.setNoDelay();
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  socket.write(read);
  await vi.waitUntil(() => heard.includes('"a"'), patience);
  heard = '';
  socket.write(change + body.slice(0, 5));
  // Until the server waits for the rest.
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  socket.write(body.slice(5) + read + read);
  await vi.waitUntil(() => heard.split('HTTP/1.1 200').length === 4, patience);
  socket.destroy();
  expect(heard.match(/"changed"/g)).toHaveLength(3);
});

it('all that a connection sends without a pause is answered, and what it sends behind that is, too', async () => {
  const count = 40_000;
  let answered = 0;
  const things = JSON.stringify([{ id: 'a' }]);
  const { mock, url } = await openThings(
    { 'fixtures/things.json': things },
    { onExchange: () => void (answered += 1) },
  );
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1').on('data', (text: string) => (heard += text));
  socket.write('GET /things/a HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
  const body = JSON.stringify({ id: 'b' });
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST /things HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n${body}`);
  await vi.waitUntil(() => heard.includes(' 201 '), patience);
  expect(answered).toBe(count + 1);
  socket.destroy();
  await mock.close();
});

it('requests that wait behind a reply that does not come are bounded, and what goes beyond that is told', async () => {
  const { mock, url } = await openThings(
    { 'fixtures/things.json': '[{"id":"a"}]' },
    { maxBytesInFlight: 1_000_000 },
  );
  const port = Number(new URL(url).port);
  const send = (text: string): { readonly isOpen: boolean } => {
    const socket = connect(port, '127.0.0.1').resume();
    onTestFinished(() => void socket.destroy());
    const sent = { isOpen: true };
    socket.on('error', () => undefined).on('close', () => (sent.isOpen = false));
    socket.write(`GET /_mock/requests/live HTTP/1.1\r\nHost: localhost\r\n\r\n${text}`);
    return sent;
  };
  const get = 'GET /things/a HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const few = send(get.repeat(100));
  await vi.waitUntil(() => mock.requests().length === 100, patience);
  const many = send(get.repeat(1000));
  await vi.waitUntil(() => !many.isOpen, patience);
  expect(few.isOpen).toBe(true);
  expect((await fetch(`${url}/things/a`)).status).toBe(200);
  const refused = mock.requests().filter(({ reply }) => reply.status === 503);
  expect(refused).toMatchObject([
    { request: { path: '/things/a' }, problem: { code: 'too-many-bytes' } },
  ]);
  await mock.close();
});

it('others are served while a journal of large requests is listed', async () => {
  const { mock, log } = await openLogged();
  const ask = askAt(mock.url);
  const body = { title: 'Large', words: Array.from({ length: 1000 }, (_, at) => `word ${at}`) };
  for (let count = 0; count < 120; count += 1) await ask('POST', '/books', { body });
  const head = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const [list, other] = await Promise.all([openConnection(mock.url), openConnection(mock.url)]);
  // The control API is loaded when it is first asked.
  await ask('GET', '/_mock/health');
  list.write(head('/_mock/requests'));
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  other.write(head('/_mock/health'));
  await Promise.all([list.rest, other.rest]);
  expect(log.slice(-2)).toMatchObject([{ path: '/_mock/health' }, { path: '/_mock/requests' }]);
});
