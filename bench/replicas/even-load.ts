import type { Socket } from 'node:net';
import { connect } from 'node:net';

import { medianOf } from '../figures.ts';
import type { Load, Question } from '../questions.ts';
import { createReplyReader } from './reply-reader.ts';

export interface EvenBurst {
  /** Each request goes to the next one. */
  readonly ports: readonly number[];
  readonly load: Load;
  readonly connections: number;
  readonly seconds: number;
}

export interface EvenlySeen {
  /** By port. */
  readonly requests: readonly number[];
  readonly seconds: number;
  /** Microseconds. */
  readonly p50: number;
}

/** Loads go on where they stopped: to change a record to what it is would be no change. */
const positions = new WeakMap<Load, number>();

/** So many clients; each has a connection to each server, and asks one after the other. wrk would ask the fastest most. */
export async function fireEvenly(burst: EvenBurst): Promise<EvenlySeen> {
  const { ports, load, connections, seconds } = burst;
  const bytes = load.map(toBytes);
  const requests = ports.map(() => 0);
  const waits: number[] = [];
  let next = positions.get(load) ?? 0;
  const clients = await Promise.all(
    Array.from({ length: connections }, () => Promise.all(ports.map(openLink))),
  );
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const work = async (links: readonly Link[], number: number): Promise<void> => {
    let turn = number;
    do {
      const at = turn++ % ports.length;
      const asked = performance.now();
      const status = await links[at]?.ask(bytes[next++ % bytes.length] ?? '');
      if (status !== load[0].status) throw new Error(`${status} instead of ${load[0].status}`);
      waits.push((performance.now() - asked) * 1000);
      requests[at] = (requests[at] ?? 0) + 1;
    } while (performance.now() < end);
  };
  try {
    await Promise.all(clients.map(work));
  } finally {
    for (const link of clients.flat()) link.close();
  }
  positions.set(load, next % bytes.length);
  return { requests, seconds: (performance.now() - begin) / 1000, p50: medianOf(waits) };
}

interface Link {
  ask(bytes: string): Promise<number>;
  close(): void;
}

async function openLink(port: number): Promise<Link> {
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let waiting: PromiseWithResolvers<number> | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  const read = createReplyReader((status) => waiting?.resolve(status));
  socket.setEncoding('latin1').on('data', (text) => read(String(text)));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('a connection was closed')));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    ask(bytes) {
      waiting = withResolvers();
      socket.write(bytes, 'latin1');
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(this: void, value: T): void;
  reject(this: void, error: Error): void;
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers(): PromiseWithResolvers<number> {
  let [resolve, reject]: [(value: number) => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<number>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

function toBytes({ method, path, headers, body = '' }: Question): string {
  const length = method === 'GET' ? {} : { 'Content-Length': `${body.length}` };
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`;
}
