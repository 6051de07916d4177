import { existsSync } from 'node:fs';

import { defineConfig } from '@playwright/test';

// Debian's, where it is installed; else that of `npx playwright install chromium`.
const chromium = '/usr/bin/chromium';

export default defineConfig({
  webServer: {
    command: 'npx storybook dev --port 3430 --exact-port --ci --no-version-updates',
    url: 'http://localhost:3430/iframe.html',
    timeout: 120_000,
  },
  use: {
    baseURL: 'http://localhost:3430',
    launchOptions: existsSync(chromium) ? { executablePath: chromium } : {},
  },
});
