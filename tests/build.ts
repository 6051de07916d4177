import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds once, so that the tests of the command line run what is in the sources. */
export function setup(): void {
  execFileSync('npm', ['run', 'build', '--silent'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
}
