import { ApiError } from '../base/errors.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { World } from '../store/worlds/world.ts';
import type { Worlds } from '../store/worlds/worlds.ts';

/** The world that a request names, made on its first use where that is harmless. `prefix` is that of the control API. */
export function enterWorld(
  received: Received,
  worlds: Worlds,
  mayMake: (received: Received) => boolean,
  prefix: string | undefined,
): World {
  const { world: name } = received;
  if (name === undefined) return worlds.main;
  const world = worlds.find(name);
  if (world) return world;
  if (mayMake(received)) return worlds.make(name);
  const way =
    prefix === undefined
      ? 'show the control token in X-Stuntdouble-Token'
      : `make it with PUT ${mountOf(received, prefix)}${prefix}/worlds/${name} and the control token, or show that in X-Stuntdouble-Token`;
  const detail = `There is no world "${name}". Where others than this machine can call, or for pages of other sites, worlds are not made on first use: ${way}.`;
  throw new ApiError('unknown-world', detail);
}

/** Where the app is mounted: what was taken off the path is also the world's name, and what the control API is below. */
function mountOf({ prefix, world = '' }: Received, control: string): string {
  const name = `/~${world}`;
  const front = prefix.endsWith(name + control) ? prefix.slice(0, -control.length) : prefix;
  return front.endsWith(name) ? front.slice(0, -name.length) : front;
}
