import type { FSWatcher } from 'node:fs';
import { readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is served now, as it was read. */
export interface Loaded {
  readonly texts: ReadonlyMap<string, string>;
  /** A folder of which every JSON file counts, those that come later, too. */
  readonly folder: string | undefined;
}

export interface Watch {
  readonly loaded: () => Loaded;
  /** Tries again; returns the files that were the trouble, and none where all went well. */
  readonly reload: () => Promise<readonly string[]>;
}

/** Editors write a file in several steps; this long after the last one it is whole. */
const quiet = 60;

/**
 * Loads again when what is on the disk is no longer what was loaded. Folders are watched, not
 * files: many editors replace a file, and a watch on the file would go with it.
 */
export function watchFiles({ loaded, reload }: Watch): () => void {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  let trouble: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (isChecking) {
      schedule();
      return;
    }
    isChecking = true;
    if (trouble.length > 0 || isStale(loaded())) trouble = await reload();
    isChecking = false;
    follow();
    // What was written while it was being read shows in the comparison.
    if (trouble.length === 0 && isStale(loaded())) schedule();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), quiet);
  };
  // A folder may be replaced as well, and a watch on it is then a watch on nothing.
  const follow = (): void => {
    for (const folder of foldersOf(loaded(), trouble)) {
      const known = watchers.get(folder);
      const identity = identityOf(folder);
      if (identity === undefined || known?.identity === identity) continue;
      known?.watcher.close();
      watchers.set(folder, { watcher: watch(folder, schedule), identity });
    }
  };
  follow();
  return () => {
    clearTimeout(timer);
    for (const { watcher } of watchers.values()) watcher.close();
  };
}

/** A number of its own, which may be given again, and the moment of its birth. */
function identityOf(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.birthtimeMs}`;
}

function foldersOf({ texts, folder }: Loaded, trouble: readonly string[]): ReadonlySet<string> {
  const files = [...texts.keys(), ...trouble];
  const own = folder === undefined ? [] : [folder, dirname(folder)];
  return new Set([...files.map((file) => dirname(file)), ...own]);
}

function isStale({ texts, folder }: Loaded): boolean {
  for (const [file, text] of texts) if (readText(file) !== text) return true;
  if (folder === undefined) return false;
  return listJson(folder).some((file) => !texts.has(file));
}

function readText(file: string): string | undefined {
  try {
    // That it is a pipe by now, not to be read, or is missing, is a change like any other.
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function listJson(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
