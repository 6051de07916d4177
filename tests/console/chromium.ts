import { existsSync } from 'node:fs';

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; undefined: there is none. */
export function findChromium(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}
