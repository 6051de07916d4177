import { findChromium } from '../console/chromium.ts';

/** Says once, and plainly, which tests are skipped and why. */
export function setup(): void {
  if (findChromium() !== undefined) return;
  process.stdout.write(
    'The tests of stuntdouble/playwright are skipped: there is no Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM.\n',
  );
}
