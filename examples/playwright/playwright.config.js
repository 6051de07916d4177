import { existsSync } from 'node:fs';

import { defineConfig } from 'stuntdouble/playwright';

// Debian's, where it is installed; else that of `npx playwright install chromium`.
const chromium = '/usr/bin/chromium';

export default defineConfig({
  fullyParallel: true,
  webServer: { command: 'node serve.js', url: 'http://localhost:3417' },
  use: {
    baseURL: 'http://localhost:3417',
    launchOptions: existsSync(chromium) ? { executablePath: chromium } : {},
    stuntdouble: { contract: 'shop.yaml', api: 'https://api.example.com' },
  },
});
