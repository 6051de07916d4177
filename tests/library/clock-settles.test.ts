import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createMock } from '../../src/index.ts';
import { send, writeOrdering } from './ordering.ts';

/** Open orders are paid after a minute, and cost one more an hour later. */
const overlay = `overlay: 1.0.0
info: { title: Dunning, version: '1' }
actions:
  - target: $.paths['/orders/{order_id}']
    update:
      x-stuntdouble:
        transitions:
          - { from: { status: paid, total: 20 }, after: 1h, set: { total: 21 } }
          - { from: { status: open }, after: 1m, set: { status: paid } }
`;

test.each(['PUT', 'POST', 'library'])(
  'a test that moves the clock (%s) sees at once what was due until then, one after the other',
  async (by) => {
    const folder = await writeOrdering({ 'dunning.yaml': overlay });
    await using mock = await createMock({
      contract: join(folder, 'openapi.json'),
      overlay: join(folder, 'dunning.yaml'),
    });
    await mock.listen();
    const world = mock.world('a', { now: '2030-01-01T00:00:00Z', frozen: true });
    const control = `${world.url}/_mock`;
    if (by === 'library') world.advanceClock('2h');
    else if (by === 'POST') await send(control, 'POST /clock/advance', { body: { by: '2h' } });
    else {
      const body = { now: '2030-01-01T02:00:00Z', frozen: true };
      expect((await send(control, 'PUT /clock', { body })).status).toBe(200);
    }
    const expected = [
      { id: '1', total: 10, status: 'paid' },
      { id: '2', total: 21, status: 'paid' },
    ];
    expect(world.records('orders')).toMatchObject(expected);
    expect((await send(control, '/state/orders')).json).toMatchObject(expected);
    expect((await send(world.url, '/orders')).json).toMatchObject(expected);
    expect((await send(control, '/clock')).json).toMatchObject({ now: '2030-01-01T02:00:00.000Z' });
  },
);
