import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { JsonValue } from '../../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../../base/json.ts';
import { isFolder, isUrl, usualFiles } from '../../server/blueprint.ts';
import { UsageError } from '../usage-error.ts';

/** The folder of a project, and its contract; undefined: it has none. */
export interface FoundContract {
  readonly root: string;
  readonly contract: string | undefined;
}

const folders = [
  '.',
  'api',
  'contract',
  'contracts',
  'doc',
  'docs',
  'openapi',
  'schema',
  'spec',
  'specs',
];
/** Other files are called so, too: their text says whether they are contracts. */
const likelyName = /^api\./i;
const anyName = /^[^.].*\.(?:ya?ml|json)$/i;

/** Finds the contract that is meant: a file or a folder that was named, or what is here. */
export function findContract(named: readonly string[], here: string): FoundContract {
  const [given, ...others] = named;
  if (others.length > 0)
    throw new UsageError('init takes one contract, or the folder of one: run it once for each');
  if (given === undefined) return { root: here, contract: findIn(here, here) };
  if (isUrl(given))
    throw new UsageError(
      `init takes a file: save the contract first, such as curl -o openapi.yaml ${given}`,
    );
  return isFolder(given)
    ? { root: given, contract: findIn(given, here) }
    : { root: here, contract: given };
}

/** Files of other names are looked at only where none of the usual names is there. */
function findIn(root: string, here: string): string | undefined {
  const usual = findNamed(root, isUsual);
  const found = usual.length > 0 ? usual : findNamed(root, isOther);
  if (found.length < 2) return found[0];
  const shown = found.map((file) => relative(here, file));
  throw new UsageError(
    `there are several contracts: ${shown.join(', ')}; name one, such as stuntdouble init ${shown[0] ?? ''}`,
  );
}

function isUsual(name: string, file: string): boolean {
  if (!usualFiles.includes(name.toLowerCase())) return false;
  return !likelyName.test(name) || isContract(file);
}

function isOther(name: string, file: string): boolean {
  return anyName.test(name) && isContract(file);
}

type IsMeant = (name: string, file: string) => boolean;

function findNamed(root: string, isMeant: IsMeant): readonly string[] {
  return folders.flatMap((name) => {
    const folder = join(root, name);
    if (!isFolder(folder)) return [];
    return readdirSync(folder)
      .filter((file) => isMeant(file, join(folder, file)) && isFile(join(folder, file)))
      .map((file) => join(folder, file))
      .toSorted();
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Larger files are data: no contract that people write comes near. */
const mostBytes = 64 * 1024 * 1024;
/** In YAML, a member of the root begins its line. */
const versionInYaml = /^\uFEFF?["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?\d/m;
/** Anywhere in JSON, or in YAML that is written like it. */
const versionInJson = /["'{,\s](?:openapi|swagger)["']?\s*:\s*["']?\d/;

/** Whether a file has the version of a contract as a member of its root. */
function isContract(path: string): boolean {
  const text = readText(path);
  if (!/^\uFEFF?\s*\{/.test(text)) return versionInYaml.test(text);
  if (!versionInJson.test(text)) return false;
  const root = tryParseJson(text.replace(/^\uFEFF/, ''));
  // What can't be read is taken for what it seems to be, so that its user gets a message.
  if (root === undefined) return true;
  return isJsonObject(root) && [root['openapi'], root['swagger']].some(isVersion);
}

function readText(path: string): string {
  if (!isFile(path) || statSync(path).size > mostBytes) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A file that this user may not read is no contract to begin with.
    return '';
  }
}

function isVersion(value: JsonValue | undefined): boolean {
  return /^\d/.test(typeof value === 'object' ? '' : textOf(value));
}
