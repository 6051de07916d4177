import { describe, expect, it, onTestFinished } from 'vitest';

import { ask } from '../contracts/ask.ts';
import type { Fleet, FleetOptions, Replica } from './fleet.test-kit.ts';
import { openFleet } from './fleet.test-kit.ts';
import { findOwner, itemsContract, newItem, send, untilStatus } from './items.test-kit.ts';
import { hasRedis } from './redis.ts';

const control = '/_mock';

describe.skipIf(!hasRedis)('what belongs to worlds besides the default one', () => {
  it('is there when another replica takes over after a kill', async () => {
    const fleet = await open();
    const { url } = fleet;
    await expectDone(url, 'PUT', '/worlds/mine', { seed: 'other' });
    await makeIn(url, 'mine', 'in mine');
    await expectDone(url, 'PUT', '/snapshots/before', undefined, 'mine');
    await makeIn(url, 'mine', 'after');
    await expectDone(url, 'PUT', '/worlds/copy', { from: 'before' });
    await expectDone(url, 'PUT', '/worlds/gone', {});
    await expectDone(url, 'DELETE', '/worlds/gone');
    await expectDone(
      url,
      'PUT',
      '/clock',
      {
        now: '2030-01-01T00:00:00Z',
        frozen: true,
      },
      'mine',
    );
    await expectDone(url, 'POST', '/scenarios/saved', {}, 'mine');
    await expectDone(url, 'PUT', '/worlds/begun', { scenario: 'saved' });
    await makeIn(url, 'begun', 'more');
    // A world goes on from the scenario as it was.
    await makeIn(url, 'mine', 'later');
    await expectDone(url, 'POST', '/scenarios/saved', {}, 'mine');
    // A world that is made anew has nothing of the former one, whatever its name was.
    await expectDone(url, 'PUT', '/worlds/constructor', {});
    await expectDone(url, 'PUT', '/clock', { frozen: true }, 'constructor');
    await expectDone(url, 'PUT', '/worlds/constructor', {});
    const before = await describeAll(url);
    await takeOver(fleet);
    expect(await describeAll(url)).toEqual(before);
    const { json: clock } = await send(url, 'GET', inWorld('mine', `${control}/clock`));
    expect(clock).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true });
    expect(before['mine']).toContain('after');
    expect(before['copy']).toEqual(expect.not.stringContaining('after'));
    expect(before['gone']).toContain('unknown-world');
    // A world goes back to where it began, also if that is gone.
    await expectDone(url, 'DELETE', '/snapshots/before');
    await makeIn(url, 'copy', 'to lose');
    await takeOver(fleet);
    await expectDone(url, 'POST', '/reset', undefined, 'copy');
    expect(await tokensIn(url, 'copy')).toEqual(['in mine']);
    expect((await send(url, 'GET', `${control}/snapshots/before`)).status).toBe(404);
  });

  it('is as it was where the owner does not know how a change has ended', async () => {
    const fleet = await open();
    const { url } = fleet;
    await expectDone(url, 'PUT', '/worlds/mine', {});
    await expectDone(url, 'PUT', '/clock', { now: '2030-01-01T00:00:00Z', frozen: true }, 'mine');
    fleet.store.pause();
    const sent = send(url, 'POST', inWorld('mine', '/items'), newItem('late'));
    await untilStatus(503, () => sent);
    fleet.store.resume();
    const clock = await untilStatus(200, () =>
      send(url, 'GET', inWorld('mine', `${control}/clock`)),
    );
    expect(clock.json).toEqual({ now: '2030-01-01T00:00:00.000Z', frozen: true });
  });

  it('begins anew where the store was emptied', async () => {
    const fleet = await open();
    await expectDone(fleet.url, 'PUT', '/worlds/mine', {});
    await fleet.store.restartEmpty();
    await untilStatus(404, () => send(fleet.url, 'GET', `${control}/worlds/mine`));
    await untilStatus(201, () => send(fleet.url, 'PUT', `${control}/worlds/mine`, {}));
  });
});

describe.skipIf(!hasRedis)('coverage', () => {
  it('is added up over owners, and tells which of them have answered', async () => {
    const fleet = await open();
    const { url } = fleet;
    for (const _ of [1, 2, 3]) await send(url, 'GET', '/items');
    const first = await findOwner(fleet);
    await first.stop();
    await untilStatus(200, () => send(url, 'GET', '/items'));
    const next = await findOwner(fleet, first);
    const { json } = await send(url, 'GET', `${control}/coverage`);
    const { answered_by: answered } = json as { answered_by: { url: string; requests: number }[] };
    expect(answered).toContainEqual({ url: first.url, requests: 3 });
    expect(answered.map((one) => one.url).toSorted()).toEqual([first.url, next.url].toSorted());
  });
});

describe.skipIf(!hasRedis)('the credentials of a world', () => {
  const page = '/api/v1/workspaces/northwind/projects/0/pages/0/';

  it('that were minted and revoked are so when another replica takes over', async () => {
    const fleet = await open({ arguments: ['--auth', 'strict'] });
    const { url } = fleet;
    const minted = { name: 'mine', scheme: 'oauthToken', value: 'a-token-of-mine', scopes: [] };
    await expectDone(url, 'POST', '/credentials', minted);
    const { json } = await send(url, 'GET', `${control}/credentials`);
    const [first] = (json as readonly { readonly name: string }[]).map(({ name }) => name);
    await expectDone(url, 'DELETE', `/credentials/${first}`);
    const before = await send(url, 'GET', `${control}/credentials`);
    await takeOver(fleet);
    expect((await send(url, 'GET', `${control}/credentials`)).json).toEqual(before.json);
    const headers = { Authorization: 'Bearer a-token-of-mine' };
    // It has no scope, but it is known.
    expect((await ask(url, { method: 'GET', path: page, headers })).status).toBe(403);
    await expectDone(url, 'POST', '/reset');
    await takeOver(fleet);
    expect((await ask(url, { method: 'GET', path: page, headers })).status).toBe(401);
  });
});

describe.skipIf(!hasRedis)('the world of a visitor', () => {
  it('is there when another replica takes over', async () => {
    const fleet = await open({
      arguments: [itemsContract, '--visitor-worlds', '--visitor-records', '2'],
    });
    const { url } = fleet;
    const post = (cookie: string, token: string): ReturnType<typeof ask> =>
      ask(url, {
        method: 'POST',
        path: '/items',
        headers: {
          'Content-Type': 'application/json',
          Cookie: cookie,
          'User-Agent': 'Mozilla/5.0',
        },
        body: JSON.stringify({ token, count: 0, echo: 0 }),
      });
    const told = await ask(url, {
      method: 'GET',
      path: '/items',
      headers: { 'User-Agent': 'Mozilla/5.0' },
    });
    const [cookie = ''] = (told.headers['set-cookie'] ?? '').split(';');
    expect((await post(cookie, 'first')).status).toBe(201);
    await takeOver(fleet, '/items');
    const list = await ask(url, { method: 'GET', path: '/items', headers: { Cookie: cookie } });
    expect(list.text).toContain('first');
    expect((await post(cookie, 'second')).status).toBe(201);
    expect((await post(cookie, 'third')).status).toBe(507);
    expect((await send(url, 'GET', '/items')).text).not.toContain('first');
  });
});

async function open(options: FleetOptions = { arguments: [itemsContract] }): Promise<Fleet> {
  const fleet = await openFleet(options);
  onTestFinished(() => fleet.close());
  return fleet;
}

/** Kills the owner, and resolves when another one answers. */
async function takeOver(fleet: Fleet, path = `${control}/worlds`): Promise<void> {
  const owner: Replica = await findOwner(fleet);
  await owner.kill();
  await untilStatus(200, () => send(fleet.url, 'GET', path));
  await owner.start();
}

async function expectDone(
  url: string,
  method: string,
  path: string,
  body?: object,
  world?: string,
): Promise<void> {
  const { status, text } = await send(url, method, inWorld(world, control + path), body);
  expect([path, status, text]).toEqual([
    path,
    expect.toSatisfy((code: number) => code < 300),
    text,
  ]);
}

function inWorld(world: string | undefined, path: string): string {
  return world === undefined ? path : `/~${world}${path}`;
}

async function makeIn(url: string, world: string, token: string): Promise<void> {
  const { status } = await send(url, 'POST', inWorld(world, '/items'), newItem(token));
  expect(status).toBe(201);
}

async function tokensIn(url: string, world: string): Promise<readonly string[]> {
  const { json } = await send(url, 'GET', inWorld(world, `${control}/state/items`));
  return (json as readonly { readonly token: string }[]).map(({ token }) => token).toSorted();
}

/** What clients can see of each world, without the time of their last use. */
async function describeAll(url: string): Promise<Readonly<Record<string, string>>> {
  const seen: Record<string, string> = {};
  for (const world of ['mine', 'copy', 'gone', 'begun', 'constructor']) {
    const facts = await send(url, 'GET', `${control}/worlds/${world}`);
    const records = await send(url, 'GET', inWorld(world, `${control}/state`));
    // Some clocks go on.
    const {
      used_at: _,
      version: _version,
      now: _now,
      ...lasting
    } = facts.json as Record<string, unknown>;
    seen[world] = JSON.stringify([facts.status, lasting, facts.status === 200 ? records.json : '']);
  }
  for (const list of ['snapshots', 'scenarios'])
    seen[list] = (await send(url, 'GET', `${control}/${list}`)).text;
  return seen;
}
