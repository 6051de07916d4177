import { existsSync } from 'node:fs';

import { defineConfig } from 'stuntdouble/playwright';

// Debian's, where it is installed; else that of `npx playwright install chromium`.
const chromium = '/usr/bin/chromium';
const api = 'http://127.0.0.1:3427';
const app = 'http://localhost:3428';

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  webServer: [
    { command: 'npx stuntdouble shop.yaml --port 3427 --ephemeral', url: `${api}/_mock/health` },
    {
      command: 'node .output/server/index.mjs',
      url: app,
      env: { API_URL: api, PORT: '3428' },
    },
  ],
  use: {
    baseURL: app,
    launchOptions: existsSync(chromium) ? { executablePath: chromium } : {},
    stuntdouble: { url: api },
  },
});
