import { copyFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { makeFolder } from '../base/folders.ts';
import type { SavedState } from '../store/ledger/saved-state.ts';
import { collectState } from '../store/ledger/saved-state.ts';
import type { World } from '../store/worlds/world.ts';
import type { Blueprint } from './blueprint.ts';
import { loadBlueprint, readLoadOptions, resolvePlaces } from './blueprint.ts';
import { openDataFolder } from './data-folder.ts';
import type { OptionValues } from './options/option-values.ts';
import { openTrial } from './scenarios/apply-records.ts';
import { makeCounted } from './seed-records.ts';

/** With `out`, all records become fixtures there, and the state in `data` does not change. */
export interface SeedingOptions extends OptionValues {
  readonly counts: ReadonlyMap<string, number>;
  readonly onProgress: (made: number, total: number) => void;
  /** Called with notices for the user who runs the command. */
  readonly onNotice: (message: string) => void;
}

/** How many records are made between two calls of `onProgress`. */
const stride = 250;

/** Makes records with believable values. Returns the path where they are. */
export async function seedWorld(options: SeedingOptions): Promise<string> {
  const places = resolvePlaces(options.contract, options.fixtures);
  const blueprint = await loadBlueprint(places, readLoadOptions(options, places));
  const isKept = options.out === undefined;
  const dataFolder = await openDataFolder({
    folder: isKept ? resolve(options.data) : undefined,
    durability: 'sync',
    base: blueprint.base,
    onNotice: options.onNotice,
  });
  try {
    const { database } = dataFolder;
    // `sow` works in memory: files are written only when all records are made.
    const world = openTrial(blueprint.base, options.seed, database.low.data);
    sow(blueprint, world, options);
    await database.save(world.save());
    if (options.out === undefined) return join(options.data, 'db.json');
    await writeFixtures(options.out, collectState(world.save()), blueprint.credentialsFile);
    return options.out;
  } finally {
    await dataFolder.close();
  }
}

function sow(
  blueprint: Blueprint,
  world: World,
  { seed, locale, counts, onProgress }: SeedingOptions,
): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let made = 0;
  for (const _ of makeCounted(blueprint, world, { seed, locale, counts })) {
    made += 1;
    if (made % stride === 0 || made === total) onProgress(made, total);
  }
}

async function writeFixtures(
  folder: string,
  { collections }: SavedState,
  credentials: string | undefined,
): Promise<void> {
  makeFolder(folder);
  for (const [name, records] of Object.entries(collections)) {
    if (records.length === 0) continue;
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(records, undefined, 2)}\n`);
  }
  const target = join(folder, 'credentials.json');
  if (credentials !== undefined && resolve(credentials) !== resolve(target))
    await copyFile(credentials, target);
}
