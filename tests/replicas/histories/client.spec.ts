import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import type { OperationHandlers } from '../../../src/index.ts';
import { createMock } from '../../../src/index.ts';
import { createDice } from '../../kill/random.ts';
import { patience } from '../../patience.ts';
import { checkHistory } from './check-history.ts';
import { act, work } from './client.ts';
import type { Operation } from './operation.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';

test('the history of one process is linearizable', async () => {
  const recorder = await letClientsWork({});
  expect(recorder.surprises).toEqual([]);
  expect(checkHistory(recorder.operations, await readAll(recorder))).toEqual([]);
  // All kinds of replies are tried.
  const said = new Set(recorder.operations.map(({ kind, result }) => `${kind} ${result?.says}`));
  expect([...said].toSorted()).toEqual([
    'append absent',
    'append shows',
    'change absent',
    'change shows',
    'change unmet',
    'create exists',
    'create made',
    'delete absent',
    'delete deleted',
    'put made',
    'put shows',
    'read absent',
    'read shows',
  ]);
});

test('one that acknowledges a change and drops it is found out', async () => {
  let count = 0;
  const recorder = await letClientsWork({
    changeRecord({ usual }) {
      count += 1;
      const { status, body } = usual;
      return count % 50 === 0 && status === 200 ? { status, body } : usual;
    },
  });
  expect(checkHistory(recorder.operations, await readAll(recorder)).join('\n')).toContain(
    'no sequence explains these replies',
  );
});

test('a server that is not there leaves writes of unknown outcome', async () => {
  const recorder = createRecorder('http://127.0.0.1:9', ['r0']);
  const client = { name: 'c0', dice: createDice(1), recorder };
  expect(await act(client, 'r0', 'append')).toBe(false);
  expect(recorder.operations).toMatchObject([{ kind: 'append', number: 1, end: Infinity }]);
  expect(recorder.operations[0]?.result).toBeUndefined();
});

async function letClientsWork(behaviors: OperationHandlers): Promise<Recorder> {
  const mock = await createMock({
    contract: join(import.meta.dirname, 'contract.yaml'),
    fixtures: join(import.meta.dirname, 'fixtures'),
    behaviors,
  });
  onTestFinished(() => mock.close());
  await mock.listen();
  const recorder = createRecorder(mock.url, ['r0', 'r1', 'r2']);
  const stop = new AbortController();
  const working = Array.from({ length: 8 }, (_, index) =>
    work({ name: `c${index}`, dice: createDice(index), recorder }, stop.signal),
  );
  await vi.waitUntil(() => recorder.operations.length > 1000, patience);
  stop.abort();
  await Promise.all(working);
  return recorder;
}

function reader(recorder: Recorder): Parameters<typeof act>[0] {
  return { name: 'reader', dice: createDice(9), recorder };
}

async function readAll(recorder: Recorder): Promise<readonly Operation[]> {
  const operations: Operation[] = [];
  for (const record of recorder.records) {
    await act(reader({ ...recorder, operations }), record, 'read');
  }
  return operations;
}
