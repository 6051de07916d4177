import { appendFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { UserConfig } from 'vite';

const folder = join(import.meta.dirname, '..', '..', 'dist', 'console');

/** swagger-ui comes as one file, which names its own libraries in another one. */
async function addLicences(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  for (const name of ['NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt']) {
    const text = await readFile(resolve(`swagger-ui-dist/${name}`), 'utf8');
    const part = `\n## ${name} of swagger-ui-dist\n\n\`\`\`\n${text.trim()}\n\`\`\`\n`;
    await appendFile(join(folder, 'licenses.md'), part);
  }
}

/** Addresses are relative: the server chooses the prefix. */
const config: UserConfig = {
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  // Whatever NODE_ENV is: otherwise the page would have the paths of this machine.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  plugins: [{ name: 'licences-of-swagger-ui', writeBundle: addLicences }],
  build: {
    outDir: folder,
    assetsDir: 'console',
    emptyOutDir: true,
    // The policy of the page allows no text as an address.
    assetsInlineLimit: 0,
    // What the licences of the bundled libraries ask for.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    // swagger-ui, which is loaded when a contract is opened.
    chunkSizeWarningLimit: 1600,
    modulePreload: { polyfill: false },
  },
};

export default config;
