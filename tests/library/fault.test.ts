import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { Exchange } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { patience } from '../patience.ts';
import { hostApp } from './host-app.ts';
import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';
import { talk } from './raw-talk.ts';

let shop: OpenShop;
const heard: Exchange[] = [];

beforeAll(async () => {
  shop = await openShop({ onExchange: (exchange) => heard.push(exchange) });
});

afterAll(() => shop.close());

/** A request as it is on the wire. */
function write(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { Host: 'localhost', Authorization: 'Bearer open', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function faulty(fault: string): Readonly<Record<string, string>> {
  return { 'X-Stuntdouble-Fault': fault };
}

const bodyOf = (said: string): string => said.slice(said.indexOf('\r\n\r\n') + 4);

describe('on the wire', () => {
  it('reset: the connection is reset before anything is sent', async () => {
    await expect(talk(shop.url, write('GET /orders/1', faulty('reset')))).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
    expect(heard.at(-1)).toMatchObject({ path: '/orders/1', unsent: 'reset' });
  });

  it('reset: what was asked for before still comes', async () => {
    const first = write('GET /orders/1', faulty('latency=100ms'));
    // Where it comes together with the reply, it may look like an end.
    const said = await talk(shop.url, first + write('GET /orders/2', faulty('reset')));
    expect(said.split('HTTP/1.1 ')).toHaveLength(2);
    expect(bodyOf(said)).toBe('{"id":"1","item":"pen"}');
  });

  it('hang: nothing comes, and what goes by other connections goes on', async () => {
    const world = shop.openWorld();
    const hanging = talk(shop.url, write(`GET /~${world.name}/orders/1`, faulty('hang')));
    await vi.waitUntil(
      () => heard.some((one) => one.world === world.name && one.unsent === 'hang'),
      patience,
    );
    expect(await world.statuses(1)).toEqual([200]);
    expect(await hanging).toBe('');
  });

  it.each([
    ['truncate', '{"id":"1","'],
    ['truncate=5', '{"id"'],
    ['truncate=0', ''],
    ['truncate=1000', '{"id":"1","item":"pen"}'],
    ['truncate=6, rate=100', '{"id":'],
  ])('%s: the length is that of the whole, and the end is missing', async (fault, part) => {
    const said = await talk(shop.url, write('GET /orders/1', faulty(fault)));
    expect(said).toContain('Content-Length: 23\r\n');
    expect(bodyOf(said)).toBe(part);
  });

  it('rate: the body comes piece by piece', async () => {
    const said = await fetch(`${shop.url}/orders/1`, {
      headers: { Authorization: 'Bearer open', ...faulty('rate=100') },
    });
    const pieces: string[] = [];
    for await (const piece of said.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces.join('')).toBe('{"id":"1","item":"pen"}');
    expect(pieces.length).toBeGreaterThan(1);
  });

  it('rate: what the connection does not take at once waits for it', async () => {
    const world = shop.mock.world();
    const body = 'x'.repeat(8_000_000);
    world.use({ reply: { body, breach: true }, fault: { bytesPerSecond: 100_000_000 } });
    const said = await fetch(`${world.url}/orders`, { headers: { Authorization: 'Bearer open' } });
    expect(await said.text()).toBe(body);
  });

  it('latency: others are answered first, and the whole time is told', async () => {
    const world = shop.openWorld();
    const order: string[] = [];
    const late = world
      .ask('GET /orders/1', undefined, faulty('latency=800ms'))
      .then(({ status }) => order.push(`late ${status}`));
    await world.ask('GET /orders/1').then(({ status }) => order.push(`other ${status}`));
    await late;
    expect(order).toEqual(['other 200', 'late 200']);
    const times = heard.filter((one) => one.world === world.name).map((one) => one.milliseconds);
    expect(times.at(-1)).toBeGreaterThan(250);
  });

  it('latency: refusals by the state are late, too, and stay what they are', async () => {
    const world = shop.openWorld();
    const said = await world.ask('GET /orders/none', undefined, faulty('latency=1ms'));
    expect(said.status).toBe(404);
    expect(said.headers.get('X-Stuntdouble-Forced')).toBe('header: 1 ms late');
  });

  it('replies on one connection keep their order, however they are sent', async () => {
    const said = await talk(
      shop.url,
      write('GET /orders/1', faulty('latency=50ms')) +
        write('GET /orders/2', faulty('rate=1000')) +
        write('HEAD /orders/1', faulty('rate=1, truncate')) +
        write('DELETE /~pipe/orders/1', faulty('rate=1, truncate')) +
        write('GET /orders/1'),
    );
    const replies = said.split('HTTP/1.1 ').slice(1);
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['200', '200', '200', '204', '200']);
    expect(replies.map(bodyOf)).toEqual([
      '{"id":"1","item":"pen"}',
      '{"id":"2","item":"ink"}',
      '',
      '',
      '{"id":"1","item":"pen"}',
    ]);
  });

  it.each([['latency=1h'], ['rate=1']])('%s: who goes away is not waited for', async (fault) => {
    const world = shop.openWorld();
    const leave = new AbortController();
    const asked = fetch(`${shop.url}/~${world.name}/orders/1`, {
      headers: { Authorization: 'Bearer open', ...faulty(fault) },
      signal: leave.signal,
    }).then((said) => said.text());
    // The request has come when another one that was sent later was answered.
    await world.ask('GET /orders/2');
    leave.abort();
    await expect(asked).rejects.toThrow(/abort/);
    await vi.waitFor(
      () => expect(heard.filter((one) => one.world === world.name)).toHaveLength(2),
      patience,
    );
  });
});

describe('close()', () => {
  it('waits for nothing that hangs, is late or slow', async () => {
    const closing = await openShop();
    const ask = (fault: string): Promise<string> =>
      fetch(`${closing.url}/orders/1`, {
        headers: { Authorization: 'Bearer open', ...faulty(fault) },
      }).then(
        (said) => said.text(),
        () => 'nothing',
      );
    const asked = [ask('latency=1h'), ask('hang'), ask('rate=1'), ask('latency=1h, hang')];
    await closing.ask('GET', '/orders/2');
    await closing.close();
    const whole = '{"id":"1","item":"pen"}';
    expect(await Promise.all(asked)).toEqual([whole, 'nothing', whole, 'nothing']);
  });
});

it('a mounted app leaves nobody hanging when it closes', async () => {
  const mock = await createMock({ controlToken: 'secret', auth: 'off' });
  const url = await hostApp(mock.app);
  const asked = fetch(`${url}/api/v1/workspaces/none/projects/none/pages/none/`, {
    headers: { 'X-Stuntdouble-Token': 'secret', ...faulty('hang') },
  });
  await fetch(`${url}/_mock/health`);
  await mock.close();
  await expect(asked).rejects.toThrow();
});

describe('what was asked for', () => {
  it.each<[string, number, number]>([
    ['status=503', 503, 0],
    ['status=503, effect=kept', 503, 1],
    ['status=500, effect=lost', 500, 0],
    ['effect=lost', 201, 0],
    ['effect=kept', 201, 1],
    ['latency=1ms', 201, 1],
    ['truncate=1000', 201, 1],
  ])('with %s: %i, and %i changes', async (fault, status, changes) => {
    const world = shop.openWorld();
    const said = await world
      .ask('POST /orders', { item: 'cap' }, faulty(fault))
      .catch(() => ({ status }));
    expect(said.status).toBe(status);
    expect((await world.ask('GET /_mock/diff')).json).toHaveLength(changes);
  });

  it.each([
    ['reset', 1],
    ['reset, effect=lost', 0],
  ])('with %s: %i changes, and no reply', async (fault, changes) => {
    const world = shop.openWorld();
    await expect(world.ask('POST /orders', { item: 'cap' }, faulty(fault))).rejects.toThrow();
    expect((await world.ask('GET /_mock/diff')).json).toHaveLength(changes);
  });

  it('stays undone where the state refuses it', async () => {
    const world = shop.openWorld();
    const said = await world.ask('GET /orders/none', undefined, faulty('status=503, effect=kept'));
    expect(said.status).toBe(404);
  });

  it('and is lost is on no disk', async () => {
    const data = await writeFolder();
    const kept = await openShop({ data });
    const post = (item: string, fault: string): Promise<unknown> =>
      kept.ask('POST', '/orders', { body: { item }, headers: faulty(fault) });
    await post('lost-cap', 'effect=lost');
    await post('kept-cap', 'status=503, effect=kept');
    const files = await readdir(data);
    const texts = files.map((file) => readFile(join(data, file), 'utf8'));
    const journal = (await Promise.all(texts)).join('');
    expect(journal).toContain('kept-cap');
    expect(journal).not.toContain('lost-cap');
    await kept.close();
    expect(await readFile(join(data, 'db.json'), 'utf8')).not.toContain('lost-cap');
  });
});

describe('X-Stuntdouble-Fault', () => {
  it.each([
    ['', 'there is no such fault'],
    ['slow', 'there is no such fault; there are latency=800ms'],
    ['latency', 'it needs a value'],
    ['latency=soon', '"latency=soon" can not be read: it needs a duration'],
    ['latency=2h', 'an hour at most'],
    ['status=418', 'getOrder declares no such status; it declares 200, 404'],
    ['status=one', 'a status from 200 to 599'],
    ['status=404=200', '"status=404=200" can not be read: it has more than one ='],
    ['reset=yes', 'it takes no value'],
    ['reset, hang', 'a reply ends in one way'],
    ['truncate=half', 'a whole number from 0'],
    ['rate=0', 'a whole number from 1'],
    ['effect=gone', 'it is kept or lost'],
    ['latency=1ms, latency=2ms', 'it is said twice'],
  ])('"%s" is refused: %s', async (fault, said) => {
    const refused = await shop.ask('GET', '/orders/1', { headers: faulty(fault) });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      type: 'urn:problem-type:invalid-fault',
      detail: expect.stringContaining(said),
    });
  });

  it('counts from other hosts with the control token only', async () => {
    await using mock = await createMock({ controlToken: 'secret' });
    const url = await hostApp(mock.app);
    const path = `${url}/api/v1/workspaces/northwind/assets/1/`;
    const ask = async (token?: string): Promise<readonly unknown[]> => {
      const headers = token === undefined ? {} : { 'X-Stuntdouble-Token': token };
      const said = await fetch(path, {
        method: 'PATCH',
        headers: { ...headers, ...faulty('latency=1ms') },
      });
      return [said.status, Object(await said.json()).detail];
    };
    expect(await ask()).toEqual([403, expect.stringContaining('Send the token')]);
    expect(await ask('other')).toEqual([403, expect.stringContaining('is not the token')]);
    expect((await ask('secret'))[0]).toBe(401);
    const page = { Origin: 'https://elsewhere.test', ...faulty('latency=1ms') };
    const refused = await shop.ask('GET', '/orders/1', { headers: page });
    expect(refused.json).toMatchObject({
      type: 'urn:problem-type:fault-not-allowed',
      detail: expect.stringContaining('start with --control-token'),
    });
  });

  it('is not looked at where it is switched off', async () => {
    await using mock = await createMock({ requestFaults: false });
    const { url } = await mock.listen();
    const said = await fetch(`${url}/api/v1/workspaces/northwind/assets/1/`, {
      method: 'PATCH',
      headers: faulty('nonsense'),
    });
    expect(said.status).toBe(401);
  });

  it('goes before overrides, which do not count it', async () => {
    const world = shop.openWorld();
    await world.use({ id: 'x', operation: 'getOrder', reply: { status: 503 } });
    const said = await world.ask('GET /orders/1', undefined, faulty('status=500'));
    expect(said.status).toBe(500);
    expect((await world.ask('GET /_mock/overrides/x')).json).toMatchObject({ hits: 0 });
  });
});
