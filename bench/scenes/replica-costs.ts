import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import type { Lab } from '../lab.ts';
import { standIn } from '../ours.ts';
import type { Load } from '../questions.ts';
import { askPage } from '../questions.ts';
import { openCluster } from '../replicas/cluster.ts';
import { costOf, writeCosts } from '../replicas/costs.ts';
import { askOwner, askServer, askStandby, kinds as asked } from '../replicas/settings.ts';
import type { Setting, Turn } from '../replicas/turns.ts';
import { takeTurns } from '../replicas/turns.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { startServer, waitUntilUp } from '../server.ts';
import type { Subject } from '../subject.ts';
import { bareNode } from '../subjects.ts';

const owner = 'owner with its store, appendfsync always';
const standby = 'through a standby, always';

/** What each process does for a read and a write. */
export const replicaCostsScene: Scene = {
  name: 'replica-costs',
  about: 'CPU of a request in each process: alone, an owner with its store, through a standby',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const closers: (() => Promise<void>)[] = [];
    const keep = <T extends { end(): Promise<void> }>(one: T): T => {
      closers.push(() => one.end());
      return one;
    };
    try {
      const servers: Server[] = [];
      for (const subject of listAlone(fixtures)) servers.push(keep(await startAlone(lab, subject)));
      const always = keep(await openCluster(lab, { count: 2, fsync: 'always', fixtures }));
      const seldom = keep(await openCluster(lab, { count: 1, fsync: 'everysec', fixtures }));
      const settingsOf = (load: Load): readonly (readonly [string, Setting])[] => [
        ...servers.map((server) => [server.subject.name, askServer(lab, server, load)] as const),
        [owner, askOwner(lab, always, load)],
        ['owner with its store, everysec', askOwner(lab, seldom, load)],
        [standby, askStandby(lab, always, load)],
      ];
      const kinds = asked.map(({ kind, load }) => ({ kind, settings: settingsOf(load) }));
      const all = kinds.flatMap(({ kind, settings }) =>
        settings.map(([name, setting]) => [`${kind}, ${name}`, setting] as const),
      );
      const turns = await takeTurns(lab, new Map(all));
      return toSection(
        kinds.map(({ kind, settings }) => ({
          kind,
          turns: new Map(settings.map(([name]) => [name, turns.get(`${kind}, ${name}`) ?? []])),
        })),
      );
    } finally {
      for (const close of closers.toReversed()) await close();
    }
  },
};

function listAlone(fixtures: string): readonly Subject[] {
  return [
    bareNode,
    standIn('one process, in memory', fixtures, '--durability=memory'),
    standIn('one process, data folder, flush', fixtures),
  ];
}

async function startAlone(lab: Lab, subject: Subject): Promise<Server> {
  const server = await startServer(subject, lab);
  await waitUntilUp(server, askPage, 60_000);
  return server;
}

interface Kind {
  readonly kind: string;
  readonly turns: ReadonlyMap<string, readonly Turn[]>;
}

function toSection(kinds: readonly Kind[]): Awaited<ReturnType<Scene['run']>> {
  const [read, write] = kinds.map(({ turns }) => costOf(turns.get(owner) ?? []));
  const [passedRead, passedWrite] = kinds.map(({ turns }) => costOf(turns.get(standby) ?? []));
  return {
    title: 'What a request costs',
    text: `32 connections; all processes on one core, the load on the other. 1,000 records. The CPU is that of all processes; then of
the one that answers (the one process or the owner), of the standby that passes it on, and of the store.`,
    tables: kinds.map(({ kind, turns }) =>
      writeCosts(kind, turns, { name: bareNode.name, title: 'node:http' }),
    ),
    ...(read && write && passedRead && passedWrite
      ? { figures: { read, write, passedRead, passedWrite } }
      : {}),
  };
}
