import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { codeOf } from '../../../base/errors.ts';
import { findOddity } from '../../../base/folders.ts';
import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';

/** A lock file as it was read. */
export interface FoundLock {
  readonly text: string;
  /** Undefined where the text does not describe a holder. */
  readonly holder: LockHolder | undefined;
  /** The time of the last change, in milliseconds since the epoch. */
  readonly touched: number;
  /** Identifies the lock: another lock in the same file has another mark. */
  readonly mark: string;
}

export interface LockPatience {
  /**
   * How many milliseconds a lock may go without a touch before it counts as left behind, where the
   * system can not say whether its process runs.
   */
  readonly patience: number;
  /** Called before a wait to see whether the lock is still in use. */
  readonly onWait: (found: FoundLock) => void;
}

/**
 * Makes the lock file with this text, also in the place of a lock that a dead process left behind.
 * Returns undefined where this process has the lock now, else the lock of another one.
 *
 * Several processes may find the same lock left behind. A process that wants to remove it must
 * first take a claim: a lock file whose name has the mark of the old lock. So no process can remove
 * the lock that another one has made since.
 */
export async function takeFile(
  path: string,
  text: string,
  waiting: LockPatience,
): Promise<FoundLock | undefined> {
  const deadline = Date.now() + 3 * waiting.patience;
  for (;;) {
    if (makeFile(path, text)) return undefined;
    const found = lookAt(path);
    if (found === undefined) continue;
    const verdict = await judge(path, found, waiting);
    if (verdict === 'alive') return found;
    if (verdict === 'changed') {
      if (Date.now() > deadline) return found;
      continue;
    }
    const claim = `${path}.${found.mark}`;
    const rival = await takeFile(claim, text, waiting);
    if (rival) {
      if (Date.now() > deadline) return rival;
      await sleep(20);
      continue;
    }
    // There is no `await` from here to the end, so that the claim exists for a moment only.
    if (lookAt(path)?.mark === found.mark) rmSync(path, { force: true });
    rmSync(claim, { force: true });
  }
}

/** Reads a lock file; undefined where there is none. */
export function lookAt(path: string): FoundLock | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  const oddity = facts && findOddity(facts);
  // A broken link would cause an endless loop: it exists when the file is made, and is missing when
  // it is read.
  if (oddity !== undefined) {
    throw new Error(`it is ${oddity}, not a file: delete it, if nothing else needs it`);
  }
  let descriptor: number;
  try {
    // Opened anew each time: only then do network file systems ask their server.
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { mtimeMs, ino } = fstatSync(descriptor);
    const text = readFileSync(descriptor, 'utf8');
    const holder = readHolder(text);
    const mark = hashText(holder ? text : `${text} ${mtimeMs} ${ino}`);
    return { text, holder, touched: mtimeMs, mark };
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the file unless it exists; returns whether it did. */
export function makeFile(path: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx', 0o644);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, text);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Shows other processes that the holder is alive. */
export function touchFile(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

/**
 * Removes the claims of processes that were killed while they removed a lock. Only the holder of
 * the lock may do this: no process needs a claim then.
 */
export function sweepClaims(path: string): void {
  const start = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(start)) rmSync(join(dirname(path), name), { force: true });
  }
}

/**
 * Asks the system about the process where it can, else watches whether the lock is touched. It
 * never compares the times of two machines: their clocks may differ.
 */
async function judge(
  path: string,
  found: FoundLock,
  { patience, onWait }: LockPatience,
): Promise<'alive' | 'stale' | 'changed'> {
  const isThere = found.holder && isRunning(found.holder);
  if (isThere !== undefined) return isThere ? 'alive' : 'stale';
  onWait(found);
  // Counts looks, not time: a process that was suspended meanwhile has seen nothing.
  const pause = Math.min(100, patience / 10);
  for (let looks = 0; looks < patience / pause; looks += 1) {
    await sleep(pause);
    const now = lookAt(path);
    if (now?.text !== found.text) return 'changed';
    if (now.touched === found.touched) continue;
    // Without a holder it may be a new file, whose text is about to be written.
    return found.holder ? 'alive' : 'changed';
  }
  return 'stale';
}

/** The process that holds a folder, as its lock file describes it. */
export interface LockHolder {
  /** Identifies this one lock. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  /** Where `pid` is valid, see `findPlace`; undefined where the process could not tell. */
  readonly place: string | undefined;
  /**
   * When the process began, in clock ticks since the boot: a later process may get the same number,
   * but has another start. Undefined where /proc does not say.
   */
  readonly ticks: string | undefined;
}

/** Describes this process for its lock. */
export function describeSelf(): LockHolder {
  const place = findPlace();
  return {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    place,
    ticks: place === undefined ? undefined : readProcess(process.pid)?.ticks,
  };
}

export function holderText(holder: LockHolder): string {
  return `${JSON.stringify(holder)}\n`;
}

/** Undefined where the text describes no holder: a power cut broke it off, or it is another file. */
function readHolder(text: string): LockHolder | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const { id, pid, host, since, place, ticks } = value;
  const isNumber = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0;
  if (!isNumber || typeof id !== 'string' || typeof host !== 'string') return undefined;
  return {
    id,
    pid,
    host,
    since: typeof since === 'string' ? since : 'some time ago',
    place: typeof place === 'string' ? place : undefined,
    ticks: typeof ticks === 'string' ? ticks : undefined,
  };
}

/** A short hash that is safe in a file name. */
function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Whether the process of the holder runs; undefined where this process can not tell. */
export function isRunning({ pid, place, ticks }: LockHolder): boolean | undefined {
  if (place === undefined || place !== findPlace()) return undefined;
  const found = ticks === undefined ? undefined : readProcess(pid);
  if (found) return found.ticks === ticks && !found.isDead;
  // Another process may have the number by now; and /proc may hide the processes of other users.
  return hasProcess(pid) ? undefined : false;
}

/**
 * A process number is valid within one boot of one kernel, one PID namespace, and one time
 * namespace, by which the start is counted. The kernel reuses the numbers of namespaces, but not
 * the number of one in which a process still lives.
 */
function findPlace(): string | undefined {
  if (process.platform !== 'linux') return `${process.platform} ${hostname()}`;
  try {
    // In a container with the /proc of its host, the numbers there differ from `process.pid`.
    if (readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [boot, readlinkSync('/proc/self/ns/pid'), readTimeNamespace()].join(' ');
  } catch {
    return undefined;
  }
}

/** Older kernels have no time namespaces. */
function readTimeNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/time');
  } catch {
    return 'time:[]';
  }
}

/** Reads /proc/<pid>/stat. Its second field, the name in parentheses, may hold any character. */
function readProcess(pid: number): { ticks: string | undefined; isDead: boolean } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // The third field is the state, the 22nd the start. A zombie (Z) counts as dead.
    return { ticks: fields[19], isDead: ['Z', 'X'].includes(fields[0] ?? '') };
  } catch {
    return undefined;
  }
}

function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function parse(text: string): JsonValue | undefined {
  try {
    // A trust edge: `readHolder` checks each member.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
