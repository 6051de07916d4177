import type { Api } from '../api/client.ts';
import { part } from '../api/client.ts';
import type { Json, JsonObject } from '../api/documents.ts';

/** How a world begins, as the form has it. */
export interface WorldWish {
  readonly name: string;
  readonly beginning: 'fixtures' | 'snapshot' | 'scenario';
  /** Of the snapshot or the scenario. */
  readonly beginningName: string;
  readonly seed: string;
  /** Empty: that of the machine. */
  readonly now: string;
  readonly isFrozen: boolean;
}

/** The body of a request that makes the world; what the user leaves open stays to the server. */
export function writeWorldWish(wish: WorldWish): JsonObject {
  const { beginning, beginningName, seed, now, isFrozen } = wish;
  return {
    ...(beginning === 'snapshot' ? { from: beginningName } : {}),
    ...(beginning === 'scenario' ? { scenario: beginningName } : {}),
    ...(seed === '' ? {} : { seed }),
    ...(now === '' ? {} : { now }),
    ...(isFrozen ? { frozen: true } : {}),
  };
}

export async function makeWorld(api: Api, wish: WorldWish): Promise<void> {
  await api.send('PUT', `worlds/${part(wish.name)}`, writeWorldWish(wish));
}

/** The snapshot that holds what a world was before its state was replaced: one for each world. */
export function undoName(world: string): string {
  return `undo.${world}`.slice(0, 64);
}

/** Replaces the state of a world, which is saved first; returns how to put it back. */
export async function replaceState(
  api: Api,
  replace: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const kept = `snapshots/${part(undoName(api.world))}`;
  await api.send('PUT', kept);
  await replace();
  return async () => {
    await api.send('POST', `${kept}/restore`);
    await api.send('DELETE', kept);
  };
}

/** Makes a world that is like another at this moment, by a snapshot of that name. */
export async function copyWorld(
  api: Api,
  name: string,
  how: Pick<WorldWish, 'seed' | 'now' | 'isFrozen'>,
): Promise<void> {
  await api.send('PUT', `snapshots/${part(name)}`);
  const beginning = { beginning: 'snapshot', beginningName: name } as const;
  await makeWorld(api, { ...how, ...beginning, name });
}

/** Drops worlds six at a time; returns how many went. One that went meanwhile is none. */
export async function dropWorlds(api: Api, names: readonly string[]): Promise<number> {
  const rest = [...names];
  let count = 0;
  const work = async (): Promise<void> => {
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      await api.send('DELETE', `worlds/${part(name)}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return count;
}

/** As a file of the folder `scenarios/`. */
export function writeDocument(document: Json): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
