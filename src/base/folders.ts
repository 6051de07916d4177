import type { Stats } from 'node:fs';
import { mkdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import { codeOf } from './errors.ts';

/** Modes of a saved state: other users can't read its personal data and secrets. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

/**
 * Names what is neither file nor folder: to open or read it may never end. Undefined for a file,
 * and for a folder, which the system itself refuses to read as a file.
 */
export function findOddity(facts: Stats): string | undefined {
  if (facts.isFile() || facts.isDirectory()) return undefined;
  if (facts.isFIFO()) return 'a named pipe';
  if (facts.isSymbolicLink()) return 'a symbolic link';
  return facts.isSocket() ? 'a socket' : 'a device';
}

/** Names a file as messages do: from the working folder where it is below that; a URL as it is. */
export function displayPath(file: string): string {
  if (/^https?:/.test(file)) return file;
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

/**
 * Makes a folder of this mode and its missing parents, and returns all that it made. It makes one
 * after the other: with `recursive`, Node 20 never returns where it can make none, as in /proc.
 */
export function makeFolder(path: string, mode?: number): readonly string[] {
  const folder = resolve(path);
  switch (makeOne(folder, mode)) {
    case 'made':
      return [folder];
    case 'there':
      return [];
    case 'homeless': {
      const above = makeFolder(dirname(folder));
      mkdirSync(folder, mode);
      return [...above, folder];
    }
  }
}

function makeOne(folder: string, mode?: number): 'made' | 'there' | 'homeless' {
  try {
    mkdirSync(folder, mode);
    return 'made';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && dirname(folder) !== folder) return 'homeless';
    if (code === 'EEXIST' || code === 'EISDIR') return 'there';
    throw error;
  }
}
