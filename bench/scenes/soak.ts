import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { writeFixtures } from '../fixtures.ts';
import { atMost } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { standIn } from '../ours.ts';
import { peerFile } from '../peers.ts';
import type { Load } from '../questions.ts';
import { askPage, assetIds, changeAssets } from '../questions.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { startServer, waitUntilUp } from '../server.ts';
import type { Subject } from '../subject.ts';
import { showCount, showMegabytes, showMilliseconds } from '../table.ts';

const seconds = 60;
const burst = 10;
/** In the long form it goes on until so many requests, and looks at the memory here. */
const milestones = [1_000_000, 3_000_000, 5_000_000];

/** A minute of everything at once. */
export const soakScene: Scene = {
  name: 'soak',
  about: 'a minute of mixed load: pauses and memory; with --long until 5 million requests',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const file = join(lab.folder, 'pauses.json');
    const subject = watched(standIn('Stuntdouble', fixtures), file);
    const server = await startServer(subject, lab);
    try {
      await waitUntilUp(server, askPage, 60_000);
      // What is compiled on first use, and grows once, is no pause and no leak.
      await fire(lab, server, burst);
      const moments = [await look(server, file, 0), ...(await soak(lab, server, file))];
      return toSection(moments);
    } finally {
      await server.end();
    }
  },
};

export interface Moment {
  readonly requests: number;
  readonly longest: number;
  readonly high: number;
  readonly longestCollection: number;
  readonly longestWork: number;
  readonly heapUsed: number;
  readonly rss: number;
}

/** Four reads for each write. */
const changes = changeAssets(assetIds);
/** What is asked in turn has the same headers. */
const read = { ...askPage, headers: changes[0].headers };
const mixed: Load = [read, ...changes.flatMap((change) => [change, read, read, read, read])];

export function watched(subject: Subject, file: string): Subject {
  return {
    ...subject,
    variables: { STUNTDOUBLE_BENCH_PAUSES: file },
    command: async (place) => [
      '--expose-gc',
      `--import=${peerFile('pauses.js')}`,
      ...(await subject.command(place)),
    ],
  };
}

async function soak(lab: Lab, server: Server, file: string): Promise<readonly Moment[]> {
  const moments: Moment[] = [];
  let requests = 0;
  const bursts = seconds / burst;
  for (let count = 1; count <= bursts; count += 1) requests += await fire(lab, server, burst);
  moments.push(await look(server, file, requests));
  if (!lab.isLong) return moments;
  for (const milestone of milestones) {
    if (requests >= milestone) continue;
    while (requests < milestone) requests += await fire(lab, server, burst);
    lab.say(`  ${showCount(requests)} requests`);
    moments.push(await look(server, file, requests));
  }
  return moments;
}

async function fire(lab: Lab, server: Server, duration: number): Promise<number> {
  const seen = await lab.generator.fire({
    port: server.port,
    prefix: '',
    load: mixed,
    connections: 32,
    seconds: duration,
  });
  const words = server.obituary();
  if (words !== undefined) throw new Error(words);
  if (seen.faults + seen.refusals > 0) throw new Error('not everything was answered right');
  return seen.requests;
}

export async function look(server: Server, file: string, requests: number): Promise<Moment> {
  await rm(file, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await wait(100);
    const text = await readFile(file, 'utf8').catch(() => '');
    // What stands in it was written by the probe.
    if (text !== '') return { ...(JSON.parse(text) as Omit<Moment, 'requests'>), requests };
  }
  throw new Error('the probe in the server says nothing');
}

function toSection(moments: readonly Moment[]): Awaited<ReturnType<Scene['run']>> {
  const [before, minute] = moments;
  const last = moments.at(-1);
  const rows = moments.map((moment, index) => [
    index === 0 ? 'after warming up' : `${showCount(moment.requests)} requests`,
    showMilliseconds(moment.longest),
    showMilliseconds(moment.high),
    showMilliseconds(moment.longestWork),
    showMilliseconds(moment.longestCollection),
    showMegabytes(moment.heapUsed),
    showMegabytes(moment.rss),
  ]);
  const growth = before && last && last.heapUsed / before.heapUsed;
  return {
    title: 'A minute of load',
    text: `Four reads for each write, 32 connections, as fast as it goes. A pause is how long the event loop stood still,
whatever for: also when the machine gave its core to somebody else; of its own CPU is the most that the process itself used
before the loop came round, which leaves out the machine, and waiting for a disk, too. The heap is what is left of it after a collection.`,
    tables: [
      {
        columns: [
          '',
          'longest pause',
          '99.9 % below',
          'of its own CPU',
          'longest collection',
          'heap',
          'RSS',
        ],
        rows,
      },
    ],
    goals: [
      atMost('longest pause in a minute, by the clock', 20, minute?.longest, showMilliseconds),
      atMost(
        'longest pause in a minute, of its own CPU',
        20,
        minute?.longestWork,
        showMilliseconds,
      ),
      atMost('the heap after the load beside that before', 1.1, growth),
    ],
  };
}
