import { hasRedis } from './redis.ts';

/** Says once, and plainly, why the tests of this ring that need a store are skipped. */
export function setup(): void {
  if (hasRedis) return;
  process.stdout.write(
    'Replicas are not tried: there is no redis-server. Install it (Debian: apt-get install redis-server), or name it in REDIS_SERVER.\n',
  );
}
