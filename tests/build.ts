import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Builds once, so that the tests of the command line run what is in the sources. `.ci/run` builds
 * before rings that go on beside each other: one build would take away the files of another.
 */
export function setup(): void {
  if (process.env['STUNTDOUBLE_IS_BUILT'] === '1') return;
  execFileSync('npm', ['run', 'build', '--silent'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
}
