import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import type { Client } from './load.ts';
import { openClient } from './load.ts';
import { serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';
import { everyScope, page } from './workspace.ts';

const contract = join(import.meta.dirname, '..', 'kill', 'contract.yaml');
const readPage = `GET ${page.path} HTTP/1.1\r\nHost: h\r\nX-API-Key: ${everyScope['X-API-Key']}\r\n\r\n`;

function openClients(
  url: string,
  count: number,
  write: () => string,
  depth?: number,
): Promise<readonly Client[]> {
  return Promise.all(Array.from({ length: count }, () => openClient(url, write, depth)));
}

/** Waits until the server has answered so much that it is well under load. */
async function untilBusy(clients: readonly Client[], count: number): Promise<void> {
  await vi.waitUntil(
    () => clients.reduce((sum, { replies }) => sum + replies.length, 0) >= count,
    patience,
  );
}

describe('a server that is stopped under load', () => {
  test.each(['SIGTERM', 'SIGTERM', 'SIGINT'] as const)(
    '%s: every request that was sent before it is answered, and no connection is reset',
    async (signal) => {
      const server = await serve(['--ephemeral', '--log', 'json']);
      const clients = [
        ...(await openClients(server.url, 32, () => readPage)),
        ...(await openClients(server.url, 8, () => readPage, 8)),
        // More than is read of a connection at once.
        ...(await openClients(server.url, 2, () => readPage, 1500)),
      ];
      await untilBusy(clients, 400);

      const sent = clients.map((client) => client.sent());
      const { code } = await server.stop(signal);
      await Promise.all(clients.map(({ closed }) => closed));

      expect(code).toBe(0);
      expect(clients.map((client) => client.fault())).toEqual(clients.map(() => undefined));
      const missing = clients.map(({ replies }, index) =>
        Math.max(0, (sent[index] ?? 0) - replies.length),
      );
      expect(missing).toEqual(clients.map(() => 0));
      const replies = clients.flatMap((client) => client.replies);
      expect(replies.every(({ status, body }) => status === 200 && body.includes(page.id))).toBe(
        true,
      );
    },
    60_000,
  );

  test('what it has acknowledged is there after the next start, and nothing else', async () => {
    const cwd = await createTestFolder();
    await copyFile(contract, join(cwd, 'contract.yaml'));
    const args = ['contract.yaml', '--auth', 'off', '--log', 'json'];
    const server = await serve(args, { cwd });
    let count = 0;
    const create = (): string => {
      const token = `token-${(count += 1)}-${'x'.repeat(2000)}`;
      const body = JSON.stringify({ token, count, echo: count });
      const head = 'POST /items HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n';
      return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    const clients = [
      ...(await openClients(server.url, 16, create, 2)),
      ...(await openClients(server.url, 4, create, 100)),
    ];
    await untilBusy(clients, 200);

    const sent = clients.map((client) => client.sent());
    await server.stop();
    await Promise.all(clients.map(({ closed }) => closed));

    const acknowledged = clients.flatMap(({ replies }) => replies);
    expect(acknowledged.length).toBeGreaterThanOrEqual(sent.reduce((sum, one) => sum + one, 0));
    expect(acknowledged.filter(({ status }) => status !== 201)).toEqual([]);
    const again = await serve(args, { cwd });
    const response = await fetch(`${again.url}/items`);
    const kept: readonly unknown[] = JSON.parse(await response.text());
    const ids = new Set(kept.map((item) => String(Object(item).id)));
    const lost = acknowledged.filter(({ body }) => !ids.has(String(JSON.parse(body).id)));
    expect(lost).toEqual([]);
    const ours = kept.filter((item) => String(Object(item).token).startsWith('token-'));
    expect(ours).toHaveLength(acknowledged.length);
  }, 60_000);
});
