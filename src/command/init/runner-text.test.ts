import { expect, it } from 'vitest';

import type { Runner } from './project.ts';
import type { Rehearsed } from './rehearse.ts';
import { writeTest } from './runner-text.ts';

const call = { operation: { method: 'GET' }, target: '/a?b=1', headers: [], body: undefined };
const rehearsed: Rehearsed = {
  calls: {
    collection: undefined,
    list: undefined,
    making: undefined,
    read: { ...call, steps: [] },
  },
  list: undefined,
  making: undefined,
  read: { status: 200, key: undefined },
};

it.each<[runner: Runner, isLarge: boolean, end: string]>([
  ['vitest', false, '});'],
  ['vitest', true, '}, 60_000);'],
  ['node:test', true, '});'],
])('in a test for %s, a large contract (%s) has the time to be loaded', (runner, isLarge, end) => {
  const options = { contract: 'openapi.yaml' };
  const text = writeTest({ runner, options, rehearsed, isLarge });
  expect(text).toContain(`  ({ url } = await mock.listen());\n${end}\n`);
  expect(text).toContain("test('answers GET /a', async () => {");
});

it.each([
  ['application/json', '{"text":"a"}', "body: JSON.stringify({ text: 'a' })"],
  ['application/x-www-form-urlencoded', 'text=a+b', "body: 'text=a+b'"],
])('a test sends a body of %s, and its type', (type, body, written) => {
  const headers = [['Content-Type', type] as const];
  const create = { operation: { method: 'POST' }, target: '/a', headers, body, steps: [] };
  const read = { ...call, target: '/a/~key~', steps: [] };
  const calls = { ...rehearsed.calls, making: { create, read, key: ['id'] } };
  const making = { created: 201, read: 200, isSame: true };
  const text = writeTest({
    runner: 'vitest',
    options: {},
    rehearsed: { ...rehearsed, calls, making },
    isLarge: false,
  });
  expect(text).toContain(`headers: { 'Content-Type': '${type}' },\n    ${written},`);
  expect(text).toContain('fetch(`${url}/a/${made.id}`)');
});
