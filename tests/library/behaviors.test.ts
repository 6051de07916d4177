import { expect, test } from 'vitest';

import type { OperationHandlers } from '../../src/index.ts';
import { openOrdering, send } from './ordering.ts';

const behaviors: OperationHandlers = {
  listOrders: ({ records, request, now }) => ({
    status: 200,
    body: [
      ...records.list('orders').filter(({ status }) => status === 'open'),
      { id: request.world, total: now.getUTCFullYear() },
    ],
  }),
  getOrder() {
    throw new Error('no order today');
  },
};

test('a test hands handlers over, which decide in each of its worlds', async () => {
  const mock = await openOrdering({}, { behaviors });
  const world = mock.world('a');
  world.setClock({ now: '2031-01-01T00:00:00Z', frozen: true });
  await world.merge('orders', [{ id: '1', status: 'open' }]);
  expect((await send(world.url, '/orders')).json).toMatchObject([
    { id: '1' },
    { id: '2' },
    { id: 'a', total: 2031 },
  ]);
  expect((await send(mock.url, '/orders')).json).toMatchObject([{ id: '2' }, { id: 'default' }]);
});

test('the journal explains that a handler answered, or failed', async () => {
  const mock = await openOrdering({}, { behaviors });
  await send(mock.url, '/orders');
  await send(mock.url, '/orders/1');
  const [listed, failed] = mock.requests();
  const explain = async (id = 0): Promise<unknown> =>
    (await send(mock.url, `/_mock/requests/${id}/explain`)).json;
  expect(await explain(listed?.id)).toMatchObject({
    source: { kind: 'handler' },
    sentences: expect.arrayContaining([
      'The answer is what the handler of the operation returned.',
    ]),
  });
  expect(await explain(failed?.id)).toMatchObject({
    refused_by: 'handle',
    problem: {
      code: 'handler-failed',
      detail: expect.stringMatching(
        /^The handler of getOrder \(tests\/library\/behaviors\.test\.ts:\d+:\d+\) threw/,
      ),
    },
  });
});

test('an option that is neither a file nor handlers is refused', async () => {
  const wrong: object = { behaviors: 1 };
  await expect(openOrdering({}, wrong)).rejects.toThrow(
    'the option "behaviors" must be a file, or an object of functions',
  );
});
