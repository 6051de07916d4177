import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDice } from '../../kill/random.ts';
import type { Fleet } from '../fleet.test-kit.ts';
import { openFleet } from '../fleet.test-kit.ts';
import { ask } from './ask.ts';
import { carryOut } from './carry-out.ts';
import { checkHistory } from './check-history.ts';
import { act, work } from './client.ts';
import type { Operation } from './operation.ts';
import { isAcknowledged } from './operation.ts';
import { describeFailure, planFailures } from './plan.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';

export interface Outcome {
  readonly seed: number;
  readonly operations: number;
  readonly acknowledged: number;
  readonly unknown: number;
  /** What was wrong, with all that a person needs to follow it; undefined: nothing was. */
  readonly fault: string | undefined;
}

const clients = 8;
const records = Array.from({ length: 12 }, (_, index) => `r${index}`);

/**
 * Eight clients write and read through the balancer of three replicas, while replicas and their store fail; then all is
 * well again, and the history of each record is checked. The seed decides what is asked and what fails;
 * what happens at the same time is never quite the same again.
 */
export async function runHistory(seed: number): Promise<Outcome> {
  const dice = createDice(seed);
  const fleet = await openFleet({
    arguments: [
      join(import.meta.dirname, 'contract.yaml'),
      '--fixtures',
      join(import.meta.dirname, 'fixtures'),
    ],
  });
  try {
    const plan = planFailures(dice, fleet.replicas.length);
    const recorder = createRecorder(fleet.url, records);
    const faults: string[] = [];
    const stop = new AbortController();
    const working = Array.from({ length: clients }, (_, index) =>
      work({ name: `c${index}`, dice: createDice(dice.below(2 ** 30)), recorder }, stop.signal),
    );
    const done = await carryOut(fleet, plan, recorder).catch((error: unknown) => {
      faults.push(`the plan could not be carried out: ${String(error)}`);
      return plan.map(describeFailure);
    });
    faults.push(...(await untilAllAnswer(fleet)));
    await sleep(500);
    stop.abort();
    await Promise.all(working);
    const finalReads = await readAll(fleet, recorder);
    faults.push(...recorder.surprises, ...checkHistory(recorder.operations, finalReads));
    const all = [...recorder.operations, ...finalReads];
    return {
      seed,
      operations: all.length,
      acknowledged: all.filter(isAcknowledged).length,
      unknown: all.filter(({ kind, result }) => kind !== 'read' && !result).length,
      fault: faults.length === 0 ? undefined : await tell({ seed, faults, done, all, fleet }),
    };
  } finally {
    await fleet.close();
  }
}

/** What is wrong with replicas that don't answer although nothing fails any more. */
async function untilAllAnswer({ replicas }: Fleet): Promise<readonly string[]> {
  const deadline = performance.now() + 30_000;
  const faults = replicas.map(async ({ url }, index) => {
    for (;;) {
      const reply = await ask(url, { method: 'GET', path: '/records/r0', patience: 12_000 });
      if (reply?.status === 200 || reply?.status === 404) return [];
      if (performance.now() > deadline) {
        return [`replica ${index} does not come back by itself: ${reply?.status} ${reply?.body}`];
      }
      await sleep(100);
    }
  });
  return (await Promise.all(faults)).flat();
}

/** Each record by each replica. */
async function readAll({ replicas }: Fleet, recorder: Recorder): Promise<readonly Operation[]> {
  const reads: Operation[] = [];
  for (const [index, { url }] of replicas.entries()) {
    const client = {
      name: `final ${index}`,
      // They are patient.
      dice: { next: () => 0.99, below: (limit: number) => limit - 1 },
      recorder: { ...recorder, url, operations: reads },
    };
    for (const record of recorder.records) await act(client, record, 'read');
  }
  for (const { client, record, result } of reads) {
    if (!result) recorder.surprises.push(`${client}: ${record} can't be read when all is well`);
  }
  return reads;
}

interface Told {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly done: readonly string[];
  readonly all: readonly Operation[];
  readonly fleet: Fleet;
}

async function tell({ seed, faults, done, all, fleet }: Told): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `history-${seed}-`));
  await writeFile(join(folder, 'operations.json'), JSON.stringify(all, undefined, 1));
  for (const [index, replica] of fleet.replicas.entries()) {
    await writeFile(join(folder, `replica-${index}.log`), replica.log());
  }
  const text = [
    `seed ${seed}: STUNTDOUBLE_HISTORY_SEED=${seed} STUNTDOUBLE_HISTORY_RUNS=1`,
    'What failed:',
    ...done.map((line) => `  ${line}`),
    ...faults.slice(0, 8),
    ...(faults.length > 8 ? [`and ${faults.length - 8} more`] : []),
    `All operations and the logs of the replicas are in ${folder}.`,
  ].join('\n');
  await writeFile(join(folder, 'report.txt'), text);
  return text;
}
