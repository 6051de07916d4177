import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { openHangingContract } from './hanging-contract.ts';
import type { RawConnection } from './raw-connection.ts';
import { openConnection } from './raw-connection.ts';
import type { Running } from './run-stuntdouble.ts';
import { launch, serve } from './run-stuntdouble.ts';
import { createTestFolder } from './temporary-folder.ts';
import { asset, everyScope, page } from './workspace.ts';

const apiKey = everyScope['X-API-Key'];
const body = '{"is_uploaded":true}';
const signals = ['SIGTERM', 'SIGINT'] as const;

test.each(signals)(
  '%s lets what is under way finish, and stops with exit code 0',
  async (signal) => {
    const cwd = await createTestFolder();
    const server = await serve([], { cwd });
    const idle = await openConnection(server.url);
    idle.write(`GET ${page.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${apiKey}\r\n\r\n`);
    await idle.until(page.body.created_at);
    const upload = await openUpload(server, ['Connection: close']);

    const ended = stopWithin(10_000, server, signal);
    await untilClosed(server);
    upload.write(body);

    expect(await upload.rest).toContain('HTTP/1.1 204 No Content\r\n');
    expect(await idle.rest).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    const state: unknown = JSON.parse(await readFile(join(cwd, '.stuntdouble', 'db.json'), 'utf8'));
    expect(state).toHaveProperty(
      'collections.assets',
      expect.arrayContaining([expect.objectContaining({ id: asset.id, is_uploaded: true })]),
    );
  },
);

test('clients that never finish do not keep the server from stopping', async () => {
  const server = await serve(['--ephemeral']);
  const [silent, stalled, lasting] = await Promise.all([
    openConnection(server.url),
    openUpload(server),
    openUpload(server),
  ]);

  const ended = stopWithin(10_000, server, 'SIGTERM');
  await untilClosed(server);
  lasting.write(body);

  expect(await ended).toMatchObject({ code: 0 });
  expect(await silent.rest).toBe('');
  expect(await stalled.rest).not.toContain('HTTP/1.1 204');
  expect(await lasting.rest).toContain('HTTP/1.1 204 No Content\r\n');
});

test('whoever asks twice is in a hurry', async () => {
  const server = await serve(['--ephemeral']);
  await openUpload(server);

  const started = performance.now();
  const ended = server.stop('SIGINT');
  await untilClosed(server);
  await server.stop('SIGINT');

  expect((await ended).signal).toBeNull();
  expect(performance.now() - started).toBeLessThan(4_000);
});

test('a server that says it is ready can be stopped at once', async () => {
  const codes = [];
  for (let round = 0; round < 2; round += 1) {
    const launched = await launch(['--port', '0', '--log', 'json', '--ephemeral']);
    await Promise.race([launched.firstWords, launched.ended]);
    launched.signal('SIGTERM');
    const { code, signal } = await launched.ended;
    codes.push(code ?? signal);
  }

  expect(codes).toEqual([0, 0]);
});

test('a server that is still starting stops at once', async () => {
  const { files, args, asked } = await openHangingContract();
  const launched = await launch([...args, '--port', '0'], { cwd: await createTestFolder(files) });

  await asked;
  launched.signal('SIGTERM');

  expect(await launched.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

/** A request whose body the server waits for. */
async function openUpload(
  { url }: Running,
  headers: readonly string[] = [],
): Promise<RawConnection> {
  const connection = await openConnection(url);
  const head = [
    `PATCH ${asset.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-API-Key: ${apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
    ...headers,
  ];
  connection.write(`${head.join('\r\n')}\r\n\r\n`);
  await connection.until('100 Continue');
  return connection;
}

/** Waits until nobody new is let in: by then the stop is under way. */
async function untilClosed({ url }: Running): Promise<void> {
  const knock = async (): Promise<void> => (await openConnection(url)).close();
  await vi.waitFor(() => expect(knock()).rejects.toThrow('ECONNREFUSED'), patience);
}

async function stopWithin(
  milliseconds: number,
  server: Running,
  signal: NodeJS.Signals,
): ReturnType<Running['stop']> {
  const started = performance.now();
  const end = await server.stop(signal);
  expect(performance.now() - started).toBeLessThan(milliseconds);
  return end;
}
