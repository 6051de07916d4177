import { lstatSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { messageOf } from '../../base/errors.ts';
import { makeFolder } from '../../base/folders.ts';

/** A file to be written, and what a user is told of it. */
export interface Draft {
  readonly path: string;
  readonly text: string;
  readonly note: string;
  /** The text that stands in the file, where a part of it is changed. */
  readonly before?: string;
}

/** Whether something of that name is there, also a link that leads nowhere. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Writes all files, or none: no file that is there is written over. */
export function writeFiles(drafts: readonly Draft[]): void {
  const undo: (() => void)[] = [];
  try {
    for (const { path, text, before } of drafts) {
      const folders = makeFolder(dirname(path));
      undo.push(() => folders.toReversed().forEach((folder) => rmdirSync(folder)));
      if (before === undefined) {
        writeFileSync(path, '', { flag: 'wx' });
        undo.push(() => unlinkSync(path));
      } else undo.push(() => writeFileSync(path, before));
      writeFileSync(path, text);
    }
  } catch (error) {
    for (const step of undo.toReversed()) attempt(step);
    throw new Error(`nothing was written: ${messageOf(error)}`, { cause: error });
  }
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The first error says why; a file that can't be removed again changes nothing of it.
  }
}
