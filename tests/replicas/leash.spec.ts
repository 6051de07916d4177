import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, onTestFinished, test, vi } from 'vitest';

import { patience } from '../patience.ts';
import { guardOf, leash } from './leash.test-kit.ts';

test('a process on a leash ends when the one of the tests is killed', async () => {
  const pid = startSleeper();
  // Stands for the process of the tests.
  const script = `
    const [command, ...words] = ${JSON.stringify(guardOf(pid))};
    require('node:child_process').spawn(command, words, { stdio: ['pipe', 'inherit', 'inherit'] });
    console.log('started');
    setInterval(() => undefined, 1000);`;
  const tests = spawn(process.execPath, ['-e', script]);
  await once(tests.stdout, 'data');
  expect(isAlive(pid)).toBe(true);
  tests.kill('SIGKILL');
  await vi.waitUntil(() => !isAlive(pid), patience);
});

test('a leash that was called off kills nothing', async () => {
  const pid = startSleeper();
  await leash(pid)();
  expect(isAlive(pid)).toBe(true);
});

function startSleeper(): number {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
