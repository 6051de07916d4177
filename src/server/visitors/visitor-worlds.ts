import { ApiError } from '../../base/errors.ts';
import { shareOfHeap } from '../../base/heap.ts';
import type { Residence } from '../../store/worlds/residences.ts';
import type { Room } from '../../store/worlds/room.ts';
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
  make(this: void, name: string, network: string): void;
  /** What a visitor may add to a world, also one that is found again. */
  openRoom(this: void, name: string, network: string): Room;
}

/** What the names of visitors' worlds begin with. */
export const visitorPrefix = 'visitor-';

/** In milliseconds: a world that was used since then is not dropped for that of another visitor. */
const shortestStay = 60_000;

/** The visitors of one address may have one of so many worlds, and bytes: then their own make room. */
const share = 10;

export function createVisitorWorlds(
  { maxWorlds, visitorRecords }: ServerOptions,
  runtime: () => Runtime,
): VisitorWorlds {
  const mostOfOne = Math.max(1, Math.floor(maxWorlds / share));
  const memory = createSharedMemory({
    most: shareOfHeap(1 / 4),
    mostOfOne: shareOfHeap(1 / 4 / share),
    isLivedIn: (name, room) => runtime().worlds.look(name)?.world.room === room,
    makeRoom: (mayGo) => dropUnused(runtime().worlds, mayGo),
  });
  const makePlace = (worlds: Worlds, network: string): void => {
    const own = memory.worldsOf(network);
    if (own.size >= mostOfOne) {
      if (!dropUnused(worlds, (name) => own.has(name))) throw refuseMoreOfOne(own.size);
    } else if (worlds.count() >= maxWorlds && !dropUnused(worlds)) {
      throw refuseMore(worlds.count());
    }
  };
  const openRoom = (name: string, network: string): Room =>
    memory.open(name, { records: visitorRecords, network, weighBesides: runtime().weighFiles });
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
      const { worlds, scenario } = runtime();
      makePlace(worlds, network);
      worlds.make(name, { beginning: scenario, room: openRoom(name, network), network });
    },
    openRoom,
  };
}

/**
 * Of the visitors' worlds that pass a test, drops the one that was not used for the longest time.
 * Returns whether one could go.
 */
function dropUnused(worlds: Worlds, mayGo: (name: string) => boolean = () => true): boolean {
  const oldest = worlds.longestUnused((name) => name.startsWith(visitorPrefix) && mayGo(name));
  return oldest !== undefined && !isInUse(oldest) && worlds.drop(oldest.world.name);
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
