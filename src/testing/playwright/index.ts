/** The public interface of the fixtures for Playwright. */

export type { FixtureOptions, MockFixtures, ServerFixtures } from './fixtures.ts';
export { defineConfig, expect, test } from './fixtures.ts';
export type { OwnServer, ServerChoice, ServerElsewhere } from './open-server.ts';
