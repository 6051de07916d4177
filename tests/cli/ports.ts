import { once } from 'node:events';
import { createServer } from 'node:net';

import { onTestFinished } from 'vitest';

/** A port that is taken until the test is over. */
export async function takePort(): Promise<string> {
  const { port, release } = await occupy();
  onTestFinished(release);
  return port;
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<string> {
  const { port, release } = await occupy();
  await release();
  return port;
}

async function occupy(): Promise<{ port: string; release: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    port: String(address.port),
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}
