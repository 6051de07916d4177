import { ApiError } from '../errors.ts';
import type { ClockSetting } from './clock.ts';
import { createClock } from './clock.ts';
import type { CredentialBook } from './credentials.ts';
import { createBook } from './credentials.ts';
import { isName, nameRule, quoteName } from './names.ts';
import type { Snapshots } from './snapshots.ts';
import { createSnapshots } from './snapshots.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

/** The worlds that requests can play in: the one that is kept, and private ones, which live in memory. */
export interface Worlds {
  readonly main: World;
  readonly snapshots: Snapshots;
  /** The world of a name, which counts as used; undefined where it wasn't made. */
  find(this: void, name: string): World | undefined;
  /** A world that is made when it is opened, in the place of one of that name. */
  prepare(this: void, name: string, wish?: WorldWish): PreparedWorld;
  /** The same at once. */
  make(this: void, name: string, wish?: WorldWish): World;
  /** Private worlds, the one that was used last at the end. */
  list(this: void): readonly Residence[];
  /** Where a world lives, which doesn't count as a use; undefined where it wasn't made. */
  look(this: void, name: string): Residence | undefined;
  /** Whether there was one. */
  drop(this: void, name: string): boolean;
  /** Drops all private ones, and says how many there were. */
  clear(this: void): number;
}

/** What a world is to be made like. */
export interface WorldWish {
  /** A snapshot that it starts from. Default: the fixtures. */
  readonly from?: string | undefined;
  readonly seed?: string | undefined;
  readonly clock?: ClockSetting | undefined;
}

export interface PreparedWorld {
  readonly residence: Residence;
  /** Whether it takes no other's place. */
  readonly isNew: boolean;
  open(this: void): World;
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
  /** Who is let in everywhere, before anything was minted. */
  readonly credentials: CredentialBook;
  readonly limits: WorldLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Hears of a private world that began anew or is no more, for what goes with it and is kept elsewhere. */
  readonly onLeave?: ((name: string) => void) | undefined;
  /** Hears what the person who runs this should know of a private world. */
  readonly onNotice?: ((message: string) => void) | undefined;
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
  const { main, limits, now } = options;
  const residences = openResidences(options);
  const snapshots = createSnapshots(mostSnapshots);
  const worlds: Worlds = {
    main,
    snapshots,
    find(name) {
      if (name === mainName) return main;
      const world = residences.visit(name);
      if (!world) readWorldName(name);
      return world;
    },
    prepare(name, { from, seed = main.seed, clock } = {}) {
      assertPrivate(name);
      const base = from === undefined ? main.base : snapshots.get(from).state;
      const isNew = !residences.look(name);
      if (isNew && residences.count() >= limits.most) throw refuseMore(limits.most);
      const world = createWorld({
        name,
        seed,
        clock: createClock(clock, now),
        credentials: createBook([], options.credentials),
        base,
        first: base,
        ledger: undefined,
        onReset: () => options.onLeave?.(name),
        onNotice: options.onNotice,
      });
      const time = now();
      const residence = { world, from, madeAt: time, usedAt: time };
      return { residence, isNew, open: () => residences.moveIn(residence) };
    },
    make: (name, wish) => worlds.prepare(name, wish).open(),
    list: () => residences.list(),
    look: (name) => residences.look(name),
    drop(name) {
      assertPrivate(name);
      return residences.drop(name);
    },
    clear: () => residences.clear(),
  };
  return worlds;
}

/** The private world that a text names; undefined: the one that is kept. */
export function readWorldName(text: string): string | undefined {
  if (text === mainName) return undefined;
  if (isName(text)) return text;
  throw new ApiError('invalid-world', `${quoteName(text)} names no world: ${nameRule}.`);
}

interface Residences {
  look(name: string): Residence | undefined;
  visit(name: string): World | undefined;
  moveIn(residence: Residence): World;
  list(): readonly Residence[];
  count(): number;
  drop(name: string): boolean;
  clear(): number;
}

/** Private worlds in the order of their last use, so that those nobody uses are found at once. */
function openResidences({
  limits,
  now,
  onLeave,
}: Pick<WorldsOptions, 'limits' | 'now' | 'onLeave'>): Residences {
  const residences = new Map<string, Residence>();
  const drop = (name: string): boolean => {
    const residence = residences.get(name);
    if (!residence) return false;
    residence.world.retire();
    onLeave?.(name);
    return residences.delete(name);
  };
  const dropIdle = (): void => {
    const time = now();
    for (const [name, { usedAt }] of residences) {
      if (usedAt + limits.idle > time) return;
      drop(name);
    }
  };
  const inUse = (): Map<string, Residence> => {
    dropIdle();
    return residences;
  };
  return {
    look: (name) => inUse().get(name),
    visit(name) {
      const residence = inUse().get(name);
      if (!residence) return undefined;
      residences.delete(name);
      residences.set(name, { ...residence, usedAt: now() });
      return residence.world;
    },
    moveIn(residence) {
      const { world } = residence;
      drop(world.name);
      residences.set(world.name, residence);
      return world;
    },
    list: () => [...inUse().values()],
    count: () => inUse().size,
    drop,
    clear() {
      const count = residences.size;
      for (const name of residences.keys()) drop(name);
      return count;
    },
  };
}

function assertPrivate(name: string): void {
  if (readWorldName(name) !== undefined) return;
  const detail = `"${mainName}" is the world that is kept: it can be reset, but not made anew or dropped.`;
  throw new ApiError('invalid-world', detail);
}

function refuseMore(most: number): ApiError {
  const detail = `There are ${most} worlds, as many as --max-worlds allows. Drop one (DELETE /worlds/<name> of the control API), or wait until one has been idle for as long as --world-idle says.`;
  return new ApiError('too-many-worlds', detail);
}
