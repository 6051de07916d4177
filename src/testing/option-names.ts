import { assertGiven } from '../base/given.ts';
import { elsewhere, libraryNames } from '../server/options/options.ts';

/** Throws a TypeError that names the caller for an option that is neither of `createMock` nor its `own`. */
export function assertOptionNames(caller: string, given: unknown, own: readonly string[]): void {
  const members = Object.fromEntries([...own, ...libraryNames].map((name) => [name, 'any']));
  assertGiven(caller, given, members, { ...elsewhere, ...ofRunners });
}

const listens = 'its server listens on a free port of 127.0.0.1';
const ofRunners = { port: listens, host: listens, world: 'each test has a world of its own' };
