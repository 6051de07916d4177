import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file or a folder: its path, or its URL as `new URL('api.yaml', import.meta.url)` makes it. */
export type Place = string | URL;

/** A file of this machine, and where the container has it. */
export interface CopiedFile {
  readonly source: string;
  readonly target: string;
  readonly mode: number;
}

/** Throws where there is nothing, so that the stack leads to the line that names it. */
export function findPlace(place: Place, method: string): string {
  const path = resolve(place instanceof URL ? fileURLToPath(place) : place);
  if (!existsSync(path)) throw new Error(`${method}: there is no file or folder ${path}`);
  return path;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The deepest folder that has all these files and folders, itself among them. */
export function findCommonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths
    .map((path) => (isFolder(path) ? path : dirname(path)))
    .map((folder) => folder.split(sep));
  const isShared = (at: number): boolean => others.every((names) => names[at] === first[at]);
  const end = first.findIndex((_, at) => !isShared(at));
  return first.slice(0, end === -1 ? first.length : end).join(sep) || sep;
}

/** Where the container has a file of a folder that is copied to `target`. */
export function placeBelow(target: string, folder: string, path: string): string {
  return posix.join(target, ...relative(folder, path).split(sep));
}

/** A file, or all files of a folder but for hidden ones and installed packages. */
export function listCopies(path: string, target: string): readonly CopiedFile[] {
  // The server in the container is another user than the one whose files these are.
  if (!isFolder(path)) return [{ source: path, target, mode: 0o644 }];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((name) => listCopies(join(path, name), posix.join(target, name)));
}
