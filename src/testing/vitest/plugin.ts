import type { Plugin } from 'vitest/config';

import type { StuntdoubleOptions } from './plugin-options.ts';
import { answerPage, createRunServer, mountPath } from './run-server.ts';

export type { StuntdoubleOptions } from './plugin-options.ts';

/** The plugin of vitest.config.ts: one server for all workers, with a world for each test. */
export function stuntdouble(options: StuntdoubleOptions = {}): Plugin {
  const server = createRunServer(options);
  return {
    name: 'stuntdouble',
    apply: 'serve',
    // Vite would find the module late in browser mode, and reload the page for it.
    config: () => ({ optimizeDeps: { exclude: ['stuntdouble'] } }),
    configureServer: ({ middlewares }) => void middlewares.use(mountPath, answerPage),
    configureVitest: server.join,
  };
}
