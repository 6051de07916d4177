import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import type { Declared } from './orders.ts';
import { openOrders } from './orders.ts';

const now = '2030-05-01T12:00:00.000Z';

/** Sends one request to the order 1, at noon. */
async function after(
  declared: Declared,
  line: string,
  body?: JsonValue,
): Promise<{ status: number; json: JsonValue | undefined; kept: JsonValue | undefined }> {
  const road = await openOrders(declared);
  road.world.clock.set({ now: Date.parse(now), isFrozen: true });
  const [method = '', tail = ''] = line.split(' ');
  const sent = body === undefined ? {} : { body };
  const path = tail === '/orders' ? tail : `/orders/1${tail}`;
  const { status, json } = await road.send(method, path, sent);
  return { status, json, kept: (await road.send('GET', '/orders/1')).json };
}

describe('an operation whose transitions are declared', () => {
  it.each<[string, string, JsonObject, JsonValue | undefined, JsonObject]>([
    [
      'sets members',
      'POST /pay',
      { from: { status: 'open' }, set: { status: 'paid', paid_at: '$now' } },
      undefined,
      { status: 'paid', paid_at: now, note: 'A' },
    ],
    [
      'sets members from any state',
      'POST /pay',
      { set: { status: 'shipped' } },
      undefined,
      { status: 'shipped' },
    ],
    [
      'sets what the request says',
      'POST /pay',
      { set: { method: '$body.card.kind' } },
      { card: { kind: 'visa' } },
      { method: 'visa', status: 'open' },
    ],
    [
      'leaves a member where the request says nothing',
      'POST /pay',
      { set: { note: '$body.card.kind' } },
      {},
      { note: 'A' },
    ],
    [
      'sets what the record has',
      'POST /pay',
      { set: { method: '$record.note', note: '$key' } },
      undefined,
      { method: 'A', note: '1' },
    ],
    [
      'sets a text that begins with a dollar',
      'POST /pay',
      { set: { note: '$$5' } },
      undefined,
      { note: '$5' },
    ],
    [
      'sets a member inside another',
      'POST /pay',
      { set: { 'address.city': 'Rome' } },
      undefined,
      { address: { city: 'Rome' } },
    ],
    [
      'knows several states',
      'POST /pay',
      { from: { status: ['cancelled', 'open'] }, set: { status: 'paid' } },
      undefined,
      { status: 'paid' },
    ],
    [
      'knows what is missing',
      'POST /pay',
      { from: { paid_at: null }, set: { status: 'paid' } },
      undefined,
      { status: 'paid' },
    ],
    [
      'does what its word says where nothing else is said',
      'POST /cancel',
      { from: { status: 'open' } },
      undefined,
      { status: 'cancelled' },
    ],
    [
      'does what is said, not what its word says',
      'POST /cancel',
      { set: { note: 'B' } },
      undefined,
      { status: 'open', note: 'B' },
    ],
    [
      'sets more than a merge sends',
      'PATCH',
      { set: { status: 'paid' } },
      { note: 'B', status: 'open' },
      { status: 'paid', note: 'B' },
    ],
    [
      'sets more than a replacement sends',
      'PUT',
      { set: { status: 'paid' } },
      { status: 'open', note: 'B' },
      { status: 'paid', note: 'B' },
    ],
  ])('%s', async (_, line, transition, body, expected) => {
    const { status, json, kept } = await after(
      { transitions: { [line]: [transition] } },
      line,
      body,
    );
    expect([status, json]).toEqual([200, expect.objectContaining(expected)]);
    expect(kept).toEqual(json);
  });

  it('unsets members', async () => {
    const fixtures = [{ id: 1, status: 'paid', paid_at: now, note: 'A' }];
    const transitions = {
      'POST /cancel': [{ set: { status: 'open' }, unset: ['paid_at', 'note'] }],
    };
    const { kept } = await after({ fixtures, transitions }, 'POST /cancel');
    expect(kept).toEqual({ id: 1, status: 'open' });
  });

  it('takes the first transition that leads from the state', async () => {
    const pay = [
      { from: { status: 'cancelled' }, set: { note: 'no' } },
      { from: { status: 'open', note: 'A' }, set: { status: 'paid' } },
      { from: { status: 'open' }, set: { status: 'shipped' } },
    ];
    expect((await after({ transitions: { 'POST /pay': pay } }, 'POST /pay')).kept).toMatchObject({
      status: 'paid',
    });
  });

  it('says how a new record begins, whatever the client sends', async () => {
    const transitions = {
      'POST /orders': [{ set: { status: 'paid', paid_at: '$now', method: '$key' } }],
    };
    const { status, json } = await after({ transitions }, 'POST /orders', { status: 'open' });
    const { id } = Object(json);
    expect([status, json]).toEqual([
      201,
      expect.objectContaining({ status: 'paid', paid_at: now, method: String(id) }),
    ]);
  });

  it('deletes only from the states that are said', async () => {
    const transitions = { DELETE: [{ from: { status: 'cancelled' }, else: 409 }] };
    const open = await after({ transitions, errors: ['409'] }, 'DELETE');
    expect([open.status, open.kept]).toMatchObject([409, { status: 'open' }]);
    const fixtures = [{ id: 1, status: 'cancelled' }];
    expect((await after({ transitions, errors: ['409'], fixtures }, 'DELETE')).status).toBe(204);
  });
});

describe('a request in another state is refused', () => {
  const from = { status: ['paid', 'shipped'] };

  it.each<[string, JsonValue[], readonly string[], number, boolean]>([
    ['with 409', [{ from }], ['409', '422', '400'], 409, true],
    ['with 422 where no 409 is declared', [{ from }], ['400', '422'], 422, true],
    ['with 400 where only that is declared', [{ from }], ['400'], 400, true],
    ['with a range', [{ from }], ['4XX'], 409, true],
    ['with what `else` says', [{ from, else: 402 }], ['402', '409'], 402, true],
    [
      'with the last `else`',
      [
        { from, else: 409 },
        { from, else: 402 },
      ],
      ['402', '409'],
      402,
      true,
    ],
    ['with a problem document where nothing is declared', [{ from }], [], 409, false],
  ])('%s', async (_, pay, errors, expected, isDeclared) => {
    const { status, json, kept } = await after(
      { transitions: { 'POST /pay': pay }, errors },
      'POST /pay',
    );
    const why =
      'The record "1" of orders is in another state: status is open; needed: status = paid or shipped';
    expect(status).toBe(expected);
    expect(JSON.stringify(json)).toContain(JSON.stringify(why).slice(1, -1));
    expect(Object.keys(Object(json)).includes('error')).toBe(isDeclared);
    expect(kept).toMatchObject({ status: 'open' });
  });

  it('unless `else` says that nothing happens', async () => {
    const transitions = { 'POST /cancel': [{ from, set: { note: 'B' }, else: 'ignore' }] };
    const { status, kept } = await after({ transitions }, 'POST /cancel');
    expect([status, kept]).toEqual([200, { id: 1, status: 'open', total: 5, note: 'A' }]);
  });

  it('after what the path says: a record that is not there is a 404', async () => {
    const road = await openOrders({ transitions: { 'POST /pay': [{ from }] }, errors: ['409'] });
    expect((await road.send('POST', '/orders/9/pay')).status).toBe(404);
  });
});
