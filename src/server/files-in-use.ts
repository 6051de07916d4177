import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { Contract } from '../contract/compile.ts';
import type { State } from '../store/state/state.ts';
import type { Item } from '../store/record.ts';
import type { Worlds } from '../store/worlds/worlds.ts';

/** Lists the hashes of all files that a world, the start of a world or a snapshot names. */
export function listFilesInUse({ targets }: Contract, worlds: Worlds): ReadonlySet<string> {
  const names = new Set(
    [...targets.values()].flatMap((target) =>
      target.role === 'improvised' ? [] : (target.file?.collection?.name ?? []),
    ),
  );
  const used = new Set<string>();
  const note = (items: readonly Item[]): void => {
    for (const { body } of items) for (const hash of hashesIn(body['files'])) used.add(hash);
  };
  const all = [worlds.main, ...worlds.list().map(({ world }) => world)];
  const states = new Set<State>([
    ...all.map(({ base }) => base),
    ...worlds.snapshots.list().map(({ state }) => state),
  ]);
  for (const name of names) {
    for (const world of all) note(world.items(name));
    for (const { tables } of states) note(tables.get(name)?.items() ?? []);
  }
  // What does not fit the contract now is kept: it may fit the next one.
  for (const records of worlds.main.save().misfits.values())
    for (const one of records)
      if (isJsonObject(one)) for (const hash of hashesIn(one['files'])) used.add(hash);
  return used;
}

function hashesIn(files: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: JsonValue) => {
    const hash = isJsonObject(file) ? file['sha256'] : undefined;
    return typeof hash === 'string' ? [hash] : [];
  });
}
