import { join } from 'node:path';

import type { UserConfig } from 'vite';

/** Addresses are relative: the server chooses the prefix. */
const config: UserConfig = {
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  // Whatever NODE_ENV is: otherwise the page would have the paths of this machine.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: join(import.meta.dirname, '..', '..', 'dist', 'console'),
    assetsDir: 'console',
    emptyOutDir: true,
    // The policy of the page allows no text as an address.
    assetsInlineLimit: 0,
    // What the licences of the bundled libraries ask for.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
};

export default config;
