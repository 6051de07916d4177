import type { Socket } from 'node:net';
import { connect } from 'node:net';

import { connectSockets, listenForSockets } from './sockets.test-kit.ts';

/** An address in front of another one, whose way there can be cut. */
export interface Relay {
  readonly port: number;
  /** `silence`: no byte passes, and nothing is refused. `refusal`: connections break, and new ones do at once. */
  cut(by: 'silence' | 'refusal'): void;
  /** What was held in silence passes now, late. */
  join(): void;
  close(): Promise<void>;
}

export async function openRelay(upstream: number): Promise<Relay> {
  let state: 'joined' | 'silence' | 'refusal' = 'joined';
  const mayFlow = (): boolean => state === 'joined';
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
  };
  const lead = (incoming: Socket): void => {
    const outgoing = connect({ port: upstream, host: '127.0.0.1', allowHalfOpen: true });
    keep(outgoing);
    connectSockets(incoming, outgoing, mayFlow);
  };
  const server = await listenForSockets((incoming) => {
    keep(incoming);
    if (state === 'joined') lead(incoming);
    else if (state === 'silence') waiting.add(incoming);
    else incoming.resetAndDestroy();
  });
  return {
    port: server.port,
    cut(by) {
      state = by;
      for (const socket of open) {
        if (by === 'silence') socket.pause();
        else socket.resetAndDestroy();
      }
      if (by === 'refusal') waiting.clear();
    },
    join() {
      state = 'joined';
      for (const socket of open) if (!waiting.has(socket)) socket.resume();
      for (const socket of waiting) lead(socket);
      waiting.clear();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await server.close();
    },
  };
}
