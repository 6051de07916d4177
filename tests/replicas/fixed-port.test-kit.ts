import { once } from 'node:events';
import { createServer } from 'node:net';

const partSize = 15;
const given = { count: 0 };

/**
 * A free port that stays free while its server is down: below the range that the machine gives to outgoing connections,
 * and in a part for each process, since other tests on this machine have servers that are down, too.
 */
export async function findFixedPort(): Promise<number> {
  const first = 15_000 + (process.pid % 1000) * partSize;
  for (let tries = 0; tries < partSize; tries += 1) {
    const port = first + (given.count % partSize);
    given.count += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`all ports from ${first} to ${first + partSize - 1} are taken`);
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
