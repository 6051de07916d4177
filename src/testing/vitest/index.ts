/** What a test file imports. It uses nothing of Node, since it runs in browsers, too. */

export { describe, expect } from 'vitest';
export type { MockFixtures } from './fixtures.ts';
export { test, test as it } from './fixtures.ts';
export type { ProvidedServer } from './provided.ts';
