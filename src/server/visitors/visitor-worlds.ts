import { ApiError } from '../../base/errors.ts';
import type { Residence } from '../../store/worlds/worlds.ts';
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

/** In milliseconds: a world that was used since then is not dropped for that of another visitor. */
const shortestStay = 60_000;

/** One client may have one of so many worlds: then its own make room for it. */
const share = 10;

export function createVisitorWorlds(
  { maxWorlds, visitorRecords }: ServerOptions,
  runtime: () => Runtime,
): VisitorWorlds {
  /** The network from which each world was made. */
  const networks = new Map<string, string | undefined>();
  const listOwn = (): readonly Residence[] => {
    const residences = runtime().worlds.list();
    const own = residences.filter(({ world }) => networks.has(world.name));
    if (own.length < networks.size) {
      const names = new Set(own.map(({ world }) => world.name));
      for (const name of networks.keys()) if (!names.has(name)) networks.delete(name);
    }
    return own;
  };
  const makeRoom = (network: string | undefined): void => {
    const { worlds } = runtime();
    // The longest unused come first.
    const own = listOwn();
    const ofNetwork = own.filter(({ world }) => networks.get(world.name) === network);
    const [oldest] = own;
    if (network !== undefined && ofNetwork.length >= Math.max(1, Math.floor(maxWorlds / share))) {
      worlds.drop(ofNetwork[0]?.world.name ?? '');
    } else if (worlds.list().length >= maxWorlds) {
      if (!oldest || Date.now() - oldest.usedAt < shortestStay) throw refuseMore(maxWorlds);
      worlds.drop(oldest.world.name);
    }
  };
  const shared = (): string => {
    const { worlds, scenario } = runtime();
    if (!worlds.find(sharedName))
      worlds.make(sharedName, { beginning: scenario, isReadOnly: true });
    return sharedName;
  };
  return {
    shared,
    make(name, network) {
      const { worlds, scenario } = runtime();
      makeRoom(network);
      worlds.make(name, { beginning: scenario, mostRecords: visitorRecords });
      networks.set(name, network);
    },
  };
}

function refuseMore(most: number): ApiError {
  const detail = `There are ${most} worlds, as many as --max-worlds allows, and visitors use all of them: try again in a minute.`;
  return new ApiError('too-many-worlds', detail, {
    headers: { 'Retry-After': String(shortestStay / 1000) },
  });
}
