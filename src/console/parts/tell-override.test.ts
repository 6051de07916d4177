import { expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import { tellOverride } from './tell-override.ts';

it.each<[JsonObject, string]>([
  [{ reply: { status: 404 } }, 'replies 404'],
  [{ reply: {} }, 'replies a success'],
  [{ reply: { example: 'busy', status: 503 } }, 'replies 503 with example busy'],
  [{ reply: { status: 503, breach: true } }, 'replies 503 that may break the contract'],
  [{ reply: { patch: { name: 'x', size: 1 } } }, 'changes name, size of the usual reply'],
  [
    { reply: { patch: { a: 1, b: 1, c: 1, d: 1, e: 1 } } },
    'changes a, b, c, 2 more of the usual reply',
  ],
  [{ reply: { patch: {} } }, 'changes nothing of the usual reply'],
  [
    {
      reply: {
        patch: [
          { op: 'test', path: '/0/name' },
          { op: 'remove', path: '/0/name' },
        ],
      },
    },
    'changes /0/name of the usual reply',
  ],
  [{ fault: { latency: 300, reset: true } }, 'waits 300 ms, resets the connection'],
  [{ fault: { latency: { uniform: ['1s', '2s'] } } }, 'waits 1s to 2s'],
  [{ fault: { latency: { log_normal: { median: '1s' } } } }, 'waits about 1s'],
  [{ fault: { latency: { fixed: 5 } } }, 'waits 5 ms'],
  [{ fault: { status: [500, 503], hang: false } }, 'fails with 500 or 503'],
  [{ fault: { rate_limit: { limit: 5, window: 60 } } }, 'lets 5 requests through in 60 s'],
  [{ fault: { truncate: true } }, 'ends after half of the body'],
  [{ fault: { truncate: 9 } }, 'ends after 9 bytes'],
  [
    { fault: { bytes_per_second: 50, effect: 'lost' } },
    'sends 50 bytes a second, the change is lost',
  ],
  [
    { fault: { expired: true }, probability: 0.125 },
    'takes credentials for expired, for 12.5 % of requests',
  ],
  [
    { before: 'auth', match: {}, sequence: [{}, {}] },
    'a sequence of 2, before credentials, where requests match',
  ],
])('tells what %j does', (override, words) => {
  expect(tellOverride(override)).toBe(words);
});
