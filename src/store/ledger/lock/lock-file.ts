import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findOddity } from '../../../base/folders.ts';
import type { LockHolder } from './holder.ts';
import { hashText, isRunning, readHolder } from './holder.ts';

/** A lock as it was found. */
export interface FoundLock {
  readonly text: string;
  /** Undefined where what is in it says nothing. */
  readonly holder: LockHolder | undefined;
  readonly touched: number;
  /** Two that were found are the same lock if they have the same mark. */
  readonly mark: string;
}

export interface LockPatience {
  /** How long a lock may rest before it is taken to be left behind, where nothing better is known. */
  readonly patience: number;
  /** Is told once that there is something to wait for. */
  readonly onWait: (found: FoundLock) => void;
}

/**
 * Makes the file with this text, also in the place of one that a dead process has left. Returns the one
 * that lives, if there is one.
 *
 * Several may find the same lock left behind. Whoever wants to remove it has to make the file of its
 * name and mark first, which is a lock like any other; so that nobody can remove what came after it.
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
    // Nothing waits between the look and the end, so that a claim never lasts.
    if (lookAt(path)?.mark === found.mark) rmSync(path, { force: true });
    rmSync(claim, { force: true });
  }
}

export function lookAt(path: string): FoundLock | undefined {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  const oddity = facts && findOddity(facts);
  // A link to nowhere is there when the file is to be made, and not there when it is to be read.
  if (oddity !== undefined) {
    throw new Error(`it is ${oddity}, not a file: delete it, if nothing else needs it`);
  }
  let descriptor: number;
  try {
    // Opened anew each time: file systems of the network look at their server then.
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

/** Whether it was made: where there is one, nothing is done. */
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

/** Shows whoever watches that somebody is there. */
export function touchFile(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

/** Removes the claims of those that were killed while they removed a lock: whoever has it needs none. */
export function sweepClaims(path: string): void {
  const start = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(start)) rmSync(join(dirname(path), name), { force: true });
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * By its process where that can be seen from here, else by whether it is touched. The times of two
 * machines are never compared: their clocks may differ.
 */
async function judge(
  path: string,
  found: FoundLock,
  { patience, onWait }: LockPatience,
): Promise<'alive' | 'stale' | 'changed'> {
  const isThere = found.holder && isRunning(found.holder);
  if (isThere !== undefined) return isThere ? 'alive' : 'stale';
  onWait(found);
  // Looks are counted rather than time: whoever does not get to look has seen nothing.
  const pause = Math.min(100, patience / 10);
  for (let looks = 0; looks < patience / pause; looks += 1) {
    await sleep(pause);
    const now = lookAt(path);
    if (now?.text !== found.text) return 'changed';
    if (now.touched === found.touched) continue;
    // An empty file may have gone, and another have come that is about to be written.
    return found.holder ? 'alive' : 'changed';
  }
  return 'stale';
}
