import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

import type { Dice } from '../kill/random.ts';
import { createDice } from '../kill/random.ts';
import { connectSockets, listenForSockets } from './sockets.test-kit.ts';

/** A plain TCP balancer: each connection goes to a server at random, of those that accept it. */
export interface Balancer {
  readonly url: string;
  /** How many connections each server was given. */
  readonly connections: () => readonly number[];
  close(): Promise<void>;
}

export interface BalancerOptions {
  /** The ports of the servers. */
  readonly ports: readonly number[];
  readonly seed: number;
  /** Whether a server is given new connections. Default: all that accept them are. */
  readonly mayHave?: (index: number) => boolean;
}

export async function openBalancer({
  ports,
  seed,
  mayHave = () => true,
}: BalancerOptions): Promise<Balancer> {
  const dice = createDice(seed);
  const counts = ports.map(() => 0);
  const outgoing = new Set<Socket>();
  const lead = async (incoming: Socket): Promise<void> => {
    const candidates = ports.map((_, index) => index).filter(mayHave);
    for (const index of shuffle(candidates, dice)) {
      const socket = await tryPort(ports[index] ?? 0);
      if (!socket) continue;
      counts[index] = (counts[index] ?? 0) + 1;
      outgoing.add(socket.on('close', () => outgoing.delete(socket)));
      if (incoming.destroyed) socket.destroy();
      else connectSockets(incoming, socket);
      return;
    }
    incoming.resetAndDestroy();
  };
  const server = await listenForSockets((incoming) => void lead(incoming));
  return {
    url: `http://127.0.0.1:${server.port}`,
    connections: () => [...counts],
    async close() {
      for (const socket of outgoing) socket.destroy();
      await server.close();
    },
  };
}

async function tryPort(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    return socket.on('error', () => socket.destroy());
  } catch {
    return undefined;
  }
}

function shuffle(numbers: readonly number[], dice: Dice): readonly number[] {
  const left = [...numbers];
  return numbers.flatMap(() => left.splice(dice.below(left.length), 1));
}
