import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  const { version: found }: { version: string } = JSON.parse(text);
  return found;
}
