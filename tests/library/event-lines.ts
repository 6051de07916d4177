import type { Socket } from 'node:net';
import { connect } from 'node:net';

import { expect, onTestFinished, vi } from 'vitest';

import { patience } from '../patience.ts';

export interface Line {
  /** All that was heard. */
  heard(): string;
  /** Waits until something was heard. */
  hears(text: string): Promise<void>;
  readonly closed: Promise<void>;
  readonly socket: Socket;
}

/** Listens on a raw socket. */
export function listenAt(url: string, path: string, ...headers: readonly string[]): Line {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const lines = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headers, '', ''];
  socket.write(lines.join('\r\n'));
  const hears = (text: string): Promise<void> =>
    vi.waitFor(() => expect(heard).toContain(text), patience);
  return { heard: () => heard, hears, closed, socket };
}

/** What the events of a kind say. */
export function eventsIn(heard: string, kind: string): readonly unknown[] {
  return [...heard.matchAll(/^event: (\w+)\ndata: (.*)$/gm)]
    .filter(([, name]) => name === kind)
    .map(([, , data = '']): unknown => JSON.parse(data));
}
