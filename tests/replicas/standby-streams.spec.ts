import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { ask } from '../contracts/ask.ts';
import { listenAt } from '../library/event-lines.ts';
import { writeNotes } from '../library/notes.ts';
import { patience } from '../patience.ts';
import type { Fleet } from './fleet.test-kit.ts';
import { openFleet } from './fleet.test-kit.ts';
import {
  findOwner,
  findStandbys,
  itemsContract,
  makeItem,
  send,
  untilStatus,
} from './items.test-kit.ts';
import { hasRedis } from './redis.ts';

describe.skipIf(!hasRedis)('through a standby', () => {
  it('a stream of requests tells what any replica is asked, until its owner is gone', async () => {
    const fleet = await open(itemsContract, '--ignore-examples');
    const [standby, other] = await findStandbys(fleet);
    const owner = await findOwner(fleet);
    const line = listenAt(standby?.url ?? '', '/_mock/requests/live');
    await line.hears('200 OK');
    for (const [index, replica] of [owner, standby, other].entries()) {
      await send(replica?.url ?? '', 'GET', `/items/seen-${index}`);
      await line.hears(`/items/seen-${index}`);
    }
    await owner.kill();
    await line.closed;
    await untilStatus(200, () => send(standby?.url ?? '', 'GET', '/items'));
    const again = listenAt(other?.url ?? '', '/_mock/requests/live');
    await again.hears('200 OK');
    await send(standby?.url ?? '', 'GET', '/items/seen-again');
    await again.hears('/items/seen-again');
  });

  it('the owner hears when a client that listens is gone', async () => {
    const fleet = await open(itemsContract, '--ignore-examples');
    const [standby] = await findStandbys(fleet);
    // More than the owner lets listen at a time.
    for (let round = 0; round < 150; round += 1) {
      const line = listenAt(standby?.url ?? '', '/_mock/live');
      await line.hears('HTTP/1.1 ');
      expect(line.heard()).toContain('200 OK');
      line.socket.destroy();
    }
  });

  it('an upload of a megabyte is kept, and read after its owner was killed', async () => {
    const folder = await writeNotes();
    const fleet = await open(join(folder, 'openapi.json'));
    const [standby, other] = await findStandbys(fleet);
    const owner = await findOwner(fleet);
    const scan = Buffer.alloc(1_000_000, 'no two lines of this are quite the same. ');
    for (let index = 0; index < scan.length; index += 1000) scan.writeUInt32LE(index, index);
    const headers = { 'Content-Type': 'image/png' };
    const sent = await ask(standby?.url ?? '', {
      method: 'PUT',
      path: '/notes/a/scan',
      headers,
      body: scan,
    });
    expect(sent.status).toBe(204);
    const read = async (url = ''): Promise<Buffer> =>
      (await ask(url, { method: 'GET', path: '/notes/a/scan', headers: {} })).bytes;
    expect((await read(other?.url)).equals(scan)).toBe(true);
    await owner.kill();
    for (const replica of [standby, other]) {
      const url = replica?.url ?? '';
      await untilStatus(200, () => send(url, 'GET', '/_mock/ready'));
      await vi.waitUntil(async () => (await read(url)).equals(scan), patience);
    }
  });

  it('private worlds are those of the owner', async () => {
    const fleet = await open(itemsContract, '--ignore-examples');
    const [standby, other] = await findStandbys(fleet);
    await makeItem(`${standby?.url}`, 'common');
    const made = await send(standby?.url ?? '', 'PUT', '/_mock/worlds/mine');
    expect(made.status).toBe(201);
    const put = await send(standby?.url ?? '', 'POST', '/~mine/items', {
      token: 'private',
      count: 0,
      echo: 0,
    });
    expect(put.status).toBe(201);
    const shown = await send(other?.url ?? '', 'GET', '/~mine/items');
    expect(shown.text).toContain('private');
    const common = await send(other?.url ?? '', 'GET', '/items');
    expect(common.text).not.toContain('private');
  });
});

async function open(...given: readonly string[]): Promise<Fleet> {
  const fleet = await openFleet({ arguments: given });
  onTestFinished(() => fleet.close());
  return fleet;
}
