import { hasCaddy } from './deployed/caddy.test-kit.ts';
import { hasRedis } from './redis.ts';

/** Says once, and plainly, why tests of this ring are skipped. */
export function setup(): void {
  if (!hasRedis) {
    process.stdout.write(
      'Replicas are not tried: there is no redis-server. Install it (Debian: apt-get install redis-server), or name it in REDIS_SERVER.\n',
    );
  }
  if (!hasCaddy) {
    process.stdout.write(
      'Replicas are not tried behind Caddy: there is none. Install it (Debian: apt-get install caddy), or name it in CADDY.\n',
    );
  }
}
