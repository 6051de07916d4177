import { once } from 'node:events';
import { createServer } from 'node:net';

import { onTestFinished } from 'vitest';

/** A contract that refers to a server which never answers, so that whoever reads it is still starting. */
export interface HangingContract {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Resolves when the server is asked. */
  readonly asked: Promise<unknown>;
}

export async function openHangingContract(): Promise<HangingContract> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  const asked = once(server, 'connection').then(([socket]: { destroy(): void }[]) => socket);
  onTestFinished(() => {
    server.close();
    asked.then(
      (socket) => socket?.destroy(),
      () => undefined,
    );
  });
  return {
    files: {
      'openapi.yaml': `openapi: 3.1.0
info: { title: Slow, version: 1.0.0 }
paths:
  /things: { $ref: 'http://127.0.0.1:${address.port}/things.yaml' }
`,
    },
    args: ['openapi.yaml', '--allow-remote-refs'],
    asked,
  };
}
