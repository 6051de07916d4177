import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { MockOverride } from '../../src/index.ts';
import type { OpenShop } from './meddling-shop.ts';
import { openShop } from './meddling-shop.ts';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop();
});

afterAll(() => shop.close());

const allTheSame = '"breach": true sends it all the same';

describe('an override whose status nothing could ever answer with is refused at once', () => {
  it.each<[string, MockOverride, string]>([
    [
      'of an operation, with the statuses that it declares, and the way out',
      { operation: 'getOrder', reply: { status: 502 } },
      `getOrder declares no response for the status 502; it declares 200, 404, 429, 500, 503. ${allTheSame}`,
    ],
    [
      'in a step of a sequence',
      { operation: 'getOrder', sequence: [{ reply: { status: 502 } }] },
      allTheSame,
    ],
    [
      'as a fault',
      { operation: 'getOrder', fault: { status: 502 } },
      'getOrder declares no 502; it declares 200, 404, 429, 500, 503. A reply with "breach": true sends any status',
    ],
    [
      'of any operation',
      { reply: { status: 502 } },
      'no operation that it is for declares the status 502: name another status, or send a reply with "breach": true',
    ],
    [
      'of the operations that a path parameter chooses',
      { match: { path: { id: '1' } }, reply: { status: 201 } },
      'no operation that it is for declares the status 201',
    ],
    [
      'by a path parameter that no operation has',
      { match: { path: { key: '1' } }, reply: { status: 503 } },
      'no operation has the path parameter "key"',
    ],
  ])('%s', async (_, override, message) => {
    const { use } = shop.openWorld();
    const said = await use(override);
    expect(said).toMatchObject({ status: 400, json: { detail: expect.stringContaining(message) } });
    expect(() => shop.mock.world().use(override)).toThrow(message);
  });

  it('and one with breach is sent', async () => {
    const { use, ask } = shop.openWorld();
    await use({ operation: 'getOrder', reply: { status: 502, breach: true, body: { no: 1 } } });
    expect(await ask('GET /orders/1')).toMatchObject({ status: 502, json: { no: 1 } });
  });
});

describe('an override for any operation that only some can answer with', () => {
  const notice = expect.stringMatching(
    /^Only \d+ of \d+ operations declare the status 503: .*"listOrders".* The others answer as usual; a reply with "breach": true sends any status\.$/,
  );

  it('says so in the reply', async () => {
    const { use, ask } = shop.openWorld();
    expect((await use({ id: 'x', reply: { status: 503 } })).json).toMatchObject({ notice });
    expect((await ask('PUT /_mock/overrides/x', { reply: { status: 503 } })).json).toMatchObject({
      notice,
    });
  });

  it('says so in the library', () => {
    expect(shop.mock.world().use({ reply: { status: 503 } }).notice).toEqual(notice);
  });

  it('says nothing where all that it is for can', async () => {
    const { use } = shop.openWorld();
    expect((await use({ fault: { latency: 1 } })).json).not.toHaveProperty('notice');
    expect((await use({ operation: 'getOrder', reply: { status: 503 } })).json).not.toHaveProperty(
      'notice',
    );
  });
});
