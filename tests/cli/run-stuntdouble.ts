import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { beforeAll, onTestFinished, vi } from 'vitest';

import { patience } from '../patience.ts';
import { createFolder, removeFolder } from './temporary-folder.ts';

/** The contract of the package. */
export const shipped: string = join(import.meta.dirname, '..', '..', 'openapi.yaml');

export interface Surroundings {
  /** Default: a new, empty folder. */
  readonly cwd?: string;
  /** Nothing else of the environment is handed down. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command that runs it, where it is not to be run as it is. */
  readonly wrapper?: readonly string[];
}

/** How a process went. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly url: string;
  readonly pid: number;
  readonly cwd: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Closes this side of its standard output. */
  readonly stopReading: () => void;
  /** Asks it to stop, and waits until it has. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ended>;
  readonly ended: Promise<Ended>;
}

const program = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** A command that should end by itself; one that doesn't is killed, and its code is null. */
export async function run(
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Ended> {
  const { ended, kill } = await launch(args, surroundings);
  const impatience = setTimeout(kill, 45_000);
  const outcome = await ended;
  clearTimeout(impatience);
  return outcome;
}

/** A server on a free port of 127.0.0.1 that answers; ended when the test is over. */
export async function serve(
  args: readonly string[] = [],
  surroundings: Surroundings = {},
): Promise<Running> {
  const launched = await launch(withPort(args, surroundings), surroundings);
  onTestFinished(() => end(launched));
  return untilReady(launched, args);
}

/** The same, one for all tests of a file: they must leave it as it was. */
export function shareServer(
  args: readonly string[] = [],
  surround: () => Surroundings = () => ({}),
): () => Running {
  let shared: Running | undefined;
  beforeAll(async () => {
    const surroundings = surround();
    const launched = await launch(withPort(args, surroundings), surroundings);
    try {
      shared = await untilReady(launched, args);
    } catch (error) {
      await end(launched);
      throw error;
    }
    return () => end(launched);
  });
  return () => {
    if (!shared) throw new Error('a shared server is there for tests only');
    return shared;
  };
}

export interface Launched {
  readonly cwd: string;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  readonly hasEnded: () => boolean;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves at its first words, without a moment's delay. */
  readonly firstWords: Promise<unknown>;
  readonly stopReading: () => void;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly kill: () => void;
}

/** Starts the command that was built, without a word about when it is ready. */
export async function launch(
  args: readonly string[],
  { cwd, env = {}, wrapper = [] }: Surroundings = {},
): Promise<Launched> {
  const folder = cwd ?? (await createFolder());
  const [command, ...words] = [...wrapper, process.execPath, program] as const;
  const child = spawn(command, [...words, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  // A run of the tests that is broken off leaves nothing behind.
  process.once('exit', kill);
  let [stdout, stderr, hasEnded] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finish = async (): Promise<Ended> => {
    await once(child, 'close');
    hasEnded = true;
    process.off('exit', kill);
    if (cwd === undefined) await removeFolder(folder);
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  };
  return {
    cwd: folder,
    pid: child.pid ?? 0,
    ended: finish(),
    hasEnded: () => hasEnded,
    firstWords: once(child.stdout, 'data'),
    stdout: () => stdout,
    stderr: () => stderr,
    stopReading: () => void child.stdout.destroy(),
    signal: (name) => void child.kill(name),
    kill,
  };
}

async function end(launched: Launched): Promise<void> {
  launched.kill();
  await launched.ended;
}

/** Nobody knows which ports are free on the machine that runs the tests. */
function withPort(args: readonly string[], { env = {} }: Surroundings): readonly string[] {
  const isChosen = args.includes('--port') || 'STUNTDOUBLE_PORT' in env || 'PORT' in env;
  return isChosen ? args : [...args, '--port', '0'];
}

async function untilReady(launched: Launched, args: readonly string[]): Promise<Running> {
  const url = await vi.waitUntil(() => findUrl(launched, args), patience);
  // A server that prints nothing is ready when it answers.
  await vi.waitFor(() => fetch(`${url}/_mock/ready`), patience);
  return {
    url,
    cwd: launched.cwd,
    pid: launched.pid,
    stdout: launched.stdout,
    stderr: launched.stderr,
    ended: launched.ended,
    stopReading: launched.stopReading,
    stop(signal = 'SIGTERM') {
      launched.signal(signal);
      return launched.ended;
    },
  };
}

function findUrl(launched: Launched, args: readonly string[]): string | undefined {
  if (launched.hasEnded()) throw new Error(`it did not start: ${launched.stderr()}`);
  if (args.includes('silent')) return `http://127.0.0.1:${args[args.indexOf('--port') + 1]}`;
  const [, fromJson, fromBanner] =
    /"event":"ready","url":"([^"]+)"|^ {2}at (http:[^\s,]+),/m.exec(launched.stdout()) ?? [];
  return fromJson ?? fromBanner;
}
