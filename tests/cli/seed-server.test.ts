import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { openOrdering, send } from '../library/ordering.ts';
import { runHere as run } from './run-here.ts';
import { createTestFolder } from './temporary-folder.ts';

const orders = JSON.stringify([
  { id: '7', total: 99 },
  { id: '8', total: 5 },
]);
const lines = 'lines:\n  - { id: z, order_id: 7, article: Lid }\n';

describe('stuntdouble seed --url', () => {
  test('adds the records of files to a running server: by name, or by collection', async () => {
    const mock = await openOrdering({});
    const cwd = await createTestFolder({ 'orders.json': orders, 'more.yaml': lines });
    const added = await run(['seed', 'orders.json', 'more.yaml', '--url', mock.url], { cwd });
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toBe(`added 2 orders, 1 lines at ${mock.url}/_mock\n`);
    expect((await send(mock.url, '/orders')).json).toHaveLength(4);
    expect((await send(mock.url, '/orders/7/lines')).json).toHaveLength(1);
  });

  test('adds to a world by name, and makes records up by number', async () => {
    const mock = await openOrdering({});
    const args = ['seed', '--count', 'orders=3', '--url', mock.url, '--world', 'a'];
    const added = await run(args, { cwd: await createTestFolder() });
    expect(added.stdout).toBe(`added 3 orders to the world "a" at ${mock.url}/_mock\n`);
    expect(mock.world('a').records('orders')).toHaveLength(5);
    expect(mock.records('orders')).toHaveLength(2);
  });

  test('shows the token', async () => {
    const mock = await openOrdering({}, { controlToken: 'secret-of-sixteen' });
    const cwd = await createTestFolder({ 'orders.json': orders });
    const args = ['seed', 'orders.json', '--url', mock.url];
    const refused = await run(args, { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('asks for the control token: give it with --control-token');
    const added = await run([...args, '--control-token', 'secret-of-sixteen'], { cwd });
    expect(added).toMatchObject({ code: 0, stderr: '' });
  });

  test('tells what the server refuses by its line, and adds nothing', async () => {
    const mock = await openOrdering({});
    const cwd = await createTestFolder({ 'orders.json': orders });
    await writeFile(
      join(cwd, 'lines.json'),
      '[\n  { "id": "z", "order_id": "9", "article": "" }\n]',
    );
    const refused = await run(['seed', 'orders.json', 'lines.json', '--url', mock.url], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'lines.json:2:16 /0/order_id: there is no "9" in "orders" under the same parents',
    );
    expect(mock.records('orders')).toHaveLength(2);
  });

  test.each<[string, readonly string[], number, RegExp]>([
    ['no records', ['--url', 'URL'], 2, /say which records, by files such as orders\.json/],
    ['a folder of fixtures to write', ['orders.json', '--url', 'URL', '--out', 'x'], 2, /--out/],
    [
      'a world without a server',
      ['--count', 'orders=1', '--world', 'a'],
      2,
      /name that with --url/,
    ],
    ['a file that is not there', ['none.json', '--url', 'URL'], 1, /none\.json: can not be read/],
    [
      'a file with something else',
      ['x.json', '--url', 'URL'],
      1,
      /x\.json:1:3 \/a: must be a list/,
    ],
    [
      'a collection that is not there',
      ['order.json', '--url', 'URL'],
      1,
      /did you mean "orders"\?/,
    ],
    ['no server', ['orders.json', '--url', 'http://127.0.0.1:9'], 1, /no answer from/],
    ['too many records', ['large.json', '--url', 'URL'], 1, /413: .* Divide the records among/],
    [
      'no control API',
      ['orders.json', '--url', 'URL', '--control-prefix', '/x'],
      1,
      /answered 404/,
    ],
  ])('refuses %s', async (_, args, code, said) => {
    const mock = await openOrdering({});
    const cwd = await createTestFolder({
      'orders.json': orders,
      'order.json': orders,
      'x.json': '{ "a": 7 }',
      'large.json': JSON.stringify({ orders: [{ id: 'x'.repeat(1_100_000), total: 1 }] }),
    });
    const all = args.map((arg) => (arg === 'URL' ? mock.url : arg));
    const refused = await run(['seed', ...all], { cwd });
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringMatching(said)]);
  });

  test('leaves STUNTDOUBLE_URL to programs that run starts', async () => {
    const cwd = await createTestFolder();
    const env = { STUNTDOUBLE_URL: 'http://127.0.0.1:9' };
    const made = await run(['seed', '--count', 'pages=1'], { cwd, env });
    expect(made.stdout).toContain('made 1 pages; they are in');
  });
});
