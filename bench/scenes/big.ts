import { readFile } from 'node:fs/promises';

import { fillCache } from '../../tests/wild/cache.ts';
import { medianOf } from '../figures.ts';
import type { Started } from '../first-answer.ts';
import { measureStarts, waitForAnswer } from '../first-answer.ts';
import type { Goal } from '../goals.ts';
import { atMost } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { standInFor } from '../ours.ts';
import type { Question } from '../questions.ts';
import type { Scene } from '../section.ts';
import { startServer } from '../server.ts';
import type { Subject } from '../subject.ts';
import { listContractPeers } from '../subjects.ts';
import type { Table } from '../table.ts';
import { showMegabytes, showMilliseconds, showSeconds } from '../table.ts';
import { ourName } from './field.ts';

const patience = 120_000;
const further = 50;
const askRepository: Question = {
  method: 'GET',
  path: '/repos/octocat/hello-world',
  headers: { Authorization: 'Bearer anything' },
  status: 200,
};

/** A contract of 13 MB. */
export const bigScene: Scene = {
  name: 'big',
  about: 'GitHub’s 13 MB contract: to the first validated answer, and first use of 50 operations',
  async run(lab) {
    const contract = await findContract();
    const ours = standInFor(contract, ourName, '--durability=memory');
    // Prism’s log has nothing to do with it.
    const peers = listContractPeers(lab, contract).filter(({ name }) => !name.includes('log'));
    const turns = { count: 3, patience, tooLong: 8 };
    const started = await measureStarts(lab, [ours, ...peers], askRepository, turns);
    const first = await measureFirstUse(lab, ours, contract);
    const rows = [...started].map(([name, one]) =>
      one.kind === 'failed'
        ? [name, `no figure: ${one.reason}`, '–', '–']
        : [
            name,
            showSeconds(one.first.seconds),
            showSeconds(one.first.cpu),
            showMegabytes(one.first.memory),
          ],
    );
    return {
      title: 'A big contract',
      text: `GitHub’s (13 MB, 1,100 operations), until ${askRepository.path} is answered with a 200, within ${patience / 1000} s.
Then, of ours, the first request to each of ${further} further operations, spread over all GETs.`,
      tables: [{ columns: ['', 'wall', 'CPU', 'memory (RSS)'], rows }, first.table],
      standings: [{ column: 'GitHub’s 13 MB contract', cells: new Map(toCells(started)) }],
      goals: [...toGoals(started.get(ourName)), first.goal],
    };
  },
};

async function findContract(): Promise<string> {
  const cache = await fillCache();
  if (cache.kind === 'offline') throw new Error(cache.reason);
  const found = cache.documents.find(({ name }) => name === 'api.github.com');
  if (!found) throw new Error('the contract of GitHub is not among the public contracts');
  return found.file;
}

function* toCells(started: ReadonlyMap<string, Started>): Iterable<readonly [string, string]> {
  for (const [name, one] of started) {
    const cell =
      one.kind === 'started'
        ? `${showSeconds(one.first.seconds)}, ${showMegabytes(one.first.memory)}`
        : 'fails';
    yield [name, cell];
  }
}

function toGoals(ours: Started | undefined): readonly Goal[] {
  const first = ours?.kind === 'started' ? ours.first : undefined;
  const size = first && first.memory / 2 ** 20;
  return [
    atMost('GitHub’s contract to the first validated answer', 1.5, first?.seconds, showSeconds),
    atMost('GitHub’s contract, memory then', 260, size, (value) => `${value.toFixed(0)} MB`),
  ];
}

async function measureFirstUse(
  lab: Lab,
  subject: Subject,
  contract: string,
): Promise<{ readonly table: Table; readonly goal: Goal }> {
  const questions = pickQuestions(await readFile(contract, 'utf8'));
  const server = await startServer(subject, lab);
  const times: number[] = [];
  const statuses = new Map<number, number>();
  let slowest = { path: '', time: 0 };
  try {
    const fault = await waitForAnswer(server, askRepository, patience);
    if (fault !== undefined) throw new Error(fault);
    for (const question of questions) {
      const begin = performance.now();
      const answer = await server.ask(question);
      const time = performance.now() - begin;
      times.push(time);
      if (time > slowest.time) slowest = { path: question.path, time };
      const status = answer.kind === 'answered' ? answer.status : 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  } finally {
    await server.end();
  }
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  const row = [
    `${times.length} operations`,
    showMilliseconds(medianOf(times)),
    showMilliseconds(slowest.time),
    slowest.path,
    answers,
  ];
  return {
    table: { columns: ['first use', 'median', 'slowest', 'which', 'answers'], rows: [row] },
    goal: atMost('first use of any further operation', 50, slowest.time, showMilliseconds),
  };
}

/** GETs whose parameters are all in the path, evenly taken from all of them. */
function pickQuestions(text: string): readonly Question[] {
  const { paths } = JSON.parse(text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const all = Object.entries(paths).flatMap(([path, item]) => (item['get'] ? [path] : []));
  return Array.from({ length: further }, (_, index) => {
    const path = all[Math.floor((index * all.length) / further)] ?? '';
    // Of what GitHub asks for in a path, everything but names is a number.
    const filled = path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      /(_id|number|^id)$/.test(name) ? '1' : 'octocat',
    );
    return { ...askRepository, path: filled };
  });
}
