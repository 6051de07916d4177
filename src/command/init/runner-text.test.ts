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
  expect(text).toContain(`  await mock.listen();\n${end}\n`);
  expect(text).toContain("test('answers GET /a', async () => {");
});
