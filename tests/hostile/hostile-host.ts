import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeEach, expect } from 'vitest';

import type { Answer } from '../contracts/ask.ts';
import { ask } from '../contracts/ask.ts';

const program = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const contract = join(import.meta.dirname, 'hostile.yaml');

/** How long a guest may have to wait: a server that hangs is not slow, it is gone. */
const patience = 10_000;

/** What a test may take: it waits for a guest, and then for the next. */
export const timeout: number = 4 * patience;

/** A stand-in that strangers talk to. A process of its own, because a hang would hang the test. */
export interface Host {
  /** Where it is. */
  url(): string;
  /** Says something on a connection of its own; all that comes back, until it is closed. */
  talk(...pieces: readonly (string | Uint8Array)[]): Promise<string>;
  /** Everybody else is still served. */
  expectWell(): Promise<void>;
}

interface Serving {
  readonly url: string;
  isRunning(): boolean;
  end(): Promise<void>;
}

/** The next test gets a new one where the last was the end of it. */
export function openHost(flags: readonly string[] = []): Host {
  let serving: Serving | undefined;
  beforeEach(async () => {
    if (!serving?.isRunning()) serving = await serve(flags);
  });
  afterAll(() => serving?.end());
  const url = (): string => serving?.url ?? '';
  return {
    url,
    talk: (...pieces) => talk(Number(new URL(url()).port), pieces),
    expectWell: async () => {
      const question = { method: 'GET', path: '/plain', headers: {} };
      const answer: Answer | string = await Promise.race([
        ask(url(), question).catch((error: unknown) => String(error)),
        wait(patience, 'nobody answers any more', { ref: false }),
      ]);
      if (typeof answer === 'string') await serving?.end();
      expect(answer).toMatchObject({ status: 200, text: '"well"' });
    },
  };
}

/** The status of an answer as it came; undefined where none came. */
export function statusOf(heard: string): number | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(heard) ?? [];
  return status === undefined ? undefined : Number(status);
}

async function serve(flags: readonly string[]): Promise<Serving> {
  const cwd = await mkdtemp(join(tmpdir(), 'stuntdouble-hostile-'));
  const options = ['--port', '0', '--log', 'json', '--body-timeout', '1s'];
  const child = spawn(process.execPath, [...flags, program, contract, ...options], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line');
  // A trust edge: what it says first.
  const { url } = JSON.parse(String(line)) as { readonly url: string };
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url,
    isRunning,
    end: async () => {
      const ended = isRunning() ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await ended;
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

function talk(port: number, pieces: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (heard += text));
    // To be cut off is an answer, too.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    // Silence is one as well: what isn't finished is waited for.
    socket.setTimeout(patience, () => socket.destroy());
    for (const piece of pieces) socket.write(piece);
  });
}
