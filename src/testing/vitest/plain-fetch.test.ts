import { join } from 'node:path';

import { afterEach, expect, it, vi } from 'vitest';

import { connect } from '../../client/index.ts';
import { createMock } from '../../index.ts';
import { findFetch } from './plain-fetch.ts';

afterEach(() => void vi.unstubAllGlobals());

it('is the usual one in Node, in browsers and in jsdom', () => {
  expect(findFetch()).toBeUndefined();
});

it('reaches the control API in happy-dom, whose fetch is that of a page', async () => {
  const contract = join(import.meta.dirname, '..', '..', '..', 'examples', 'shop.yaml');
  await using mock = await createMock({ contract, controlToken: 'secret-token' });
  const { url } = await mock.listen();
  vi.stubGlobal('happyDOM', {});
  const place = { controlToken: 'secret-token', fetch: findFetch() };
  const world = await connect(url, place).world('mine', {});
  const reply = await world.fetch('/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ item: 'Kessel für Tee' }),
  });
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([201, 'application/json']);
  expect(await reply.json()).toMatchObject({ item: 'Kessel für Tee' });
  await world.reset();
  expect(await world.drop()).toBe(true);
  await mock.close();
  await expect(world.now()).rejects.toThrow(/no server answers at .*ECONNREFUSED/);
});
