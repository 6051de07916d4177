import type { Stats } from 'node:fs';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Modes of what keeps a state, which may hold personal data and secrets: other users can't read it. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

/**
 * What is no file, and may never come to an end when it is opened or read; undefined: a file, or a folder, of which the
 * system says itself that it can't be read.
 */
export function findOddity(facts: Stats): string | undefined {
  if (facts.isFile() || facts.isDirectory()) return undefined;
  if (facts.isFIFO()) return 'a named pipe';
  if (facts.isSymbolicLink()) return 'a symbolic link';
  return facts.isSocket() ? 'a socket' : 'a device';
}

/**
 * Makes a folder, of this mode, and those above it that are missing, and returns them. One after the other: asked to make
 * them all, Node 20 never comes back from where none can be made, such as /proc.
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
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && dirname(folder) !== folder) return 'homeless';
    if (code === 'EEXIST' || code === 'EISDIR') return 'there';
    throw error;
  }
}
