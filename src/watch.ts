import type { FSWatcher } from 'node:fs';
import { readFileSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Editors write a file in several steps; this long after the last one it is whole. */
const quiet = 60;

/**
 * Calls back when the content of a file has changed. Folders are watched, not files: many editors
 * replace a file, and a watch on the file would go with it.
 */
export function watchFiles(
  files: () => readonly string[],
  onChange: () => Promise<void>,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  let contents = readAll(files());
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const check = async (): Promise<void> => {
    const now = readAll(files());
    if (now === contents) return;
    contents = now;
    await onChange();
    // The new version may have other files.
    contents = readAll(files());
    follow();
  };
  const follow = (): void => {
    if (isStopped) return;
    for (const folder of new Set(files().map(folderOf))) {
      if (watchers.has(folder)) continue;
      watchers.set(
        folder,
        watch(folder, () => {
          clearTimeout(timer);
          timer = setTimeout(() => void check(), quiet);
        }),
      );
    }
  };
  follow();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

function folderOf(file: string): string {
  return isFolder(file) ? file : dirname(file);
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readAll(files: readonly string[]): string {
  return files.map((file) => `${file}\0${read(file)}`).join('\0');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A folder, or a file that is just being replaced: that it is missing is a state, too.
    return '';
  }
}
