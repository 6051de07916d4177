import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { codeOf } from '../../base/errors.ts';

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

/**
 * A file, or all files of a folder but for hidden ones and installed packages. Links may lead into
 * files and folders that the user named: what else they lead to stays on this machine.
 */
export function listCopies(
  path: string,
  target: string,
  named: readonly string[] = [path],
): readonly CopiedFile[] {
  const within = named.map((one) => realpathSync(one));
  return listBelow({ path, target, folders: [] }, within);
}

interface Visited {
  readonly path: string;
  readonly target: string;
  /** The folders that led here, by their real paths. */
  readonly folders: readonly string[];
}

function listBelow({ path, target, folders }: Visited, within: readonly string[]): CopiedFile[] {
  const source = followLinks(path);
  // A link in a circle has no files of its own.
  if (source === undefined || folders.includes(source)) return [];
  if (
    !within.some((one) => source === one || source.startsWith(one.endsWith(sep) ? one : one + sep))
  )
    throw new Error(
      `${path} is a link that leads out of what is copied, to ${source}: name that in \`files\` of withContract, or put it there itself`,
    );
  const facts = statSync(source);
  // The server in the container is another user than the one whose files these are.
  if (facts.isFile()) return [{ source, target, mode: 0o644 }];
  // To read a pipe or a device may never end.
  if (!facts.isDirectory()) return [];
  return readdirSync(source)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((name) => {
      const below = { path: join(path, name), target: posix.join(target, name) };
      return listBelow({ ...below, folders: [...folders, source] }, within);
    });
}

/** The real path; undefined where links lead to each other. */
function followLinks(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP') return undefined;
    if (code === 'ENOENT')
      throw new Error(`${path} is a link that leads nowhere`, { cause: error });
    throw error;
  }
}
