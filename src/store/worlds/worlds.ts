import { ApiError } from '../../base/errors.ts';
import type { Credential, CredentialBook } from '../credentials/credentials.ts';
import { createBook } from '../credentials/credentials.ts';
import { createDatabase } from '../database.ts';
import type { ClockSetting } from './clock.ts';
import { createClock } from './clock.ts';
import type { State } from '../state/state.ts';
import type { Snapshots } from './snapshots.ts';
import { createRoom } from './room.ts';
import { createSnapshots, isName, nameRule, quoteName } from './snapshots.ts';
import type { World } from './world.ts';
import { createWorld } from './world.ts';

/** The worlds that requests can use: the default one, and private ones, which live in memory. */
export interface Worlds {
  readonly main: World;
  readonly snapshots: Snapshots;
  /** Finds a world and counts this as a use of it; undefined where none has this name. */
  find(this: void, name: string): World | undefined;
  /** Makes a private world. It replaces one of the same name only when it is opened. */
  prepare(this: void, name: string, input?: WorldInput): PreparedWorld;
  /** Makes a private world and opens it. */
  make(this: void, name: string, input?: WorldInput): World;
  /** The private worlds, in the order of their last use. */
  list(this: void): readonly Residence[];
  /** How many private worlds there are. */
  count(this: void): number;
  /** Of the worlds whose names pass a test, the one that was not used for the longest time. */
  longestUnused(this: void, test: (name: string) => boolean): Residence | undefined;
  /** A private world, without counting this as a use; undefined where none has this name. */
  look(this: void, name: string): Residence | undefined;
  /** Returns whether there was such a world. */
  drop(this: void, name: string): boolean;
  /** Drops all private worlds, and returns how many there were. */
  clear(this: void): number;
}

/** How to make a private world. */
export interface WorldInput {
  /** The name of the snapshot that it starts from. Default: the fixtures. */
  readonly from?: string | undefined;
  readonly seed?: string | undefined;
  readonly clock?: ClockSetting | undefined;
  /** Instead of `from`. Its clock counts unless the input has one. */
  readonly beginning?: WorldBeginning | undefined;
  /** Whether no request may change it. */
  readonly isReadOnly?: boolean | undefined;
  /** How many records may be added to it. Default: any number. */
  readonly mostRecords?: number | undefined;
}

/** What a world begins with, and goes back to on a reset, where a scenario says so. */
export interface WorldBeginning {
  readonly scenario: string;
  /** The same text for the same content. */
  readonly fingerprint: string;
  readonly base: State;
  readonly seed: string;
  readonly clock: ClockSetting | undefined;
  /** Besides those of the credentials file. */
  readonly credentials: readonly Credential[];
  /** Prepares what else the scenario says of a world; the result puts it in place. */
  arrange(this: void, world: string): () => void;
}

export interface PreparedWorld {
  readonly residence: Residence;
  /** Whether it replaces no other world. */
  readonly isNew: boolean;
  open(this: void): World;
}

/** A private world, and when it was made and used. */
export interface Residence {
  readonly world: World;
  /** The name of the snapshot that it was made from; undefined: the fixtures. */
  readonly from: string | undefined;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly usedAt: number;
}

export interface WorldsOptions {
  readonly main: World;
  /** The state of the fixtures. Default: that with which the default world begins. */
  readonly base?: State | undefined;
  /** The seed of the server. Default: that of the default world. */
  readonly seed?: string | undefined;
  /** The credentials of the credentials file, which are valid in each new world. */
  readonly credentials: CredentialBook;
  readonly limits: WorldLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, so that setting the machine's clock drops no world. */
  readonly uptime: () => number;
  /** Called when a private world is reset or dropped, to clear what other parts hold for it. */
  readonly onLeave?: ((name: string) => void) | undefined;
  /** Called with the value of each credential that is minted in a private world. */
  readonly onMint?: ((value: string, world: string) => void) | undefined;
  /** Receives notices about private worlds for the user who runs the server. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

export interface WorldLimits {
  readonly most: number;
  /** Milliseconds after which an unused private world is dropped. */
  readonly idle: number;
}

/** The name of the default world, the only one that is stored on disk. */
export const mainName = 'default';

const mostSnapshots = 1000;

export function createWorlds(options: WorldsOptions): Worlds {
  const { main, limits, now, base: fixtures = main.base, seed: usualSeed = main.seed } = options;
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
    prepare(name, input = {}) {
      const { from, seed, clock, beginning, mostRecords } = input;
      assertPrivate(name);
      const base = beginning?.base ?? (from === undefined ? fixtures : snapshots.get(from).state);
      const isNew = !residences.look(name);
      if (isNew && residences.count() >= limits.most) throw refuseMore(limits.most);
      const world = createWorld({
        name,
        seed: seed ?? beginning?.seed ?? usualSeed,
        scenario: beginning?.scenario,
        isReadOnly: input.isReadOnly,
        room: mostRecords === undefined ? undefined : createRoom(mostRecords),
        clock: createClock(clock ?? beginning?.clock, now),
        credentials: createBook(beginning?.credentials ?? [], options.credentials, (value) =>
          options.onMint?.(value, name),
        ),
        base,
        database: createDatabase(base),
        onReset() {
          options.onLeave?.(name);
          beginning?.arrange(name)();
        },
        onNotice: options.onNotice,
      });
      const time = now();
      const residence = { world, from, madeAt: time, usedAt: time };
      return {
        residence,
        isNew,
        open() {
          const arrange = beginning?.arrange(name);
          residences.moveIn(residence);
          arrange?.();
          return world;
        },
      };
    },
    make: (name, input) => worlds.prepare(name, input).open(),
    list: () => residences.list(),
    count: () => residences.count(),
    longestUnused: (test) => residences.longestUnused(test),
    look: (name) => residences.look(name),
    drop(name) {
      assertPrivate(name);
      return residences.drop(name);
    },
    clear: () => residences.clear(),
  };
  return worlds;
}

/** The name of the private world that a text names; undefined: the default world. */
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
  longestUnused(test: (name: string) => boolean): Residence | undefined;
  drop(name: string): boolean;
  clear(): number;
}

/** A private world, and the `uptime` of its last use. */
interface Stay {
  readonly residence: Residence;
  readonly lastUse: number;
}

/** Keeps the private worlds in the order of their last use, so that idle ones come first. */
function openResidences({
  limits,
  now,
  uptime,
  onNotice,
  onLeave,
}: Pick<WorldsOptions, 'limits' | 'now' | 'uptime' | 'onNotice' | 'onLeave'>): Residences {
  const residences = new Map<string, Stay>();
  const dropped = createRecentNames(limits.most);
  const drop = (name: string): boolean => {
    const stay = residences.get(name);
    if (!stay) return false;
    stay.residence.world.retire();
    onLeave?.(name);
    return residences.delete(name);
  };
  const dropIdle = (): void => {
    const time = uptime();
    for (const [name, { lastUse }] of residences) {
      if (lastUse + limits.idle > time) return;
      drop(name);
      dropped.add(name);
    }
  };
  const inUse = (): Map<string, Stay> => {
    dropIdle();
    return residences;
  };
  return {
    look: (name) => inUse().get(name)?.residence,
    visit(name) {
      const stay = inUse().get(name);
      if (!stay) {
        if (dropped.remove(name)) onNotice?.(describeMissed(name));
        return undefined;
      }
      const residence = { ...stay.residence, usedAt: now() };
      residences.delete(name);
      residences.set(name, { residence, lastUse: uptime() });
      return residence.world;
    },
    moveIn(residence) {
      const { world } = residence;
      drop(world.name);
      dropped.remove(world.name);
      residences.set(world.name, { residence, lastUse: uptime() });
      return world;
    },
    list: () => [...inUse().values()].map(({ residence }) => residence),
    count: () => inUse().size,
    longestUnused(test) {
      for (const [name, { residence }] of inUse()) if (test(name)) return residence;
      return undefined;
    },
    drop,
    clear() {
      const count = residences.size;
      for (const name of residences.keys()) drop(name);
      return count;
    },
  };
}

function describeMissed(name: string): string {
  return `the world "${name}" is asked for again, but was dropped: no request had used it for as long as --world-idle (in the library worldIdle) says. What was in it is gone`;
}

/** Remembers a limited number of names; it drops the oldest first. */
function createRecentNames(most: number): {
  add(name: string): void;
  /** Returns whether the name was there. */
  remove(name: string): boolean;
} {
  const names = new Set<string>();
  return {
    add(name) {
      names.add(name);
      const [oldest = ''] = names;
      if (names.size > most) names.delete(oldest);
    },
    remove: (name) => names.delete(name),
  };
}

function assertPrivate(name: string): void {
  if (readWorldName(name) !== undefined) return;
  const detail = `"${mainName}" is the world that is kept: it can be reset, but not made anew or dropped.`;
  throw new ApiError('invalid-world', detail);
}

function refuseMore(most: number): ApiError {
  const detail = `There ${most === 1 ? 'is 1 world' : `are ${most} worlds`}, as many as --max-worlds allows. Drop one (DELETE /worlds/<name> of the control API), or wait until one has been idle for as long as --world-idle says.`;
  return new ApiError('too-many-worlds', detail);
}
