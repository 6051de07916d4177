import { join } from 'node:path';

import type { UserConfig } from 'vite';

/** Puts the SDK into one file, so that users install nothing for agents. */
const config: UserConfig = {
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join(import.meta.dirname, 'sdk.ts'),
    outDir: join(import.meta.dirname, '..', '..', 'dist', 'mcp'),
    emptyOutDir: false,
    minify: true,
    // What the licences of the bundled libraries ask for.
    license: { fileName: 'licenses.md' },
    target: 'node20',
    rolldownOptions: { output: { codeSplitting: false } },
  },
};

export default config;
