import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

import type { JsonValue } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';

/** Who holds a folder, as it is written into its lock. */
export interface LockHolder {
  /** Of this one lock, so that it is known again. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  /** Where its process number means something; undefined where nobody can say. */
  readonly place: string | undefined;
  /** When its process began, by the clock of the system: a number is given again, but not at the same time. */
  readonly ticks: string | undefined;
}

/** What this process writes into the lock that it makes. */
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

/** Undefined where the text is none that we have written: cut off by a power failure, or of somebody else. */
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

/** A name for a text that is safe in the name of a file. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Whether its process is there; undefined where that can not be told from here. */
export function isRunning({ pid, place, ticks }: LockHolder): boolean | undefined {
  if (place === undefined || place !== findPlace()) return undefined;
  const found = ticks === undefined ? undefined : readProcess(pid);
  if (found) return found.ticks === ticks && !found.isDead;
  // A number that is taken may be that of another; and the processes of other users may be hidden.
  return hasProcess(pid) ? undefined : false;
}

/**
 * A process number means something within one run of one kernel, one namespace of processes, and one of
 * time, by which the start is counted. Namespaces are numbered, and a number that is free is given
 * again; but while a process lives nobody else has that of its namespace.
 */
function findPlace(): string | undefined {
  if (process.platform !== 'linux') return `${process.platform} ${hostname()}`;
  try {
    // In a container that shows the processes of its host, the numbers are not those that we know.
    if (readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [boot, readlinkSync('/proc/self/ns/pid'), readTimeNamespace()].join(' ');
  } catch {
    return undefined;
  }
}

/** Older kernels have none. */
function readTimeNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/time');
  } catch {
    return 'time:[]';
  }
}

/** Of /proc/<pid>/stat, whose second field is the name in brackets, with whatever is in it. */
function readProcess(pid: number): { ticks: string | undefined; isDead: boolean } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // The third field is the state; the 22nd the start. What nobody has asked after is dead all the same.
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
    // A trust edge: what it is, is looked at member by member.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
