import { vi } from 'vitest';

import { patience } from '../patience.ts';
import { memberOf, newItem, send } from './items.test-kit.ts';

/** Clients that make items and read them, one request after the other, each request once. */
export interface Load {
  /** The tokens of items whose making was answered with 201. */
  readonly acknowledged: readonly string[];
  /** Those of which a client can't know. */
  readonly unknown: readonly string[];
  /** What else went wrong. */
  readonly faults: readonly string[];
  /** Waits until so many more were acknowledged. */
  untilMore(count: number): Promise<void>;
  stop(): Promise<void>;
}

export function startLoad(url: string, clients = 4): Load {
  const acknowledged: string[] = [];
  const unknown: string[] = [];
  const faults: string[] = [];
  const over = new AbortController();
  const work = async (name: string): Promise<void> => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const token = `${name}-${number}`;
      const made = await send(url, 'POST', '/items', newItem(token));
      if (made.status !== 201) {
        if ([0, 502, 503, 504].includes(made.status)) unknown.push(token);
        faults.push(`POST ${token}: ${made.status} ${made.text}`);
        continue;
      }
      acknowledged.push(token);
      const path = `/items/${memberOf(made.json, 'id')}`;
      const read = await send(url, 'GET', path);
      if (read.status === 200 && memberOf(read.json, 'token') === token) continue;
      faults.push(`GET ${path} of ${token}: ${read.status} ${read.text}`);
    }
  };
  const working = Array.from({ length: clients }, (_, index) => work(`c${index}`));
  return {
    acknowledged,
    unknown,
    faults,
    async untilMore(count) {
      const enough = acknowledged.length + count;
      await vi.waitUntil(() => acknowledged.length >= enough, patience);
    },
    async stop() {
      over.abort();
      await Promise.all(working);
    },
  };
}
