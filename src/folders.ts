import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing, and returns them. One after the other: asked to make
 * them all, Node 20 never comes back from where none can be made, such as /proc.
 */
export function makeFolder(path: string): readonly string[] {
  const folder = resolve(path);
  switch (makeOne(folder)) {
    case 'made':
      return [folder];
    case 'there':
      return [];
    case 'homeless': {
      const above = makeFolder(dirname(folder));
      mkdirSync(folder);
      return [...above, folder];
    }
  }
}

function makeOne(folder: string): 'made' | 'there' | 'homeless' {
  try {
    mkdirSync(folder);
    return 'made';
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' && dirname(folder) !== folder) return 'homeless';
    if (code === 'EEXIST' || code === 'EISDIR') return 'there';
    throw error;
  }
}
