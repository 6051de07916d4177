import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

/** A process that locks a folder, as the built package does it, and tells how it went. */
export interface LockChild {
  readonly pid: number;
  readonly answer: LockAnswer;
  /** Whether it still holds the lock. */
  ask(): Promise<LockAnswer>;
  release(): Promise<LockAnswer>;
  signal(name: NodeJS.Signals): void;
  /** Kills it, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface LockAnswer {
  readonly held: boolean;
  /** Why not. */
  readonly problem?: string;
  /** What it said while it waited. */
  readonly notices: readonly string[];
  /** How it is known where it runs. */
  readonly pid: number;
}

export interface LockChildOptions {
  readonly patience?: number;
  readonly beat?: number;
  /** What goes in front of the program, such as what gives it a namespace of its own. */
  readonly prefix?: readonly string[];
  /** Gives up what it may do as root, so that permissions mean something. */
  readonly isHumble?: boolean;
}

const dist = join(import.meta.dirname, '../../../../dist/store/ledger/lock/lock.js');

const program = `
import { createInterface } from 'node:readline';
const { acquireLock } = await import(${JSON.stringify(dist)});
const { folder, isHumble, ...options } = JSON.parse(process.env.LOCK_OPTIONS);
if (isHumble && process.getuid() === 0) process.setuid(65534);
const notices = [];
const tell = (answer) => console.log(JSON.stringify({ ...answer, notices, pid: process.pid }));
let lock;
const state = () => { const problem = lock.problem(); return { held: problem === undefined, problem }; };
try {
  lock = await acquireLock(folder, { ...options, onNotice: (text) => notices.push(text) });
  tell(state());
} catch (error) {
  tell({ held: false, problem: error.message });
  process.exit(1);
}
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'release') await lock.release();
  tell(state());
}
`;

export async function startLockChild(
  folder: string,
  { prefix = [], ...options }: LockChildOptions = {},
): Promise<LockChild> {
  const [command, ...args] = [...prefix, process.execPath, '--input-type=module'] as const;
  const child = spawn(command, [...args, '--eval', program], {
    env: { PATH: process.env['PATH'], LOCK_OPTIONS: JSON.stringify({ folder, ...options }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const lines = createInterface({ input: child.stdout });
  const listen = async (): Promise<LockAnswer> => {
    const [line]: unknown[] = await once(lines, 'line');
    // A trust edge: the program above has written it.
    return JSON.parse(String(line)) as LockAnswer;
  };
  const say = (word: string): Promise<LockAnswer> => {
    const heard = listen();
    child.stdin.write(`${word}\n`);
    return heard;
  };
  const answer = await listen();
  return {
    pid: child.pid ?? 0,
    answer,
    ask: () => say('ask'),
    release: () => say('release'),
    signal: (name) => void child.kill(name),
    kill,
  };
}
