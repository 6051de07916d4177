import { existsSync } from 'node:fs';

import { playwright } from '@vitest/browser-playwright';
import { stuntdouble } from 'stuntdouble/vitest/plugin';
import { defineConfig } from 'vitest/config';

// Debian's Chromium where it is installed, else that of `npx playwright install chromium`.
const debian = '/usr/bin/chromium';
const launchOptions = existsSync(debian) ? { executablePath: debian } : {};

export default defineConfig({
  plugins: [stuntdouble({ contract: 'shop.yaml' })],
  test: {
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
  },
});
