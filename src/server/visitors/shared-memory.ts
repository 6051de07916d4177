import { ApiError } from '../../base/errors.ts';
import type { Room, WeighBesides } from '../../store/worlds/room.ts';
import { createRoom } from '../../store/worlds/room.ts';

interface SharedMemoryOptions {
  /** How many bytes all rooms may have together. */
  readonly most: number;
  /** How many of them the rooms of one network may have. */
  readonly mostOfOne: number;
  /** Whether a world still has the room that was opened for it. */
  readonly isLivedIn: (world: string, room: Room) => boolean;
  /** Drops one of the worlds that pass a test. Returns whether there was one that could go. */
  readonly makeRoom: (mayGo: (world: string) => boolean) => boolean;
}

interface VisitorRoom {
  readonly records: number;
  readonly network: string;
  readonly weighBesides?: WeighBesides | undefined;
}

/** The memory that the worlds of all visitors share, whatever each may have by itself. */
export interface SharedMemory {
  /** Opens the room of a world. */
  open(this: void, world: string, room: VisitorRoom): Room;
  /** The names of the worlds that were made from a network, and are still there. */
  worldsOf(this: void, network: string): ReadonlySet<string>;
}

export function createSharedMemory(options: SharedMemoryOptions): SharedMemory {
  const { most, mostOfOne, isLivedIn, makeRoom } = options;
  const shares = createShares(isLivedIn);
  let taken = 0;
  let opensUntilCount = 100;
  const count = (): number => (taken = shares.count());
  const claim = (share: Share, { world, room }: Claimant, bytes: number): void => {
    const isOther = (name: string): boolean => name !== world;
    // No world goes for what has no room even then.
    if (room.bytes + bytes > mostOfOne) throw refuseLarge(mostOfOne);
    if (share.taken + bytes > mostOfOne)
      while (shares.countOf(share) + bytes > mostOfOne)
        if (!makeRoom((name) => isOther(name) && share.rooms.has(name))) throw refuseMoreOfOne();
    if (taken + bytes > most)
      while (count() + bytes > most) if (!makeRoom(isOther)) throw refuseMore();
    share.taken += bytes;
    taken += bytes;
  };
  return {
    open(world, { records, network, weighBesides }) {
      opensUntilCount -= 1;
      if (opensUntilCount < 0) {
        // Now and then: worlds that were dropped are still noted.
        count();
        opensUntilCount = shares.countRooms() + 100;
      }
      const share = shares.of(network);
      const room: Room = createRoom(records, {
        weighBesides,
        claim: (bytes) => claim(share, { world, room }, bytes),
      });
      share.rooms.set(world, room);
      return room;
    },
    worldsOf: shares.worldsOf,
  };
}

interface Claimant {
  readonly world: string;
  readonly room: Room;
}

/** The rooms of one network. */
interface Share {
  readonly rooms: Map<string, Room>;
  /** At most so many bytes: what dropped worlds give back is seen by the next count. */
  taken: number;
}

/** Counts forget the rooms in which no world lives any more, and the networks without a room. */
interface Shares extends Pick<SharedMemory, 'worldsOf'> {
  of(this: void, network: string): Share;
  /** How many bytes one has taken. */
  countOf(this: void, share: Share): number;
  /** How many bytes all have taken. */
  count(this: void): number;
  countRooms(this: void): number;
}

function createShares(isLivedIn: SharedMemoryOptions['isLivedIn']): Shares {
  const shares = new Map<string, Share>();
  const countOf = (share: Share): number => {
    share.taken = 0;
    for (const [world, room] of share.rooms) {
      if (isLivedIn(world, room)) share.taken += room.bytes;
      else share.rooms.delete(world);
    }
    return share.taken;
  };
  return {
    of(network) {
      const share = shares.get(network) ?? { rooms: new Map(), taken: 0 };
      shares.set(network, share);
      return share;
    },
    worldsOf(network) {
      const share = shares.get(network);
      if (share) countOf(share);
      return new Set(share?.rooms.keys());
    },
    countOf,
    count() {
      let taken = 0;
      for (const [network, share] of shares) {
        taken += countOf(share);
        if (share.rooms.size === 0) shares.delete(network);
      }
      return taken;
    },
    countRooms: () => [...shares.values()].reduce((sum, { rooms }) => sum + rooms.size, 0),
  };
}

function refuseLarge(most: number): ApiError {
  const size = Math.floor(most / 1024).toLocaleString('en-US');
  const detail = `The worlds of one address may take ${size} KB of memory, as much as the server has for them, and this one would take more by itself. Nothing was changed: delete what you have added, or begin anew by deleting this site's cookies.`;
  return new ApiError('too-many-records', detail);
}

function refuseMoreOfOne(): ApiError {
  return refuseFor('The worlds of your address take as much memory as one address may have');
}

function refuseMore(): ApiError {
  return refuseFor(
    'The worlds of all visitors together take as much memory as the server has for them',
  );
}

function refuseFor(what: string): ApiError {
  const detail = `${what}, and all were used within the last minute. Nothing was changed: try again in a minute.`;
  return new ApiError('too-many-worlds', detail, { headers: { 'Retry-After': '60' } });
}
