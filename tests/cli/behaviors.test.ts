import { expect, test, vi } from 'vitest';

import { send, writeOrdering } from '../library/ordering.ts';
import { patience } from '../patience.ts';
import { run, serve } from './run-stuntdouble.ts';
import { writeFiles } from './temporary-folder.ts';

/** Refuses orders that are too large, and counts the others in the name of the customer. */
const limiting = (most: number): string => `
const most = ${most};

export default {
  'POST /orders'({ request, records, usual }) {
    if (request.body.total > most) return { ...usual, effect: 'lost', headers: { 'X-Most': most } };
    records.change('orders', '1', { total: request.body.total });
    return usual;
  },
  'GET /orders'() {
    throw new Error('the list is broken');
  },
};
`;

function order(url: string, total: number): Promise<Response> {
  const headers = { Authorization: 'Bearer open', 'Content-Type': 'application/json' };
  return fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify({ total }) });
}

const begin = ['openapi.json', '--behaviors', 'behaviors.mjs'];

test('handlers of a file decide in every world, and a failed one is named with its place', async () => {
  const cwd = await writeOrdering({ 'behaviors.mjs': limiting(10) });
  const server = await serve(begin, { cwd });
  for (const world of ['', '/~a']) {
    const large = await order(server.url + world, 11);
    expect([large.status, large.headers.get('x-most')]).toEqual([201, '10']);
    await send(server.url + world, 'POST /orders', { body: { total: 7 } });
    const failed = await send(server.url + world, '/orders');
    expect([failed.status, JSON.stringify(failed.json)]).toEqual([
      500,
      expect.stringContaining(
        'The handler of listOrders (behaviors.mjs:11:11) threw Error: the list is broken. Nothing was changed.',
      ),
    ]);
    const kept = await send(server.url, `${world}/_mock/state/orders`);
    expect(kept.json).toMatchObject([{ id: '1', total: 7 }, { id: '2' }, { total: 7 }]);
  }
});

test('with --watch a new text of the file counts at once', async () => {
  const cwd = await writeOrdering({ 'behaviors.mjs': limiting(10) });
  const server = await serve([...begin, '--watch'], { cwd });
  const mostOf = async (): Promise<string | null> =>
    (await order(server.url, 99)).headers.get('x-most');
  expect(await mostOf()).toBe('10');
  await writeFiles(cwd, { 'behaviors.mjs': limiting(20) });
  await vi.waitFor(async () => expect(await mostOf()).toBe('20'), patience);
  await writeFiles(cwd, { 'behaviors.mjs': 'export default { listOrdrs() {} };' });
  await vi.waitFor(
    () => expect(server.stdout() + server.stderr()).toContain('"listOrdrs": the contract has no'),
    patience,
  );
  expect(await mostOf()).toBe('20');
});

test.each([
  [undefined, "behaviors.mjs: can't be loaded: ENOENT"],
  [
    'export default {',
    'behaviors.mjs: can\'t be loaded: Unexpected end of input; "node --check behaviors.mjs" shows where',
  ],
  ['const a = 1;\nthrow new Error(`it says ${a}`);', 'it says 1 (behaviors.mjs:2:7)'],
  ['export const listOrders = 1;', 'behaviors.mjs: must export its handlers: export default {'],
  ['export default { "GET /orderz": () => 1 };', 'did you mean "GET /orders"'],
])('a file that can not be meant stops the start: %j', async (text, message) => {
  const files: Record<string, string> = text === undefined ? {} : { 'behaviors.mjs': text };
  const cwd = await writeOrdering(files);
  const refused = await run(begin, { cwd });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
});
