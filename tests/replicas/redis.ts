import { existsSync } from 'node:fs';

const places = [
  process.env['REDIS_SERVER'],
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
];

/** The `redis-server` of this machine; undefined: there is none. Its `redis-cli` is beside it. */
export function findRedis(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}

export const hasRedis: boolean = findRedis() !== undefined;
