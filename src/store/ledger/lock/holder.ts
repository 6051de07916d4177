import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';

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
export function readHolder(text: string): LockHolder | undefined {
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
export function hashText(text: string): string {
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
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
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
