import { findChromium } from './chromium.ts';

/** Says once, and plainly, why the whole ring is skipped. */
export function setup(): void {
  if (findChromium() !== undefined) return;
  process.stdout.write(
    'This ring is skipped: there is no Chromium. Install it (Debian: apt-get install chromium), or name it in CHROMIUM.\n',
  );
}
