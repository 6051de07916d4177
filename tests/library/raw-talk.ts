import { connect } from 'node:net';

/** Says something on a raw socket and returns what comes back until it goes quiet. */
export function talk(url: string, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const left = [...parts];
    let heard = '';
    const say = (): void => {
      const next = left.shift();
      if (next !== undefined) socket.write(next);
    };
    // The first reply may have modules to wait for.
    socket.setTimeout(1500, () => socket.destroy());
    socket.once('data', () => socket.setTimeout(300));
    socket.on('connect', say);
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      say();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}
