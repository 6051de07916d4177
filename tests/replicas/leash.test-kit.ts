import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Kills a process when the one of the tests is gone, in whichever way: also by SIGKILL, of which that one hears nothing.
 * The returned function calls it off: when the process has ended, another one may get its id.
 */
export function leash(pid: number): () => Promise<void> {
  // The id 0 would mean this process and its children.
  if (pid === 0) throw new Error('there is no process');
  const [command, ...words] = guardOf(pid);
  const guard = spawn(command, words, { stdio: ['pipe', 'ignore', 'ignore'] });
  guard.stdin.on('error', () => guard.kill());
  const ended = once(guard, 'exit');
  return async () => {
    guard.stdin.end('over\n');
    await ended;
  };
}

/** Waits for a word on its standard input, which ends when the process that has started it does. */
export function guardOf(pid: number): readonly [string, ...string[]] {
  return ['sh', '-c', 'read -r word; [ "$word" = over ] || kill -9 "$0"', String(pid)];
}
