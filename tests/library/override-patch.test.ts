import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

const headers = { Authorization: 'Bearer open' };
const patched = { operation: 'getOrder', reply: { patch: { item: 'quill' } } };

const detail = (said: { readonly json: unknown }): string => Object(said.json).error?.message;

describe('a patch', () => {
  it('changes some members of the usual reply, and no record', async () => {
    const { ask, use } = shop.openWorld();
    const arranged = await use(patched);
    expect(arranged.status).toBe(201);
    expect(arranged.json).toMatchObject(patched);
    const said = await ask('GET /orders/1');
    expect([said.status, said.json]).toEqual([200, { id: '1', item: 'quill' }]);
    expect(said.headers.get('x-stuntdouble-forced')).toBe('override override-1: a patched body');
    expect((await ask('GET /_mock/state/orders/1')).json).toEqual({ id: '1', item: 'pen' });
    expect((await ask('GET /orders')).json).toMatchObject([{ item: 'pen' }, { item: 'ink' }]);
  });

  it('is given by the library, too, with the names of the contract as they are', async () => {
    await using world = shop.mock.world();
    const patch = { rateLimit: 1, bytes_per_second: 2 };
    const used = world.use({ operation: 'getOrder', reply: { patch } });
    const said = await fetch(`${world.url}/orders/1`, { headers });
    expect(await said.json()).toEqual({ id: '1', item: 'pen', ...patch });
    expect(used.hits).toBe(1);
    expect(world.overrides()).toMatchObject([{ reply: { patch } }]);
  });

  it('comes so many times, as a step of a sequence, and with a fault', async () => {
    const { ask, use } = shop.openWorld();
    const items = async (): Promise<unknown> => Object((await ask('GET /orders/1')).json).item;
    await use({ ...patched, times: 1 });
    expect([await items(), await items()]).toEqual(['quill', 'pen']);
    const steps = [{ pass: true }, { ...patched.reply, patch: { item: 'a' } }];
    await use({ operation: 'getOrder', sequence: [steps[0], { reply: steps[1] }] });
    expect([await items(), await items(), await items()]).toEqual(['pen', 'a', 'pen']);
    await use({ ...patched, fault: { latency: 1 } });
    const late = await ask('GET /orders/1');
    expect(late.headers.get('x-stuntdouble-forced')).toMatch(/: a patched body, 1 ms late$/);
  });

  it('waits for a reply that is a success', async () => {
    const { ask, use } = shop.openWorld();
    await use({ ...patched, times: 1 });
    const missing = await ask('GET /orders/9');
    expect([missing.status, missing.headers.get('x-stuntdouble-forced')]).toEqual([404, null]);
    const asked = await ask('GET /orders/1', undefined, { Prefer: 'code=503' });
    expect([asked.status, asked.headers.get('x-stuntdouble-forced')]).toEqual([503, null]);
    expect((await ask('GET /orders/1')).json).toMatchObject({ item: 'quill' });
    expect((await ask('GET /orders/1')).json).toMatchObject({ item: 'pen' });
  });

  it('is of what was asked for, which is done unless it is lost', async () => {
    const { ask, use } = shop.openWorld();
    await use({ operation: 'createOrder', reply: { patch: { item: 'quill' } }, times: 1 });
    const made = await ask('POST /orders', { item: 'pad' });
    expect([made.status, made.json]).toMatchObject([201, { item: 'quill' }]);
    const { id } = Object(made.json);
    expect((await ask(`GET /orders/${id}`)).json).toEqual({ id, item: 'pad' });
    const lost = { reply: { patch: { item: 'quill' } }, fault: { effect: 'lost' } };
    await use({ operation: 'createOrder', ...lost });
    const said = await ask('POST /orders', { item: 'pad' });
    expect([said.status, said.json]).toMatchObject([201, { item: 'quill' }]);
    expect(said.headers.get('x-stuntdouble-forced')).toContain('what was asked for is not done');
    expect((await ask(`GET /orders/${Object(said.json).id}`)).status).toBe(404);
  });

  it('has the length of what is sent, also where only the headers are asked for', async () => {
    const { use, name } = shop.openWorld();
    await use(patched);
    const url = `${shop.url}/~${name}/orders/1`;
    const whole = await fetch(url, { headers });
    const text = await whole.text();
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${text.length}`]);
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'));
  });

  it('that breaks the contract only with some replies is a 500, which says what to do', async () => {
    const { ask, use } = shop.openWorld();
    const patch = [{ op: 'remove', path: '/item' }];
    await use({ operation: 'getOrder', reply: { patch } });
    const said = await ask('GET /orders/1');
    expect(said.status).toBe(500);
    expect(detail(said)).toContain('getOrder 200, body /item: is required, but missing');
    expect(detail(said)).toContain('Mend the override "override-1"');
    await use({ operation: 'getOrder', reply: { patch: [{ op: 'remove', path: '/none' }] } });
    const other = await ask('GET /orders/1');
    expect(other.status).toBe(500);
    expect(detail(other)).toContain('there is no such place: "/none"');
    expect(detail(other)).toContain('The "patch" of the override "override-2"');
  });
});
