import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { reasonOf, StartError } from '../../base/errors.ts';

/**
 * A contract has a place: the path of a file, the URL of a document of a host, or a dash for the
 * standard input. The paths are absolute.
 */

export const standardInput = '-';
/** Stands for the standard input in complaints, and in the URI of what came by it. */
const inputName = '<stdin>';

export function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** Finds the contract that a user named; a folder stands for the one contract in it. */
export function findPlace(named: string): string {
  if (named === standardInput) return named;
  if (isUrl(named)) return readUrl(named);
  const path = resolve(named.startsWith('file:') ? fileURLToPath(named) : named);
  return isFolder(path) ? findInFolder(named, path) : path;
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Reading it will tell why it can't be read.
    return false;
  }
}

/** The URI that references in the contract are relative to. */
export function uriOf(place: string): string {
  return isUrl(place) ? readUrl(place) : pathToFileURL(fileOf(place)).href;
}

/** The file or URL that complaints name. */
export function fileOf(place: string): string {
  return place === standardInput ? resolve(inputName) : place;
}

/** The folder that fixtures and scenarios stand in: with no file beside them, the working folder. */
export function folderOf(place: string): string {
  return isUrl(place) ? process.cwd() : dirname(fileOf(place));
}

function readUrl(text: string): string {
  if (!URL.canParse(text)) {
    const message = 'is no URL: name a contract such as https://api.example/openapi.json';
    throw new StartError([{ file: text, message }]);
  }
  const url = new URL(text);
  // Then a part of the password would be taken for the host, which messages and requests show.
  if (url.username !== '' && `${url.pathname}${url.search}${url.hash}`.includes('@')) {
    const message = 'has an @ behind its host: in a password write %40 for @, %2F for /, %3F for ?';
    throw new StartError([{ file: text, message }]);
  }
  url.hash = '';
  return url.href;
}

/** The usual names of contracts, in the order of the search. */
export const usualNames: readonly string[] = ['openapi', 'swagger', 'api'];
const endings = ['yaml', 'yml', 'json'];
export const usualFiles: readonly string[] = usualNames.flatMap((name) =>
  endings.map((ending) => `${name}.${ending}`),
);
/** How many files a message names. */
const mostNamed = 3;

function findInFolder(named: string, folder: string): string {
  const present = listNames(named, folder);
  for (const name of usualNames) {
    const found = usualFiles.filter((file) => file.startsWith(`${name}.`) && present.has(file));
    const [only, other] = found;
    if (other !== undefined) {
      const message = `the folder has ${listed(found)}: name the one to serve, such as ${join(named, other)}`;
      throw new StartError([{ file: named, message }]);
    }
    if (only !== undefined) return join(folder, only);
  }
  const others = [...present].filter((name) => endings.includes(name.split('.').at(-1) ?? ''));
  const shown = others.toSorted().slice(0, mostNamed);
  const looked = usualNames.map((name) => `${name}.*`).join(', ');
  const advice =
    shown[0] === undefined ? 'name the file' : `name the file, such as ${join(named, shown[0])}`;
  throw new StartError([
    { file: named, message: `the folder has no ${looked} (${endings.join(', ')}): ${advice}` },
  ]);
}

function listNames(named: string, folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Set(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  } catch (error) {
    const message = `the folder can not be read: ${reasonOf(error, 'folder')}`;
    throw new StartError([{ file: named, message }]);
  }
}

function listed(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}
