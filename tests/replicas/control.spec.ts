import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { bookshop } from '../library/bookshop.ts';
import type { ControlRequest } from '../library/control-requests.ts';
import { controlRequests, token } from '../library/control-requests.ts';
import type { Fleet } from './fleet.test-kit.ts';
import { openFleet } from './fleet.test-kit.ts';
import { hasRedis } from './redis.ts';

describe.skipIf(!hasRedis)('the control API of three replicas', () => {
  let fleet: Fleet | undefined;

  beforeAll(async () => {
    const folder = await createFolder();
    await writeFiles(folder, bookshop());
    const options = ['--control-token', token];
    fleet = await openFleet({ arguments: [join(folder, 'openapi.json'), ...options] });
    await ask(fleet, { method: 'GET', path: '/../books' });
    return async () => {
      await fleet?.close();
      await removeFolder(folder);
    };
  });

  it('does all that its document says, whichever is asked', async () => {
    if (!fleet) throw new Error('there is a fleet');
    await ask(fleet, { method: 'PUT', path: '/snapshots/kept' });
    for (const request of controlRequests) {
      const { status, text } = await ask(fleet, request);
      expect([request.operation, status, text === '']).toEqual([
        request.operation,
        request.status,
        request.status === 202 || request.status === 204,
      ]);
    }
    expect(Math.min(...fleet.connections())).toBeGreaterThan(5);
  });
});

type Asked = Pick<ControlRequest, 'method' | 'path' | 'body' | 'isEndless'>;

/** Over a connection of its own. Of what never ends, the beginning is enough. */
async function ask(
  { url }: Fleet,
  { method, path, body, isEndless = false }: Asked,
): Promise<{ readonly status: number; readonly text: string }> {
  const over = new AbortController();
  const response = await fetch(`${url}/_mock${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      Connection: 'close',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    signal: over.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  const text = isEndless ? 'events' : await response.text();
  over.abort();
  return { status, text };
}
