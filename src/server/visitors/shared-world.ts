import { ApiError } from '../../base/errors.ts';
import type { WorldLimits } from '../../store/worlds/residences.ts';
import type { ServerOptions } from '../options/options.ts';

/** The name of the world in which visitors read until their first change. */
export const sharedName = 'visitors';

/** The world that visitors share takes no change, such as by a handler where a client only reads. */
export function refuseChange(): never {
  const detail =
    'This request would change something, and a visitor without a world of its own only reads. The first change by POST, PUT, PATCH or DELETE makes one: send that first.';
  throw new ApiError('visitor-reads-only', detail);
}

type LimitOptions = Pick<ServerOptions, 'maxWorlds' | 'worldIdle' | 'visitorWorlds'>;

/** The world that visitors share always has a place: they read in it also where all others are taken. */
export function limitWorlds({ maxWorlds, worldIdle, visitorWorlds }: LimitOptions): WorldLimits {
  return { most: maxWorlds, idle: worldIdle, besides: visitorWorlds ? sharedName : undefined };
}
