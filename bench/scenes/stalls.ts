import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { atMost } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { standInFor } from '../ours.ts';
import { peerFile } from '../peers.ts';
import type { Question } from '../questions.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { startServer, waitUntilUp } from '../server.ts';
import { showCount, showMegabytes, showMilliseconds } from '../table.ts';
import type { Attack, Request } from './stalls-attacks.ts';
import { attacks, overrideOf, stallsContract } from './stalls-attacks.ts';

const atOnce = 10;
const milliseconds = 4000;
const stalled = { uploads: 40, bytes: 16_000_000 };
const plain: Question = { method: 'GET', path: '/plain', headers: {}, status: 200 };

/** What another client waits for while somebody sends what is hard to read. */
export const stallsScene: Scene = {
  name: 'stalls',
  about:
    'GETs of another client while ten at once send what is hard to read; memory of stalled uploads',
  async run(lab) {
    const contract = join(lab.folder, 'contract.json');
    await writeFile(contract, JSON.stringify(stallsContract));
    const file = join(lab.folder, 'pauses.json');
    const server = await startServer(watched(contract, file), lab);
    try {
      await waitUntilUp(server, plain, 60_000);
      for (let count = 0; count < 500; count += 1) await server.ask(plain);
      const rows: Row[] = [];
      for (const attack of attacks) rows.push(await measure(lab, server, file, attack));
      rows.push(await measureStalled(server, file));
      return toSection(rows);
    } finally {
      await server.end();
    }
  },
};

interface Row {
  readonly name: string;
  readonly waits: readonly number[];
  readonly longestWork: number;
  readonly rss: number;
  readonly statuses: ReadonlySet<string>;
}

function watched(contract: string, file: string): ReturnType<typeof standInFor> {
  const subject = standInFor(contract, 'stalls', '--durability=memory');
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

async function measure(lab: Lab, server: Server, file: string, attack: Attack): Promise<Row> {
  const { question, overrides = 0 } = attack;
  const agent = new Agent({ keepAlive: true });
  for (let index = 0; index < overrides; index += 1) {
    const status = await talk(server.port, overrideOf(index), agent);
    if (status !== '201') throw new Error(`an override is answered ${status}`);
  }
  const statuses = new Set<string>();
  const send = async (): Promise<void> =>
    void statuses.add(await talk(server.port, question, agent));
  // What is compiled on first use is no matter of load.
  await send();
  await look(server, file);
  const end = performance.now() + milliseconds;
  const load = (async () => {
    while (performance.now() < end) await Promise.all(Array.from({ length: atOnce }, send));
  })();
  const waits = await probe(server, load);
  agent.destroy();
  lab.say(`  ${attack.name}`);
  const { longestWork, rss } = await look(server, file);
  return { name: attack.name, waits, longestWork, rss, statuses };
}

/** How long each of many plain GETs takes until something else is over, asked from a thread of its own. */
async function probe(server: Server, load: Promise<unknown>): Promise<readonly number[]> {
  const worker = new Worker(new URL('stalls-probe.js', import.meta.url), {
    workerData: { port: server.port, path: plain.path },
  });
  await load;
  const told = once(worker, 'message');
  worker.postMessage('end', []);
  const [waits] = await told;
  // What the thread beside it posts.
  return waits as readonly number[];
}

/** Uploads that stop just before their end, and what the server keeps of them. */
async function measureStalled(server: Server, file: string): Promise<Row> {
  await look(server, file);
  const piece = Buffer.alloc(stalled.bytes, 'x');
  const head = `POST /bodies HTTP/1.1\r\nHost: h\r\nContent-Type: application/octet-stream\r\nContent-Length: ${piece.length + 1}\r\n\r\n`;
  const statuses = new Set<string>();
  const sockets = Array.from({ length: stalled.uploads }, () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', (text) => statuses.add(text.toString().slice(9, 12)));
    socket.write(head);
    socket.write(piece);
    return socket;
  });
  const waits = await probe(server, wait(milliseconds));
  const { longestWork, rss } = await look(server, file);
  for (const socket of sockets) socket.destroy();
  return {
    name: `${stalled.uploads} uploads of 16 MB that stall`,
    waits,
    longestWork,
    rss,
    statuses: statuses.size > 0 ? statuses : new Set(['–']),
  };
}

/** The status; the reply is read to its end. */
function talk(
  port: number,
  { method, path, headers, bytes }: Request,
  agent: Agent,
): Promise<string> {
  return new Promise((resolve) => {
    const length = bytes === undefined ? {} : { 'Content-Length': bytes.byteLength };
    const options = { host: '127.0.0.1', port, method, path, agent };
    const outgoing = request({ ...options, headers: { ...headers, ...length } }, (incoming) => {
      incoming.resume().on('end', () => resolve(String(incoming.statusCode)));
    });
    outgoing.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    outgoing.end(bytes);
  });
}

interface Moment {
  readonly longestWork: number;
  readonly rss: number;
}

async function look(server: Server, file: string): Promise<Moment> {
  await rm(file, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await wait(100);
    const text = await readFile(file, 'utf8').catch(() => '');
    // What stands in it was written by the probe.
    if (text !== '') return JSON.parse(text) as Moment;
  }
  throw new Error('the probe in the server says nothing');
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function toSection(rows: readonly Row[]): Awaited<ReturnType<Scene['run']>> {
  const worst = Math.max(...rows.map(({ waits }) => quantile(waits, 0.99)));
  return {
    title: 'What is hard to read',
    text: `${atOnce} at once, again and again for ${milliseconds / 1000} s, while another client sends one GET after the other. The work in one turn
is the most CPU that the process used, with its threads, before the event loop came round; RSS is that after a collection.`,
    tables: [
      {
        columns: ['', 'answered', 'GETs', 'p50', 'p99', 'longest', 'work in one turn', 'RSS'],
        rows: rows.map(({ name, waits, longestWork, rss, statuses }) => [
          name,
          [...statuses].toSorted().join(', '),
          showCount(waits.length),
          showMilliseconds(quantile(waits, 0.5)),
          showMilliseconds(quantile(waits, 0.99)),
          showMilliseconds(Math.max(...waits)),
          showMilliseconds(longestWork),
          showMegabytes(rss),
        ]),
      },
    ],
    goals: [
      atMost('p99 of another client’s GET under the worst attack', 100, worst, showMilliseconds),
    ],
  };
}
