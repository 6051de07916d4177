import { ApiError } from '../../base/errors.ts';
import { shareOfHeap } from '../../base/heap.ts';
import type { Residence } from '../../store/worlds/residences.ts';
import type { Worlds } from '../../store/worlds/worlds.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';
import { createSharedMemory } from './shared-memory.ts';
import { sharedName } from './shared-world.ts';

/** The worlds of visitors, and the one that all share who have none. */
interface VisitorWorlds {
  /** The name of the world in which visitors read until their first change. It begins as theirs do. */
  shared(this: void): string;
  /** Makes a visitor's world. Where there are too many, one that was not used for long makes room. */
  make(this: void, name: string, network: string | undefined): void;
}

/** What the names of visitors' worlds begin with. */
export const visitorPrefix = 'visitor-';

/** In milliseconds: a world that was used since then is not dropped for that of another visitor. */
const shortestStay = 60_000;

/** The visitors of one address may have one of so many worlds: then their own make room. */
const share = 10;

export function createVisitorWorlds(
  { maxWorlds, visitorRecords }: ServerOptions,
  runtime: () => Runtime,
): VisitorWorlds {
  const mostOfOne = Math.max(1, Math.floor(maxWorlds / share));
  const owners = createOwners();
  const makeRoom = (worlds: Worlds, network: string | undefined): void => {
    const own = network === undefined ? [] : owners.list(network, worlds);
    if (own.length >= mostOfOne) {
      const [oldest] = own.toSorted((one, other) => one.usedAt - other.usedAt);
      if (!oldest || isInUse(oldest)) throw refuseMoreOfOne(own.length);
      worlds.drop(oldest.world.name);
    } else if (worlds.count() >= maxWorlds && !dropUnused(worlds)) {
      throw refuseMore(worlds.count());
    }
  };
  const openRoom = createSharedMemory({
    most: shareOfHeap(1 / 4),
    isLivedIn: (name, room) => runtime().worlds.look(name)?.world.room === room,
    makeRoom: (keep) => dropUnused(runtime().worlds, keep),
  });
  return {
    shared() {
      const { worlds, scenario } = runtime();
      // Where it was idle for long nothing is lost, and no notice is due. One that can be changed is
      // of the user who runs the server.
      if (worlds.look(sharedName)?.world.isReadOnly !== true) {
        worlds.make(sharedName, { beginning: scenario, isReadOnly: true });
      }
      return sharedName;
    },
    make(name, network) {
      const { worlds, scenario, weighFiles } = runtime();
      makeRoom(worlds, network);
      worlds.make(name, {
        beginning: scenario,
        room: openRoom(name, visitorRecords, weighFiles),
      });
      if (network !== undefined) owners.add(network, name, worlds);
    },
  };
}

/** Drops the visitor's world that was not used for the longest time. Returns whether one could go. */
function dropUnused(worlds: Worlds, keep?: string): boolean {
  const oldest = worlds.longestUnused((name) => name.startsWith(visitorPrefix) && name !== keep);
  return oldest !== undefined && !isInUse(oldest) && worlds.drop(oldest.world.name);
}

/** Which worlds were made from which network. */
interface Owners {
  add(network: string, name: string, worlds: Worlds): void;
  /** Those that are still there. */
  list(network: string, worlds: Worlds): readonly Residence[];
}

function createOwners(): Owners {
  const names = new Map<string, Set<string>>();
  let size = 0;
  const list: Owners['list'] = (network, { look }) => {
    const known = names.get(network) ?? [];
    return [...known].flatMap((name) => look(name) ?? []);
  };
  const forget = (worlds: Worlds): void => {
    size = 0;
    for (const network of names.keys()) {
      const left = list(network, worlds).map(({ world }) => world.name);
      if (left.length === 0) names.delete(network);
      else names.set(network, new Set(left));
      size += left.length;
    }
  };
  return {
    list,
    add(network, name, worlds) {
      const known = names.get(network) ?? new Set();
      names.set(network, known.add(name));
      size += 1;
      // Now and then: worlds that were dropped are still noted.
      if (size > 2 * worlds.count() + 100) forget(worlds);
    },
  };
}

function isInUse({ usedAt }: Residence): boolean {
  return Date.now() - usedAt < shortestStay;
}

function refuseMore(count: number): ApiError {
  const worlds = count === 1 ? 'is 1 world' : `are ${count} worlds`;
  return refuseFor(
    `There ${worlds}, as many as --max-worlds allows, and no visitor's world was unused for the last minute: try again in a minute.`,
  );
}

function refuseMoreOfOne(count: number): ApiError {
  const [worlds, all] = count === 1 ? ['1 world', 'it'] : [`${count} worlds`, 'all of them'];
  return refuseFor(
    `The visitors of your address have ${worlds}, as many as one address may have (a tenth of --max-worlds, at least one), and used ${all} within the last minute: try again in a minute.`,
  );
}

function refuseFor(detail: string): ApiError {
  return new ApiError('too-many-worlds', detail, {
    headers: { 'Retry-After': String(shortestStay / 1000) },
  });
}
