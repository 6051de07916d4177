import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { cardDeclined, send, writeOrdering } from '../library/ordering.ts';
import { runHere as run } from './run-here.ts';
import { serve } from './run-stuntdouble.ts';

const files = { 'scenarios/card-declined.yaml': cardDeclined };
const begin = ['openapi.json', '--scenario', 'card-declined'];

test('a scenario over a state that is kept needs --reset, which puts that state aside', async () => {
  const cwd = await writeOrdering(files);
  const first = await serve(['openapi.json'], { cwd });
  await send(first.url, 'POST /orders', { body: { total: 5 } });
  await first.stop();

  const refused = await run(begin, { cwd });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    '.stuntdouble/db.json: a state is kept here, and the scenario "card-declined" begins with another: --reset',
  );

  const second = await serve([...begin, '--reset'], { cwd });
  expect(second.stdout()).toContain('which begins with the scenario card-declined');
  expect(second.stdout()).toContain('info: the state up to now is in .stuntdouble/before-reset-');
  expect(second.stdout()).not.toContain('warning:');
  expect((await send(second.url, '/orders')).json).toHaveLength(2);
  await send(second.url, 'POST /orders', { body: { total: 6 } });
  await second.stop();
  const kept = await readdir(join(cwd, '.stuntdouble'));
  expect(kept.filter((name) => name.startsWith('before-reset-'))).toHaveLength(1);

  const third = await serve(['openapi.json'], { cwd });
  expect((await send(third.url, '/orders')).json).toHaveLength(3);
});

test('a start with a scenario, after which nothing was changed, leaves no state behind', async () => {
  const cwd = await writeOrdering(files);
  const first = await serve(begin, { cwd });
  await first.stop();
  const second = await serve(begin, { cwd });
  expect((await send(second.url, '/orders')).json).toHaveLength(2);
});

test('check counts scenarios, and finds the faults of all of them', async () => {
  const clean = await run(['check', 'openapi.json'], { cwd: await writeOrdering(files) });
  expect(clean.stdout).toMatch(/, 1 scenario$/m);
  const cwd = await writeOrdering({
    ...files,
    'scenarios/a.yaml': 'remove: { orders: [9] }\n',
    'scenarios/b.yaml': 'clocks: {}\n',
  });
  const faulty = await run(['check', 'openapi.json'], { cwd });
  expect(faulty.code).toBe(1);
  expect(faulty.stderr).toContain(
    'scenarios/a.yaml:1:20 /remove/orders/0: there is no "9" in orders',
  );
  expect(faulty.stderr).toContain('scenarios/b.yaml:1:1 /clocks: is not known here');
  expect(faulty.stderr).toContain('2 findings');
});
