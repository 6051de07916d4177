import type { FSWatcher } from 'node:fs';
import { readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
// Not the global ones: those of jsdom can't let the process end, and a test may hold them.
import { clearTimeout, setTimeout } from 'node:timers';

/** The files that are served now, as they were read. */
export interface Loaded {
  readonly texts: ReadonlyMap<string, string>;
  readonly folders: readonly WatchedFolder[];
}

/** A folder in which new files count, too. It may be missing, and be made later. */
export interface WatchedFolder {
  readonly path: string;
  /** Whether a load would read a file of this name. */
  isRead(this: void, name: string): boolean;
}

export interface Watch {
  readonly loaded: () => Loaded;
  /** Loads again. Returns the files that caused a failure; none if it worked. */
  readonly reload: () => Promise<readonly string[]>;
}

/** In milliseconds. Editors write a file in several steps; after this pause it is complete. */
const quiet = 60;

/**
 * Loads again when files on the disk differ from what was loaded. It watches folders: many editors
 * replace a file, and a watch on the file would go with it.
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
    // A file may have changed while it was read.
    if (trouble.length === 0 && isStale(loaded())) schedule();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), quiet);
  };
  // A folder may be replaced, too, and a watch on the old one is of no use.
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

/** The inode and the time of creation: the system may use an inode again. */
function identityOf(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.birthtimeMs}`;
}

function foldersOf({ texts, folders }: Loaded, trouble: readonly string[]): ReadonlySet<string> {
  const files = [...texts.keys(), ...trouble];
  const own = folders.flatMap(({ path }) => [path, dirname(path)]);
  return new Set([...files.map((file) => dirname(file)), ...own]);
}

function isStale({ texts, folders }: Loaded): boolean {
  for (const [file, text] of texts) if (readText(file) !== text) return true;
  return folders.some((folder) => listRead(folder).some((file) => !texts.has(file)));
}

function readText(file: string): string | undefined {
  try {
    // A file that is missing, or a pipe by now, has changed.
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function listRead({ path, isRead }: WatchedFolder): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory() && isRead(entry.name));
    return files.map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}
