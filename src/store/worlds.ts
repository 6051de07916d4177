import { ApiError } from '../errors.ts';
import type { ClockSetting } from './clock.ts';
import { createClock } from './clock.ts';
import { createBook } from './credentials.ts';
import type { Snapshots } from './snapshots.ts';
import { createSnapshots } from './snapshots.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

/** The worlds that requests can play in: the one that is kept, and private ones, which live in memory. */
export interface Worlds {
  readonly main: World;
  readonly snapshots: Snapshots;
  /** The world of a name, which counts as used; undefined where it wasn't made. */
  find(name: string): World | undefined;
  /** A new world, in the place of one of that name. */
  make(name: string, wish?: WorldWish): World;
  /** Private worlds, the one that was used last at the end. */
  list(): readonly Residence[];
  /** Whether there was one. */
  drop(name: string): boolean;
  /** Drops all private ones, and says how many there were. */
  clear(): number;
}

/** What a world is to be made like. */
export interface WorldWish {
  /** A snapshot that it starts from. Default: the fixtures. */
  readonly from?: string | undefined;
  readonly seed?: string | undefined;
  readonly clock?: ClockSetting | undefined;
}

export interface Residence {
  readonly world: World;
  /** The snapshot that it was made from; undefined: the fixtures. */
  readonly from: string | undefined;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly usedAt: number;
}

export interface WorldsOptions {
  readonly main: World;
  readonly limits: WorldLimits;
}

export interface WorldLimits {
  readonly most: number;
  /** Milliseconds after which a world that nobody uses is dropped. */
  readonly idle: number;
}

/** The name of the world that is kept. */
export const mainName = 'default';

const mostSnapshots = 1000;

export function createWorlds(options: WorldsOptions): Worlds {
  const { main, limits } = options;
  const residences = new Map<string, Residence>();
  const snapshots = createSnapshots(mostSnapshots);
  const drop = (name: string): boolean => {
    residences.get(name)?.world.retire();
    return residences.delete(name);
  };
  /** The map is in the order of their last use. */
  const dropIdle = (): void => {
    for (const [name, { usedAt }] of residences) {
      if (usedAt + limits.idle > Date.now()) return;
      drop(name);
    }
  };
  return {
    main,
    snapshots,
    find(name) {
      if (name === mainName) return main;
      dropIdle();
      const residence = residences.get(assertName(name));
      if (!residence) return undefined;
      residences.delete(name);
      residences.set(name, { ...residence, usedAt: Date.now() });
      return residence.world;
    },
    make(name, { from, seed = main.seed, clock } = {}) {
      if (name === mainName) throw refuseName(name, 'is the name of the world that is kept');
      assertName(name);
      dropIdle();
      const base = from === undefined ? main.base : snapshots.get(from).state;
      if (residences.size >= limits.most && !residences.has(name)) throw refuseMore(limits.most);
      drop(name);
      const world = createWorld({
        name,
        seed,
        clock: createClock(clock),
        credentials: createBook([], main.credentials),
        base,
        first: base,
        ledger: undefined,
      });
      const now = Date.now();
      residences.set(name, { world, from, madeAt: now, usedAt: now });
      return world;
    },
    list() {
      dropIdle();
      return [...residences.values()];
    },
    drop,
    clear() {
      const count = residences.size;
      for (const name of residences.keys()) drop(name);
      return count;
    },
  };
}

function assertName(name: string): string {
  if (/^[a-z0-9][\w.-]{0,63}$/i.test(name)) return name;
  throw refuseName(
    name.slice(0, 100),
    'is none: it has up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit',
  );
}

function refuseName(name: string, reason: string): ApiError {
  return new ApiError('invalid-world', `${JSON.stringify(name)} ${reason}.`);
}

function refuseMore(most: number): ApiError {
  const detail = `There are ${most} worlds, as many as --max-worlds allows. Drop one with DELETE /_mock/worlds/<name>, or wait until one has been idle for long enough.`;
  return new ApiError('too-many-worlds', detail);
}
