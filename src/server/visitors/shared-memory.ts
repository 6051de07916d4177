import { ApiError } from '../../base/errors.ts';
import type { Room, WeighBesides } from '../../store/worlds/room.ts';
import { createRoom } from '../../store/worlds/room.ts';

interface SharedMemoryOptions {
  /** How many bytes all rooms may have together. */
  readonly most: number;
  /** Whether a world still has the room that was opened for it. */
  readonly isLivedIn: (world: string, room: Room) => boolean;
  /** Drops a world other than this one. Returns whether there was one that could go. */
  readonly makeRoom: (keep: string) => boolean;
}

/**
 * The memory that the worlds of all visitors share, whatever each may have by itself. The returned
 * function opens the room of a world.
 */
export function createSharedMemory({
  most,
  isLivedIn,
  makeRoom,
}: SharedMemoryOptions): (world: string, records: number, weighBesides?: WeighBesides) => Room {
  const rooms = new Map<string, Room>();
  // At most so many: what dropped worlds give back is seen by the next count.
  let taken = 0;
  let mostRooms = 100;
  const count = (): number => {
    taken = 0;
    for (const [world, room] of rooms) {
      if (isLivedIn(world, room)) taken += room.bytes;
      else rooms.delete(world);
    }
    mostRooms = 2 * rooms.size + 100;
    return taken;
  };
  const claim = (world: string, room: Room, bytes: number): void => {
    // No world goes for what has no room even then.
    if (room.bytes + bytes > most) throw refuseMore();
    if (taken + bytes > most)
      while (count() + bytes > most) if (!makeRoom(world)) throw refuseMore();
    rooms.set(world, room);
    taken += bytes;
  };
  return (world, records, weighBesides) => {
    // Now and then: worlds that were dropped are still noted.
    if (rooms.size > mostRooms) count();
    const room: Room = createRoom(records, {
      weighBesides,
      claim: (bytes) => claim(world, room, bytes),
    });
    return room;
  };
}

function refuseMore(): ApiError {
  const detail =
    'The worlds of all visitors together take as much memory as the server has for them, and all are in use. Nothing was changed: try again in a minute.';
  return new ApiError('too-many-worlds', detail, { headers: { 'Retry-After': '60' } });
}
