import type { TestProject } from 'vitest/node';

import { openStore } from '../store-process.test-kit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the store that all replicas share. */
    readonly storeUrl: string;
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const store = await openStore();
  provide('storeUrl', store.url);
  return () => store.close();
}
