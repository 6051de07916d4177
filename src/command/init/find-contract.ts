import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

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

/** Other files are called `api.json`, too: this member of a contract may stand anywhere in it. */
const version = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;

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

function findIn(root: string, here: string): string | undefined {
  const found = folders.flatMap((folder) => contractsIn(join(root, folder)));
  if (found.length < 2) return found[0];
  const shown = found.map((file) => relative(here, file));
  throw new UsageError(
    `there are several contracts: ${shown.join(', ')}; name one, such as stuntdouble init ${shown[0] ?? ''}`,
  );
}

function contractsIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => usualFiles.includes(entry.name.toLowerCase()) && !entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .filter((file) => !/^api\./i.test(basename(file)) || version.test(readFileSync(file, 'utf8')))
    .toSorted();
}
