import type { World } from './world.ts';

/** A private world, and when it was made and used. */
export interface Residence {
  readonly world: World;
  /** The name of the snapshot that it was made from; undefined: the fixtures. */
  readonly from: string | undefined;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly usedAt: number;
}

export interface WorldLimits {
  readonly most: number;
  /** The name of a world that has a place besides these. */
  readonly besides?: string | undefined;
  /** Milliseconds after which an unused private world is dropped. */
  readonly idle: number;
}

export interface ResidencesOptions {
  readonly limits: WorldLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, so that setting the machine's clock drops no world. */
  readonly uptime: () => number;
  /** Called when a private world is reset or dropped, to clear what other parts hold for it. */
  readonly onLeave?: ((name: string) => void) | undefined;
  /** Called when a private world is dropped for good, also one that was idle. */
  readonly onDrop?: ((name: string) => void) | undefined;
  /** Receives notices about private worlds for the user who runs the server. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

/** The private worlds in the order of their last use. */
export interface Residences {
  /** A private world, without counting this as a use; undefined where none has this name. */
  look(this: void, name: string): Residence | undefined;
  /** Finds a world and counts this as a use of it. */
  visit(this: void, name: string): World | undefined;
  /** `idle`: for how long it was not used, in milliseconds. */
  moveIn(this: void, residence: Residence, idle?: number): void;
  /** The same world as another object: what other parts hold for it stays. */
  exchange(this: void, residence: Residence): void;
  /** The private worlds, in the order of their last use. */
  list(this: void): readonly Residence[];
  /** How many private worlds count against the limit. */
  count(this: void): number;
  /** Whether there may be a world of this name, which may replace one. */
  hasPlaceFor(this: void, name: string): boolean;
  /** Of the worlds whose names pass a test, the one that was not used for the longest time. */
  longestUnused(this: void, test: (name: string) => boolean): Residence | undefined;
  /** Returns whether there was such a world. */
  drop(this: void, name: string): boolean;
  /** The same, where another one takes its place, or what was kept of it is gone. */
  leave(this: void, name: string): boolean;
  /** Drops all private worlds, and returns how many there were. */
  clear(this: void): number;
}

/** A private world, and the `uptime` of its last use. */
interface Stay {
  readonly residence: Residence;
  readonly lastUse: number;
}

interface Stays {
  /** After those that are idle were dropped. */
  inUse(this: void): Map<string, Stay>;
  leave: Residences['leave'];
  drop: Residences['drop'];
}

function openStays(
  { limits, uptime, onLeave, onDrop }: ResidencesOptions,
  noteIdle: (name: string) => void,
): Stays {
  const stays = new Map<string, Stay>();
  const leave = (name: string): boolean => {
    const stay = stays.get(name);
    if (!stay) return false;
    stay.residence.world.retire();
    onLeave?.(name);
    return stays.delete(name);
  };
  const drop = (name: string): boolean => {
    const isFound = leave(name);
    if (isFound) onDrop?.(name);
    return isFound;
  };
  const dropIdle = (): void => {
    const time = uptime();
    for (const [name, { lastUse }] of stays) {
      if (lastUse + limits.idle > time) return;
      drop(name);
      noteIdle(name);
    }
  };
  return {
    inUse() {
      dropIdle();
      return stays;
    },
    leave,
    drop,
  };
}

/** Keeps the private worlds in the order of their last use, so that idle ones come first. */
export function openResidences(options: ResidencesOptions): Residences {
  const { limits, now, uptime, onNotice } = options;
  const dropped = createRecentNames(limits.most);
  const { inUse, leave, drop } = openStays(options, (name) => dropped.add(name));
  const count = (): number => {
    const stays = inUse();
    return stays.size - (stays.has(limits.besides ?? '') ? 1 : 0);
  };
  return {
    look: (name) => inUse().get(name)?.residence,
    visit(name) {
      const stays = inUse();
      const stay = stays.get(name);
      if (!stay) {
        if (dropped.remove(name)) onNotice?.(describeMissed(name));
        return undefined;
      }
      const residence = { ...stay.residence, usedAt: now() };
      stays.delete(name);
      stays.set(name, { residence, lastUse: uptime() });
      return residence.world;
    },
    moveIn(residence, idle = 0) {
      const { name } = residence.world;
      leave(name);
      dropped.remove(name);
      inUse().set(name, { residence, lastUse: uptime() - idle });
    },
    exchange(residence) {
      const { name } = residence.world;
      const stays = inUse();
      const { residence: former, lastUse = uptime() } = stays.get(name) ?? {};
      former?.world.retire();
      stays.set(name, { residence, lastUse });
    },
    list: () => [...inUse().values()].map(({ residence }) => residence),
    count,
    hasPlaceFor: (name) => inUse().has(name) || name === limits.besides || count() < limits.most,
    longestUnused(test) {
      for (const [name, { residence }] of inUse()) if (test(name)) return residence;
      return undefined;
    },
    drop,
    leave,
    clear() {
      const stays = inUse();
      const dropping = stays.size;
      for (const name of stays.keys()) leave(name);
      return dropping;
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
