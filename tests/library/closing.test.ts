import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Mock } from '../../src/index.ts';
import { openConnection } from '../cli/raw-connection.ts';
import { patience } from '../patience.ts';
import { bookIds } from './bookshop.ts';
import { openBookshop, openUnheard } from './open-bookshop.ts';

const [first = ''] = bookIds;
const getBook = `GET /books/${first} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer open\r\n\r\n`;

/** All that came, and how it ended. */
interface Ending {
  readonly replies: number;
  readonly last: number;
  readonly fault: string | undefined;
}

function watch(socket: Socket): Promise<Ending> {
  onTestFinished(() => void socket.destroy());
  let [heard, fault]: [string, string | undefined] = ['', undefined];
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  socket.on('error', (error) => (fault = error.message));
  return new Promise((resolve) => {
    socket.on('close', () =>
      resolve({
        replies: heard.match(/HTTP\/1\.1 200 OK\r\n/g)?.length ?? 0,
        last: heard.match(/^Connection: close\r$/gm)?.length ?? 0,
        fault,
      }),
    );
  });
}

function knock({ url }: Pick<Mock, 'url'>): Socket {
  return connect(Number(new URL(url).port), '127.0.0.1');
}

/** By then the server has told those it knows that there is no more. */
async function untilRefused(url: string): Promise<void> {
  await vi.waitFor(
    () => expect(once(knock({ url }), 'connect')).rejects.toThrow('ECONNREFUSED'),
    patience,
  );
}

/** Connections that were used once, and are kept. */
async function keepSome(mock: Mock, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => knock(mock));
  for (const socket of sockets) socket.write(getBook);
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  return sockets;
}

const several = Array.from({ length: 40 });

describe('close()', () => {
  it('answers what was sent by kept connections in the same moment, and says that it is the last', async () => {
    const { mock } = await openBookshop();
    const sockets = await keepSome(mock, several.length);
    const endings = sockets.map(watch);
    for (const socket of sockets) socket.write(getBook);
    await mock.close();
    expect(await Promise.all(endings)).toEqual(
      several.map(() => ({ replies: 1, last: 1, fault: undefined })),
    );
  });

  it('answers all requests that were sent one behind the other', async () => {
    const { mock } = await openBookshop();
    const [socket] = await keepSome(mock, 1);
    if (!socket) throw new Error('there is one');
    const ending = watch(socket);
    socket.write(getBook.repeat(100));
    await mock.close();
    expect(await ending).toEqual({ replies: 100, last: 1, fault: undefined });
  });

  it('answers clients that have connected and were not let in yet', async () => {
    const { mock } = await openBookshop();
    const sockets = several.map(() => knock(mock));
    const endings = sockets.map(watch);
    for (const socket of sockets) socket.write(getBook);
    // The system lets all of them in before the server hears of more than the first.
    await new Promise((resolve) => {
      for (const socket of sockets) {
        socket.once('connect', () => {
          if (sockets.every(({ connecting }) => !connecting)) resolve(undefined);
        });
      }
    });
    await mock.close();
    expect(await Promise.all(endings)).toEqual(
      several.map(() => ({ replies: 1, last: 1, fault: undefined })),
    );
  });

  it('sends a reply that a fault delays at once, and says that it is the last', async () => {
    const { mock } = await openBookshop();
    const used = mock.use({ operation: 'getBook', fault: { latency: '1h' } });
    const sockets = several.map(() => knock(mock));
    const endings = sockets.map(watch);
    for (const socket of sockets) socket.write(getBook);
    await vi.waitUntil(() => used.hits === several.length, patience);
    await mock.close();
    expect(await Promise.all(endings)).toEqual(
      several.map(() => ({ replies: 1, last: 1, fault: undefined })),
    );
  });

  it('closes the connection of a request that a fault lets hang, without a reply', async () => {
    const { mock } = await openBookshop();
    const used = mock.use({ operation: 'getBook', fault: { hang: true } });
    const socket = knock(mock);
    const ending = watch(socket);
    socket.write(getBook);
    await vi.waitUntil(() => used.hits === 1, patience);
    await mock.close();
    expect(await ending).toEqual({ replies: 0, last: 0, fault: undefined });
  });

  it('sends a reply that is delayed where another app listens at once, too', async () => {
    const mock = await openUnheard();
    const host = createServer(mock.app);
    onTestFinished(() => void host.close());
    await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    const used = mock.use({ operation: 'getBook', fault: { latency: '1h' } });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const heard = once(socket.setEncoding('utf8'), 'data');
    socket.write(getBook);
    await vi.waitUntil(() => used.hits === 1, patience);
    await mock.close();
    expect(String(await heard)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('closes connections without a request in good order', async () => {
    const { mock } = await openBookshop();
    const used = await keepSome(mock, 5);
    const fresh = several.map(() => knock(mock));
    await Promise.all(fresh.map((socket) => once(socket, 'connect')));
    const endings = [...used, ...fresh].map(watch);
    await mock.close();
    expect(await Promise.all(endings)).toEqual(
      endings.map(() => ({ replies: 0, last: 0, fault: undefined })),
    );
  });

  it('waits for the rest of a body, and answers it', async () => {
    const { mock } = await openBookshop();
    const { url } = mock;
    const body = '{"title":"Late"}';
    const connection = await openConnection(mock.url);
    const length = `Content-Length: ${body.length}\r\n`;
    const type = 'Content-Type: application/json\r\nExpect: 100-continue\r\n';
    connection.write(
      `POST /books HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer open\r\n${type}${length}\r\n`,
    );
    await connection.until('100 Continue');
    const closed = mock.close();
    await untilRefused(url);
    connection.write(body);
    await closed;
    expect(await connection.rest).toMatch(/HTTP\/1\.1 201 Created\r\n[^]*Connection: close\r\n/);
  });

  it('ends also where a test has put other timers in place', async () => {
    const { mock } = await openBookshop();
    const { url } = mock;
    const [socket] = await keepSome(mock, 1);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await mock.close();
    vi.useRealTimers();
    await expect(once(knock({ url }), 'connect')).rejects.toThrow('ECONNREFUSED');
    socket?.destroy();
  });

  it('lets a client that reads late have the whole of a large reply', async () => {
    const title = 'x'.repeat(8_000_000);
    const { mock } = await openBookshop();
    mock.use({ operation: 'getBook', reply: { body: { title }, breach: true } });
    const socket = knock(mock);
    let size = 0;
    socket.write(getBook);
    socket.pause();
    await new Promise((resolve) => void setTimeout(resolve, 100));
    const closed = mock.close();
    socket.on('data', (piece) => (size += piece.byteLength));
    setTimeout(() => socket.resume(), 500);
    await Promise.all([closed, once(socket, 'close')]);
    expect(size).toBeGreaterThan(title.length);
  });
});
