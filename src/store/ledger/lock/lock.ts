import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf, StartError } from '../../../base/errors.ts';
import { makeFolder, privateFolder } from '../../../base/folders.ts';
import { describeSelf, holderText, isRunning } from './holder.ts';
import type { FoundLock } from './lock-file.ts';
import { codeOf, lookAt, makeFile, sweepClaims, takeFile, touchFile } from './lock-file.ts';

/** What keeps two processes off one folder. */
export interface Lock {
  /** Why the folder may not be written to, and what to do; undefined while it may. Asked around each write. */
  problem(): string | undefined;
  /** Leaves the folder to the next. */
  release(): Promise<void>;
}

export interface LockOptions {
  /** Hears what somebody who waits for the start should know. */
  readonly onNotice?: (message: string) => void;
  /** How often it is shown that it is still held, in milliseconds. */
  readonly beat?: number;
  /** How long a lock may rest before it is taken to be left behind, where nothing better is known. */
  readonly patience?: number;
}

/**
 * Locks the folder for this process; refuses to start where another has it.
 *
 * A folder that can't be written to can't be locked, and is read all the same: the lock is not held then,
 * and is tried again until it is. See docs/decisions/015-one-process-for-each-folder.md.
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
    const age = Math.abs(Date.now() - shownAt);
    status = showHeld(ours, age < patience);
    if (status.kind === 'held') shownAt = Date.now();
  };
  const tryAgain = async (before: Unlockable): Promise<void> => {
    status = await enterLate(ours, before, patience);
    shownAt = Date.now();
    attempt = undefined;
  };
  const timer = setInterval(() => {
    if (status.kind === 'held' || status.kind === 'unsure') show();
    if (status.kind === 'unlockable') attempt ??= tryAgain(status);
  }, beat);
  timer.unref();
  return {
    problem() {
      // Whoever was frozen looks before it goes on. By the wall clock, which also runs while a machine sleeps.
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

/** What this process has, or would have, in the folder. */
interface Ours {
  readonly folder: string;
  readonly path: string;
  readonly text: string;
  /** Whether the folder was not there before. */
  readonly isNew: boolean;
}

type Status =
  | { readonly kind: 'held' }
  /** It can't be looked at just now. */
  | { readonly kind: 'unsure'; readonly why: string }
  /** For good: what this process remembers may no longer be what is in the folder. */
  | { readonly kind: 'lost'; readonly why: string }
  | Unlockable;

interface Unlockable {
  readonly kind: 'unlockable';
  readonly why: string;
  /** What was in the folder when it was read. */
  readonly files: string;
}

interface LockWait {
  readonly patience: number;
  readonly onWait: (found: FoundLock) => void;
}

const held: Status = { kind: 'held' };
/** What a folder says that can't be written to, now or ever. */
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

/** Others may have been here meanwhile, and have written what this process has not read. */
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

/** `isRecent` where nobody can have taken it to be left behind since it was shown last. */
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

/** Somebody has tidied up. Where the folder is gone, nobody else can be in it either. */
function makeAgain({ path, text }: Ours): boolean {
  try {
    return makeFile(path, text);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || unwritable.has(codeOf(error) ?? '')) return true;
    throw error;
  }
}

/** Where it can't be touched, it can't be taken away either. */
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
    // A folder that nothing was put into is a trace that nobody wants; any other can't be removed like this.
    if (ours.isNew) rmdirSync(ours.folder);
  } catch {
    // Whoever comes next will know a lock that stays behind to be that of a dead process.
  }
}

function listFiles({ folder }: Ours): string {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder).filter((name) => !/^lock(\.|$)/.test(name));
  } catch {
    // There is none.
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
    ? `this process has had the folder open since ${since}. Close that stand-in first, or give each a data folder of its own`
    : `the folder is in use by process ${pid} on ${host} since ${since}. ${remedy}`;
}

const remedy = 'Stop that first, or give each a data folder of its own (--data)';

function describeWait({ path }: Ours, { holder }: FoundLock): string {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'nobody that can be made out';
  return `${path}: made by ${who}; waiting to see whether it is still in use`;
}

function describeLoss(found: FoundLock | undefined): string {
  const holder = found?.holder;
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'somebody else';
  return `${who} has taken the folder over: the lock had not moved for a while, or was removed. Nothing is stored from here on; start again to go on from what is there`;
}

function ignore(): void {
  // Nobody listens.
}
