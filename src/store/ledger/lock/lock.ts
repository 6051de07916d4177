import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearInterval, setInterval } from 'node:timers';

import { codeOf, messageOf, StartError } from '../../../base/errors.ts';
import { makeFolder, privateFolder } from '../../../base/folders.ts';
import type { FoundLock } from './lock-file.ts';
import {
  describeSelf,
  holderText,
  isRunning,
  lookAt,
  makeFile,
  sweepClaims,
  takeFile,
  touchFile,
} from './lock-file.ts';

/** Prevents two processes from using one data folder. */
export interface Lock {
  /**
   * Why the folder may not be written to, and what to do; undefined while it may. Called before and
   * after writes.
   */
  problem(): string | undefined;
  /** Removes the lock, so that another process can use the folder. */
  release(): Promise<void>;
}

export interface LockOptions {
  /** Receives messages for the user who waits for the start. */
  readonly onNotice?: (message: string) => void;
  /** How often the holder touches the lock, in milliseconds. */
  readonly beat?: number;
  /**
   * How many milliseconds a lock may go without a touch before it counts as left behind, where the
   * system can not say whether its process runs.
   */
  readonly patience?: number;
}

/**
 * Locks the folder for this process; throws a `StartError` where another process has it.
 *
 * A folder that can not be written to can not be locked, but the server still reads it. It does not
 * hold the lock then, and tries again until it does.
 * See docs/decisions/015-one-process-for-each-folder.md.
 */
export async function acquireLock(
  folder: string,
  { onNotice = ignore, beat = 1000, patience = 4000 }: LockOptions = {},
): Promise<Lock> {
  const ours: Ours = {
    folder,
    path: join(folder, 'lock'),
    text: holderText(describeSelf()),
    isNew: !existsSync(folder),
  };
  const onWait = (found: FoundLock): void => onNotice(describeWait(ours, found));
  let status: Status = await enter(ours, { patience, onWait });
  let shownAt = Date.now();
  let attempt: Promise<void> | undefined;
  const show = (): void => {
    // The time before the look: a process that is suspended meanwhile is late when it goes on.
    const now = Date.now();
    status = showHeld(ours, Math.abs(now - shownAt) < patience);
    if (status.kind === 'held') shownAt = now;
  };
  const tryAgain = async (before: Unlockable): Promise<void> => {
    const now = Date.now();
    status = await enterLate(ours, before, patience);
    shownAt = now;
    attempt = undefined;
  };
  const timer = setInterval(() => {
    if (status.kind === 'held' || status.kind === 'unsure') show();
    if (status.kind === 'unlockable') attempt ??= tryAgain(status);
  }, beat);
  timer.unref();
  return {
    problem() {
      // A process that was suspended looks at the lock before it goes on. The wall clock is used
      // since it also runs while a machine sleeps.
      const isLate = Math.abs(Date.now() - shownAt) > 2 * beat;
      if (status.kind === 'unsure' || (status.kind === 'held' && isLate)) show();
      return status.kind === 'held' ? undefined : status.why;
    },
    async release() {
      clearInterval(timer);
      await attempt;
      if (status.kind === 'held' || status.kind === 'unsure') leave(ours);
      status = { kind: 'lost', why: `${ours.path}: the lock was given back` };
    },
  };
}

/** The lock that this process makes, or tries to make. */
interface Ours {
  readonly folder: string;
  readonly path: string;
  readonly text: string;
  /** Whether the folder did not exist before. */
  readonly isNew: boolean;
}

type Status =
  | { readonly kind: 'held' }
  /** The lock can not be read at the moment. */
  | { readonly kind: 'unsure'; readonly why: string }
  /** Final: the folder may no longer hold what this process has in memory. */
  | { readonly kind: 'lost'; readonly why: string }
  | Unlockable;

interface Unlockable {
  readonly kind: 'unlockable';
  readonly why: string;
  /** The files of the folder at the start, to see whether another process has changed them. */
  readonly files: string;
}

interface LockWait {
  readonly patience: number;
  readonly onWait: (found: FoundLock) => void;
}

const held: Status = { kind: 'held' };
/** Error codes of a folder that can not be written to, now or ever. */
const unwritable = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT', 'EFBIG']);

async function enter(ours: Ours, waiting: LockWait): Promise<Status> {
  let other: FoundLock | undefined;
  try {
    makeFolder(ours.folder, privateFolder);
    other = await takeFile(ours.path, ours.text, waiting);
    if (!other) sweepClaims(ours.path);
  } catch (error) {
    const why = `${ours.path}: can not be written (${messageOf(error)}), so nothing can be stored`;
    if (!unwritable.has(codeOf(error) ?? '')) {
      throw new StartError([{ file: ours.path, message: `can not be used: ${messageOf(error)}` }]);
    }
    return { kind: 'unlockable', why, files: listFiles(ours) };
  }
  if (other) throw new StartError([{ file: ours.path, message: describeOther(other) }]);
  return held;
}

/** Meanwhile another process may have written changes that this one has not read. */
async function enterLate(ours: Ours, before: Unlockable, patience: number): Promise<Status> {
  let now: Status;
  try {
    now = await enter(ours, { patience, onWait: ignore });
  } catch (error) {
    return { ...before, why: messageOf(error) };
  }
  if (now.kind !== 'held') return { ...now, ...before };
  if (listFiles(ours) === before.files) return held;
  leave(ours);
  const why = `${ours.folder}: it could not be locked at the start, and another process has written to it since. Start again to go on from there`;
  return { kind: 'lost', why };
}

/** `isRecent`: no other process can have judged the lock left behind since its last touch. */
function showHeld(ours: Ours, isRecent: boolean): Status {
  try {
    const found = lookAt(ours.path);
    const isOurs = found === undefined ? isRecent && makeAgain(ours) : found.text === ours.text;
    if (isOurs) {
      touch(ours);
      return held;
    }
    return { kind: 'lost', why: `${ours.path}: ${describeLoss(found)}` };
  } catch (error) {
    return { kind: 'unsure', why: `${ours.path}: can not be read (${messageOf(error)})` };
  }
}

/**
 * A user or program has deleted the lock. Where the folder is gone too, or can not be written to,
 * no other process can have locked it.
 */
function makeAgain({ path, text }: Ours): boolean {
  try {
    return makeFile(path, text);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || unwritable.has(codeOf(error) ?? '')) return true;
    throw error;
  }
}

/** Where this process can not touch the lock, another one can not replace it either. */
function touch({ path }: Ours): void {
  try {
    touchFile(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && !unwritable.has(codeOf(error) ?? '')) throw error;
  }
}

function leave(ours: Ours): void {
  try {
    if (lookAt(ours.path)?.text === ours.text) rmSync(ours.path, { force: true });
    // Removes the folder if it is still empty; `rmdir` fails for any other.
    if (ours.isNew) rmdirSync(ours.folder);
  } catch {
    // The next process recognises a lock that stays as that of a dead process.
  }
}

function listFiles({ folder }: Ours): string {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder).filter((name) => !/^lock(\.|$)/.test(name));
  } catch {
    // The folder does not exist.
  }
  const lines = names.toSorted().map((name) => {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    return `${name} ${file?.size} ${file?.mtimeMs} ${file?.ino}`;
  });
  return lines.join('\n');
}

function describeOther({ holder }: FoundLock): string {
  if (!holder) return `something keeps writing this file, which is no lock of ours. ${remedy}`;
  const { pid, host, since } = holder;
  return pid === process.pid && isRunning(holder) === true
    ? `this process has had the folder open since ${since}. Close that server first, or give each a data folder of its own`
    : `the folder is in use by process ${pid} on ${host} since ${since}. ${remedy}`;
}

const remedy = 'Stop that first, or give each a data folder of its own (--data)';

function describeWait({ path }: Ours, { holder }: FoundLock): string {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'a process that left no name';
  return `${path}: made by ${who}; waiting to see whether it is still in use`;
}

function describeLoss(found: FoundLock | undefined): string {
  const holder = found?.holder;
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return `${who} has taken the folder over: the lock had not moved for a while, or was removed. Nothing is stored from here on; start again to go on from what is there`;
}

function ignore(): void {
  // Such messages have no receiver.
}
