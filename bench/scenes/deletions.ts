import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Lab } from '../lab.ts';
import { commandLine } from '../place.ts';
import type { Scene } from '../section.ts';
import type { Server } from '../server.ts';
import { startServer } from '../server.ts';
import type { Subject } from '../subject.ts';
import { showCount, showMegabytes } from '../table.ts';
import { look, watched } from './soak.ts';

const clients = 16;
const looks = 6;

/** Records that come and go: whatever grows with them shows here. */
export const deletionsScene: Scene = {
  name: 'deletions',
  about: 'a minute of records made and deleted: memory and data folder; with --long ten minutes',
  async run(lab) {
    const rows: string[][] = [];
    for (const isComplete of [true, false])
      for (const isKept of [false, true]) {
        const name = `${isComplete ? 'fixtures' : 'no fixtures'}, ${isKept ? 'flush' : 'in memory'}`;
        lab.say(`  ${name}`);
        rows.push(...(await soak(lab, { name, isComplete, isKept })));
      }
    return {
      title: 'Records made and deleted',
      text: `${clients} clients, each of which makes a record and deletes it, over and over. The heap is what is left of it after a
collection, RSS what it was before that.`,
      tables: [{ columns: ['', 'made and deleted', 'heap', 'RSS', 'data folder'], rows }],
    };
  },
};

interface Variant {
  readonly name: string;
  readonly isComplete: boolean;
  readonly isKept: boolean;
}

async function soak(lab: Lab, variant: Variant): Promise<string[][]> {
  const folder = join(lab.folder, variant.name.replaceAll(/\W+/g, '-'));
  const data = join(folder, 'data');
  const probe = join(folder, 'probe.json');
  const server = await startServer(watched(await describe(folder, data, variant), probe), lab);
  const rows: string[][] = [];
  const tell = async (count: number): Promise<void> => {
    const rss = server.memory();
    const { heapUsed } = await look(server, probe, count);
    const sizes = variant.isKept ? showMegabytes(await sizeOf(data)) : '';
    rows.push([variant.name, showCount(count), showMegabytes(heapUsed), showMegabytes(rss), sizes]);
  };
  const load = openLoad(server);
  try {
    await load.begin();
    for (let count = 0; count < looks; count += 1) {
      await wait(((lab.isLong ? 600 : 60) / looks) * 1000);
      await tell(load.count());
    }
    await load.end();
    return rows;
  } finally {
    await server.end();
  }
}

async function describe(
  folder: string,
  data: string,
  { name, isComplete, isKept }: Variant,
): Promise<Subject> {
  await mkdir(join(folder, 'given'), { recursive: true });
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(contract));
  await writeFile(join(folder, 'given', 'things.json'), '[]');
  return {
    name,
    refusals: [],
    command: ({ port }) => [
      commandLine,
      join(folder, 'openapi.json'),
      `--port=${port}`,
      `--data=${data}`,
      '--log=silent',
      isKept ? '--durability=flush' : '--ephemeral',
      ...(isComplete ? [`--fixtures=${join(folder, 'given')}`] : []),
    ],
  };
}

interface Load {
  /** Resolves once the server has answered each client. */
  begin(): Promise<void>;
  count(): number;
  end(): Promise<void>;
}

function openLoad(server: Server): Load {
  const { port } = server;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const over = new AbortController();
  let count = 0;
  const cycle = async (): Promise<void> => {
    const made = await ask(agent, port, { method: 'POST', path: '/things' });
    const { id } = JSON.parse(made.text) as { readonly id: string };
    const deleted = await ask(agent, port, { method: 'DELETE', path: `/things/${id}` });
    if (made.status !== 201 || deleted.status !== 204)
      throw new Error(`${made.status} and ${deleted.status} instead of 201 and 204`);
    count += 1;
  };
  const first = async (patience: number): Promise<void> => {
    const words = server.obituary();
    if (words !== undefined) throw new Error(words);
    await cycle().catch(async (error: unknown) => {
      if (patience === 0) throw error;
      await wait(50);
      await first(patience - 1);
    });
  };
  const goOn = async (): Promise<void> => {
    while (!over.signal.aborted) await cycle();
  };
  let running: Promise<unknown> = Promise.resolve();
  return {
    async begin() {
      await first(200);
      running = Promise.all(Array.from({ length: clients }, goOn));
      running.catch(() => undefined);
    },
    count: () => count,
    async end() {
      over.abort();
      await running;
      agent.destroy();
    },
  };
}

function ask(
  agent: Agent,
  port: number,
  { method, path }: { readonly method: 'POST' | 'DELETE'; readonly path: string },
): Promise<{ readonly status: number; readonly text: string }> {
  const body = method === 'POST' ? '{"name":"one"}' : '';
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const asking = request({ agent, host: '127.0.0.1', port, method, path, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  // A journal may go meanwhile.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const ofJson = (schema: unknown): unknown => ({ 'application/json': { schema } });
const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    name: { type: 'string' },
  },
};
const contract = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: { content: ofJson(thing) },
        responses: { 201: { description: '', content: ofJson(thing) } },
      },
    },
    '/things/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      get: { responses: { 200: { description: '', content: ofJson(thing) } } },
      delete: { responses: { 204: { description: '' } } },
    },
  },
};
