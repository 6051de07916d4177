import { join } from 'node:path';

import { commandLine, contractFile, peersFolder } from './place.ts';
import { assetId, askWithoutKey, askWithoutScope, changeAsset } from './questions.ts';
import type { Subject } from './subject.ts';

/** The stand-in by its command line: silent and with durability flush, unless the flags say else. */
export function standIn(name: string, fixtures: string, ...flags: readonly string[]): Subject {
  return standInFor(contractFile, name, `--fixtures=${fixtures}`, ...flags);
}

export function standInFor(contract: string, name: string, ...flags: readonly string[]): Subject {
  return {
    name,
    refusals,
    command: ({ port, folder }) => [
      commandLine,
      contract,
      `--port=${port}`,
      `--data=${join(folder, 'data')}`,
      // What is said last counts.
      '--log=silent',
      '--durability=flush',
      ...flags,
    ],
  };
}

/** In an Express app of somebody else, below a prefix. */
export function mounted(name: string, fixtures: string, ...extra: readonly string[]): Subject {
  return {
    name,
    refusals,
    prefix: '/mounted',
    command: ({ port }) => [
      join(peersFolder, 'servers', 'stuntdouble-mounted.js'),
      `${port}`,
      contractFile,
      fixtures,
      ...extra,
    ],
  };
}

const refusals = [askWithoutKey, askWithoutScope, changeAsset(assetId(0), 'yes', 400)];
