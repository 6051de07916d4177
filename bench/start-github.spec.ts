import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { fillCache } from '../tests/wild/cache.ts';

const root = join(import.meta.dirname, '..');
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const question = '/repos/octocat/hello-world';
const patience = 180_000;
/** From here on once is enough. */
const tooLong = 15_000;

interface Server {
  readonly name: string;
  command(contract: string, port: number): readonly string[];
}

const servers: readonly Server[] = [
  {
    name: 'stuntdouble',
    command: (contract, port) => [join(root, 'dist', 'cli.js'), contract, `--port=${port}`],
  },
  {
    name: 'prism',
    command: (contract, port) => [
      prism,
      'mock',
      contract,
      `--port=${port}`,
      '--host=127.0.0.1',
      '--multiprocess=false',
    ],
  },
];

it('from start to the first validated answer, of the contract of GitHub', async () => {
  const cache = await fillCache();
  const contract =
    cache.kind === 'filled' && cache.documents.find(({ name }) => name === 'api.github.com')?.file;
  if (!contract) throw new Error('the contract could not be fetched');
  const medians: number[] = [];
  const lines: string[] = [];
  for (const server of servers) {
    const times: number[] = [];
    while (times.length < 3 && (times[0] ?? 0) < tooLong) {
      times.push(await measureStart(server, contract));
    }
    const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
    medians.push(median);
    const seconds = (time: number): string => (time / 1000).toFixed(2);
    lines.push(`${server.name}: ${seconds(median)} s (${times.map(seconds).join(', ')})`);
  }
  const [ours = 1, theirs = 1] = medians;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
  process.stdout.write(
    `\nGET ${question} on ${machine}\n${lines.join('\n')}\nratio: ${(theirs / ours).toFixed(1)}\n`,
  );
  expect(medians).toHaveLength(2);
});

/** Milliseconds from the start of the process until it says 200. */
async function measureStart(server: Server, contract: string): Promise<number> {
  const port = await findPort();
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-bench-'));
  const started = performance.now();
  const child = spawn(process.execPath, [...server.command(contract, port)], {
    cwd: folder,
    stdio: 'ignore',
  });
  try {
    while ((await askStatus(port)) !== 200) {
      if (child.exitCode !== null) throw new Error(`${server.name} ended with ${child.exitCode}`);
      if (performance.now() - started > patience) throw new Error(`${server.name} never answered`);
      await wait(5);
    }
    return performance.now() - started;
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** Undefined while nobody answers. */
function askStatus(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path: question, agent: false });
    outgoing.on('error', () => resolve(undefined));
    outgoing.on('response', (incoming) => {
      incoming.on('error', () => resolve(undefined));
      incoming.on('end', () => resolve(incoming.statusCode)).resume();
    });
    outgoing.end();
  });
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
