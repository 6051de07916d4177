import { setTimeout as sleep } from 'node:timers/promises';

/** Which servers say that they are ready, as a balancer asks them again and again. */
export interface Readiness {
  readonly isReady: (index: number) => boolean;
  stop(): Promise<void>;
}

/** In milliseconds, between two looks and for a look. */
const pause = 50;
const patience = 500;

export function watchReadiness(urls: readonly string[]): Readiness {
  const ready = new Set(urls);
  const over = new AbortController();
  const watch = async (url: string): Promise<void> => {
    while (!over.signal.aborted) {
      if (await looksReady(url)) ready.add(url);
      else ready.delete(url);
      await sleep(pause);
    }
  };
  const watching = Promise.all(urls.map(watch));
  return {
    isReady: (index) => ready.has(urls[index] ?? ''),
    async stop() {
      over.abort();
      await watching;
    },
  };
}

async function looksReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(`${url}/_mock/ready`, { signal });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
