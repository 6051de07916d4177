import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { openFleet } from './fleet.test-kit.ts';
import { hasRedis } from './redis.ts';

describe.skipIf(!hasRedis)('three replicas', () => {
  it('do what the contract suite demands of any server', async () => {
    const fleet = await openFleet({});
    onTestFinished(() => fleet.close());
    const { code, printed } = await runSuite(fleet.url);
    expect(code, printed).toBe(0);
    // Each request has a connection of its own.
    expect(Math.min(...fleet.connections())).toBeGreaterThan(200);
  }, 300_000);
});

function runSuite(url: string): Promise<{ readonly code: unknown; readonly printed: string }> {
  const root = join(import.meta.dirname, '..', '..');
  // The reports of this ring are its own.
  const { STUNTDOUBLE_TEST_REPORTS: _, TARGET: __, ...env } = process.env;
  const suite = ['vitest', 'run', '--config', 'contract/vitest.config.ts', '--reporter', 'dot'];
  return new Promise((resolve) => {
    execFile(
      'npx',
      ['--no-install', ...suite],
      { cwd: root, env: { ...env, STUNTDOUBLE_URL: url }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error ? error.code : 0, printed: (stdout + stderr).slice(-8000) });
      },
    );
  });
}
