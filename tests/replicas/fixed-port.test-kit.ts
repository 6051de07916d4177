import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port that stays free while its server is down. A port of the range that the machine gives to outgoing
 * connections would be lost to one of them sooner or later.
 */
export async function findFixedPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isFree(port)) return port;
  }
  throw new Error('a hundred ports below 30000 are taken');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
