import { existsSync } from 'node:fs';

import { defineConfig } from 'stuntdouble/playwright';

// Debian's, where it is installed; else that of `npx playwright install chromium`.
const chromium = '/usr/bin/chromium';
const api = 'http://127.0.0.1:3424';
const app = 'http://localhost:3425';

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  webServer: [
    { command: 'npx stuntdouble shop.yaml --port 3424 --ephemeral', url: `${api}/_mock/health` },
    {
      command: 'npx react-router-serve build/server/index.js',
      url: app,
      env: { API_URL: api, PORT: '3425' },
    },
  ],
  use: {
    baseURL: app,
    launchOptions: existsSync(chromium) ? { executablePath: chromium } : {},
    stuntdouble: { url: api },
  },
});
