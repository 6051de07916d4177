import { ApiError } from '../../base/errors.ts';
import { createRoom } from '../../store/worlds/room.ts';
import type { Residence } from '../../store/worlds/residences.ts';
import type { Worlds } from '../../store/worlds/worlds.ts';
import type { ServerOptions } from '../options/options.ts';
import type { Runtime } from '../runtime.ts';

/** The worlds of visitors, and the one that all share who have none. */
interface VisitorWorlds {
  /** The name of the world in which visitors read until their first change. It begins as theirs do. */
  shared(this: void): string;
  /** Makes a visitor's world. Where there are too many, one that was not used for long makes room. */
  make(this: void, name: string, network: string | undefined): void;
}

const sharedName = 'visitors';

/** What the names of visitors' worlds begin with. */
export const visitorPrefix = 'visitor-';

/** In milliseconds: a world that was used since then is not dropped for that of another visitor. */
const shortestStay = 60_000;

/** One client may have one of so many worlds: then its own make room for it. */
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
      if (oldest) worlds.drop(oldest.world.name);
    } else if (worlds.count() >= maxWorlds) {
      const oldest = worlds.longestUnused((name) => name.startsWith(visitorPrefix));
      if (!oldest || Date.now() - oldest.usedAt < shortestStay) throw refuseMore(maxWorlds);
      worlds.drop(oldest.world.name);
    }
  };
  return {
    shared() {
      const { worlds, scenario } = runtime();
      if (!worlds.find(sharedName))
        worlds.make(sharedName, { beginning: scenario, isReadOnly: true });
      return sharedName;
    },
    make(name, network) {
      const { worlds, scenario, weighFiles } = runtime();
      makeRoom(worlds, network);
      worlds.make(name, {
        beginning: scenario,
        room: createRoom(visitorRecords, { weighBesides: weighFiles }),
      });
      if (network !== undefined) owners.add(network, name, worlds);
    },
  };
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

function refuseMore(most: number): ApiError {
  const detail = `There are ${most} worlds, as many as --max-worlds allows, and visitors use all of them: try again in a minute.`;
  return new ApiError('too-many-worlds', detail, {
    headers: { 'Retry-After': String(shortestStay / 1000) },
  });
}
