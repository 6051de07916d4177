import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Launched } from '../cli/run-stuntdouble.ts';
import { launch } from '../cli/run-stuntdouble.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { work } from './client.ts';
import type { Model, Shown } from './model.ts';
import { createModel, sharedId } from './model.ts';
import type { Dice } from './random.ts';
import { createDice } from './random.ts';

export interface LaneOptions {
  readonly contract: string;
  readonly durability: 'sync' | 'flush';
  /** How much stands in each item: what is large makes the files of the state be written anew. */
  readonly fill: number;
  readonly rounds: number;
  readonly seed: number;
}

export interface Tally {
  rounds: number;
  acknowledged: number;
  /** What nobody had an answer to, and was kept, or was dropped. */
  kept: number;
  dropped: number;
  readonly faults: string[];
  readonly failedStarts: string[];
}

const clients = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Round after round on one folder: start, look whether all is there, write, kill. */
export async function playRounds(options: LaneOptions): Promise<Tally> {
  const cwd = await createFolder();
  await writeFiles(cwd, {
    'fixtures/items.json': JSON.stringify([{ id: sharedId, token: sharedId, count: 0, echo: 0 }]),
    'fixtures/parts.json': '[]',
  });
  const lane = openLane(options, cwd);
  try {
    // A server that doesn't start once will hardly start again.
    while (lane.tally.rounds < options.rounds && lane.tally.failedStarts.length === 0) {
      await playRound(lane);
      lane.tally.rounds += 1;
    }
    await endWell(lane);
  } finally {
    await removeFolder(cwd);
  }
  return lane.tally;
}

interface EntryRoute {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly fill: number;
  readonly dice: Dice;
  readonly model: Model;
  readonly tally: Tally;
  readonly nextNumber: () => number;
  /** How long the last start took. */
  readonly pace: { start: number };
}

function openLane({ contract, durability, fill, seed }: LaneOptions, cwd: string): EntryRoute {
  const args = `${contract} --fixtures fixtures --port 0 --log json --durability ${durability}`;
  const model = createModel();
  model.compare({ items: [{ id: sharedId, token: sharedId, count: 0, echo: 0 }], parts: [] });
  let last = 0;
  return {
    cwd,
    args: args.split(' '),
    fill,
    dice: createDice(seed),
    model,
    tally: { rounds: 0, acknowledged: 0, kept: 0, dropped: 0, faults: [], failedStarts: [] },
    nextNumber: () => (last += 1),
    pace: { start: 500 },
  };
}

/** It is killed while it works, while it starts, or while it stops. */
async function playRound(lane: EntryRoute): Promise<void> {
  const { dice, args, cwd } = lane;
  const launched = await launch(args, { cwd });
  try {
    const chance = dice.next();
    if (chance < 0.15) return await killWhileStarting(lane, launched);
    const url = await findServer(lane, launched);
    if (url === undefined) return undefined;
    const working = letClientsWork(lane, url);
    await untilWritten(lane, dice.below(40));
    await sleep(dice.below(20));
    if (chance < 0.35) {
      launched.signal('SIGTERM');
      await sleep(dice.below(40));
    }
    launched.kill();
    await working;
  } finally {
    launched.kill();
    await launched.ended;
  }
}

/** At any moment of it, the first ones after it included. */
async function killWhileStarting(
  { dice, tally, pace }: EntryRoute,
  launched: Launched,
): Promise<void> {
  await sleep(dice.next() * 1.2 * pace.start);
  if (launched.hasEnded()) tally.failedStarts.push(launched.stderr());
}

/** Where it is, once all is there that has to be; undefined where it didn't start. */
async function findServer(lane: EntryRoute, launched: Launched): Promise<string | undefined> {
  const { tally, model, pace } = lane;
  const begin = Date.now();
  let url: string | undefined;
  while (url === undefined) {
    if (launched.hasEnded() || Date.now() > begin + 20_000) {
      tally.failedStarts.push(launched.stderr() || 'it was not ready within 20 seconds');
      return undefined;
    }
    await sleep(5);
    url = /"event":"ready","url":"([^"]+)"/.exec(launched.stdout())?.[1];
  }
  pace.start = Date.now() - begin;
  const response = await fetch(`${url}/_mock/state`);
  // A trust edge: the shape is that of the contract beside this file.
  const { faults, kept, dropped } = model.compare((await response.json()) as Shown);
  tally.faults.push(...faults.map((fault) => `round ${tally.rounds}: ${fault}`));
  tally.kept += kept;
  tally.dropped += dropped;
  return url;
}

async function letClientsWork(lane: EntryRoute, url: string): Promise<void> {
  const { model, fill, dice, nextNumber, tally } = lane;
  const onWritten = (): void => void (tally.acknowledged += 1);
  const ends = clients.map((name) => {
    const own = createDice(dice.below(2 ** 30));
    return work({ url, name, model, fill, nextNumber, dice: own, onWritten });
  });
  for (const fault of await Promise.all(ends)) {
    if (fault !== undefined) tally.faults.push(`round ${tally.rounds}: ${fault}`);
  }
}

/** By what was answered rather than by time, so that a slow machine proves as much; but not for long. */
async function untilWritten({ tally }: EntryRoute, count: number): Promise<void> {
  const enough = tally.acknowledged + count;
  const deadline = Date.now() + 1500;
  while (tally.acknowledged < enough && Date.now() < deadline) await sleep(2);
}

/** A stop that nobody disturbs leaves one file, complete; and the next start finds all of it. */
async function endWell(lane: EntryRoute): Promise<void> {
  const { tally, args, cwd } = lane;
  for (const time of ['once', 'again']) {
    if (tally.failedStarts.length > 0) return;
    const launched = await launch(args, { cwd });
    try {
      await findServer(lane, launched);
      launched.signal('SIGTERM');
      const { code } = await launched.ended;
      const files = await readdir(join(cwd, '.stuntdouble'));
      if (code !== 0) tally.faults.push(`stopped ${time} with exit code ${code}`);
      if (files.join(' ') !== 'db.json') tally.faults.push(`a stop has left ${files.join(' ')}`);
    } finally {
      launched.kill();
      await launched.ended;
    }
  }
}
