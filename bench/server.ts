import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Answer } from './ask.ts';
import { ask } from './ask.ts';
import type { Lab } from './lab.ts';
import { readUsage } from './process-usage.ts';
import type { Question } from './questions.ts';
import type { Subject } from './subject.ts';

/** A process under measurement. */
export interface Server {
  readonly subject: Subject;
  readonly port: number;
  readonly pid: number;
  /** Seconds of CPU since its start, all its threads and children included. */
  cpu(): number;
  /** Bytes that are in memory now. */
  memory(): number;
  ask(question: Question): Promise<Answer>;
  /** Its last words, where it has ended. */
  obituary(): string | undefined;
  end(): Promise<void>;
}

let count = 0;

/** Starts it on the core of the servers, in a folder of its own. It may not listen yet. */
export async function startServer(subject: Subject, lab: Lab): Promise<Server> {
  const port = await findPort();
  count += 1;
  const folder = join(lab.folder, `server-${count}`);
  await mkdir(folder, { recursive: true });
  const [program = '', ...rest] = [
    ...lab.cores.servers,
    lab.node.file,
    ...(await subject.command({ port, folder })),
  ];
  const child = spawn(program, rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, NODE_ENV: 'production', ...subject.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const words = listen(child);
  const { pid = 0 } = child;
  return {
    subject,
    port,
    pid,
    cpu: () => readUsage(pid).cpu,
    memory: () => readUsage(pid).memory,
    ask: (question) => ask(port, question, subject.prefix),
    obituary: () =>
      child.exitCode === null && child.signalCode === null
        ? undefined
        : `it ended with ${child.exitCode ?? child.signalCode}: ${words()}`,
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const gone = once(child, 'exit');
        if ((await Promise.race([gone, wait(3000, 'late')])) === 'late') child.kill('SIGKILL');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until it answers anything at all. */
export async function waitUntilUp(
  server: Server,
  question: Question,
  patience: number,
): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    const words = server.obituary();
    if (words !== undefined) throw new Error(words);
    if ((await server.ask(question)).kind === 'answered') return;
    if (performance.now() > end) throw new Error(`no answer within ${patience / 1000} s`);
    await wait(20);
  }
}

/** Whatever it prints is read at once, as a terminal would; the beginning of the complaints is kept. */
function listen(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (words.length < 8000) words += chunk.toString();
  });
  // The log: read, and thrown away.
  child.stdout?.on('data', () => undefined);
  child.on('error', (error) => (words = String(error)));
  return () => toReason(words);
}

/** The line that tells most: the message of the error, if there is one. */
function toReason(words: string): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /^\S*Error\b/.test(one)) ?? lines[0] ?? 'without a word';
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

export async function findPort(): Promise<number> {
  const base = Number(process.env['STUNTDOUBLE_BENCH_PORTS'] ?? 0);
  const wanted = base === 0 ? 0 : base + (count % 90);
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
