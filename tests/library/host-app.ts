import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

/** Serves an app, or whatever else takes requests, until the test is over. */
export async function hostApp(app: RequestListener): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A trust edge: a server that listens on a port has an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
