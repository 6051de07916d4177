import { describe, expect, it } from 'vitest';

import { askAt } from './open-bookshop.ts';
import type { ThingShop } from './thing-shop.ts';
import { openThings } from './thing-shop.ts';

const headers = { 'Content-Type': 'application/json-patch+json' };
const copies = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ op: 'copy', from: '/name', path: `/shape/${at}` }));

function openWith(name: string): Promise<ThingShop> {
  return openThings({ 'fixtures/things.json': JSON.stringify([{ id: 'a', name, shape: {} }]) });
}

describe('a record', () => {
  it('is not made a thousand times as large by the copies of one patch', async () => {
    const { url } = await openWith('x'.repeat(1_000_000));
    const ask = askAt(url);
    const refused = await ask('PATCH', '/things/a', { headers, body: copies(1000) });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      {
        type: 'urn:problem-type:invalid-request',
        detail: expect.stringContaining('2,097,152 characters'),
        errors: [{ pointer: '/2' }],
      },
    ]);
    expect((await ask('GET', '/things/a')).json).toMatchObject({ shape: {} });
  });

  it('that grows with each request is refused where it would be too large to be kept', async () => {
    const name = 'x'.repeat(1_000_000);
    const large = 'x'.repeat(33_554_432 - 1_500_000);
    const fixtures = JSON.stringify([{ id: 'a', name, shape: { large } }]);
    const { url } = await openThings({ 'fixtures/things.json': fixtures });
    const ask = askAt(url);
    const refused = await ask('PATCH', '/things/a', { headers, body: copies(1) });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { detail: expect.stringContaining('more than 33,554,432 characters as JSON') },
    ]);
    expect((await ask('GET', '/things/a')).json).toMatchObject({ shape: { large } });
    const merged = await ask('PATCH', '/_mock/state/things/a', { body: { box: name } });
    expect([merged.status, merged.json]).toMatchObject([
      400,
      { detail: expect.stringContaining('too large to be kept') },
    ]);
    const smaller = [{ op: 'remove', path: '/shape/large' }, ...copies(1)];
    expect((await ask('PATCH', '/things/a', { headers, body: smaller })).status).toBe(200);
  });
});
