import { resolve } from 'node:path';

// Loads fast: the command line looks for contracts before it loads the server.
export { isFolder, isUrl, usualFiles, usualNames } from '../contract/load/places.ts';

/** The folder of this package, with the contract that comes with it. */
export const packageRoot: string = resolve(import.meta.dirname, '..', '..');
