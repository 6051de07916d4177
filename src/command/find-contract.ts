import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { displayPath } from '../base/folders.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, textOf, tryParseJson } from '../base/json.ts';
import { isFolder, packageRoot, usualFiles, usualNames } from '../server/places.ts';
import type { CommandName } from '../server/options/commands.ts';
import { UsageError } from './usage-error.ts';

const folders = [
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

export interface Search {
  /** The folder of a project. */
  readonly root: string;
  /** Where the command runs: messages have paths that are relative to it. */
  readonly here: string;
  readonly command: CommandName;
}

export interface ContractHere {
  /** Undefined: that of the package. */
  readonly contract: string | undefined;
  /** What the user should know of it. */
  readonly note: string | undefined;
}

/** Finds the contract of the working folder. */
export function findContractHere(command: CommandName): ContractHere {
  const here = process.cwd();
  // In the package's own folder its own contract is meant.
  if (here === packageRoot) return { contract: undefined, note: undefined };
  const found = findContract({ root: here, here, command });
  // Else a test in CI could pass that never looked at its own contract.
  if (found === undefined && (command === 'check' || command === 'run')) throw refuse(command);
  if (found === undefined)
    return {
      contract: undefined,
      note: 'no contract was found here: the one that comes with stuntdouble is taken',
    };
  const contract = relative(here, found);
  return { contract, note: isExpected(contract) ? undefined : `the contract is ${contract}` };
}

function refuse(command: 'check' | 'run'): UsageError {
  const shipped = displayPath(join(packageRoot, 'openapi.yaml'));
  return new UsageError(
    `no contract was found here: name it, such as stuntdouble ${command} my-api.yaml${command === 'run' ? ' -- npm test' : ''}; the one that comes with stuntdouble is ${shipped}`,
  );
}

/** Whether a user knows without being told that this file is the contract. */
function isExpected(place: string): boolean {
  return usualFiles.includes(place.toLowerCase());
}

/**
 * Finds the contract of a project; undefined: it has none. A usual name wins over others, and the
 * folder itself over those in it.
 */
export function findContract({ root, here, command }: Search): string | undefined {
  const within = folders.map((name) => join(root, name));
  const usual = usualNames.map(isUsual);
  const rounds = [[root], within].flatMap((places) =>
    usual.map((isMeant) => ({ places, isMeant })),
  );
  const last = [[root], within].map((places) => ({ places, isMeant: isOther }));
  for (const { places, isMeant } of [...rounds, ...last]) {
    const found = places.flatMap((folder) => listMeant(folder, isMeant));
    if (found.length > 1) throw askForName(found, { here, command });
    if (found[0] !== undefined) return found[0];
  }
  return undefined;
}

function askForName(
  files: readonly string[],
  { here, command }: Pick<Search, 'here' | 'command'>,
): UsageError {
  const found = files.map((file) => relative(here, file));
  const [first = ''] = found;
  const named = command === 'serve' ? first : `${command} ${first}`;
  const example = command === 'run' ? `${named} -- npm test` : named;
  return new UsageError(
    `there are several contracts: ${found.join(', ')}; name one${command === 'init' ? '' : ', or several to serve them together'}, such as stuntdouble ${example}`,
  );
}

type IsMeant = (name: string, file: string) => boolean;

function isUsual(usual: string): IsMeant {
  const files = new Set(usualFiles.filter((file) => file.startsWith(`${usual}.`)));
  return (name, file) =>
    files.has(name.toLowerCase()) && (!likelyName.test(name) || isContract(file));
}

function isOther(name: string, file: string): boolean {
  return anyName.test(name) && isContract(file);
}

function listMeant(folder: string, isMeant: IsMeant): readonly string[] {
  if (!isFolder(folder)) return [];
  return listNames(folder)
    .filter((name) => isMeant(name, join(folder, name)) && isFile(join(folder, name)))
    .map((name) => join(folder, name))
    .toSorted();
}

/** A folder that this user may not list has nothing to offer. */
function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
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
