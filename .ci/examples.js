// Runs the examples: those that are named, all of them with "all", else those that need only Node.
import { spawnSync } from 'node:child_process';

const names = process.argv.slice(2).join(',');
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'tests/examples/vitest.config.ts'],
  { stdio: 'inherit', env: { ...process.env, STUNTDOUBLE_EXAMPLES: names } },
);
process.exitCode = status ?? 1;
