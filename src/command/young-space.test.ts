import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { YoungSpace } from './young-space.ts';
import { v8Space, withSmallYoungSpace } from './young-space.ts';

const execArgv = [...process.execArgv];

// The workers of the tests have flags of their own.
beforeEach(() => {
  process.execArgv = [];
});

afterEach(() => {
  process.execArgv = execArgv;
  vi.unstubAllEnvs();
});

/** A space whose size a test sets, and the flags that were set for it. */
function createSpace(): YoungSpace & {
  readonly flags: string[];
  collect(size: number): void;
} {
  const flags: string[] = [];
  const callbacks = new Set<() => void>();
  let bytes = 0;
  return {
    flags,
    setFlag: (flag) => flags.push(flag),
    size: () => bytes,
    onCollection(callback) {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    collect(size) {
      bytes = size;
      for (const callback of callbacks) callback();
    },
  };
}

async function flagsSetDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const space = createSpace();
  await withSmallYoungSpace(work, space).catch(() => undefined);
  return space.flags;
}

const still = '--semi-space-growth-factor=1';
const growing = '--semi-space-growth-factor=2';
const megabyte = 1024 * 1024;

describe('withSmallYoungSpace', () => {
  it('passes on what comes of the work', async () => {
    expect(await withSmallYoungSpace(async () => 'made', createSpace())).toBe('made');
  });

  it('passes on why nothing comes of it', async () => {
    const work = async (): Promise<never> => {
      throw new Error('nothing');
    };
    await expect(withSmallYoungSpace(work, createSpace())).rejects.toThrow('nothing');
    expect(await flagsSetDuring(work)).toEqual([still, growing]);
  });

  it('lets the space grow to 64 MB after the work, and stops it once', async () => {
    const space = createSpace();
    await withSmallYoungSpace(async () => space.collect(64 * megabyte), space);
    expect(space.flags).toEqual([still, growing]);
    space.collect(63 * megabyte);
    expect(space.flags).toEqual([still, growing]);
    space.collect(64 * megabyte);
    space.collect(64 * megabyte);
    expect(space.flags).toEqual([still, growing, still]);
  });

  it.each(['--semi-space-growth-factor=4', '--semi_space_growth_factor=4'])(
    'leaves alone what the user has set: %s',
    async (word) => {
      process.execArgv = [word];
      expect(await flagsSetDuring(async () => 'made')).toEqual([]);
    },
  );

  it.each(['argument', 'variable'])(
    'lets the space grow as far as the user allows it by an %s',
    async (way) => {
      const word = '--max-semi-space-size=64';
      if (way === 'argument') process.execArgv = [word];
      else vi.stubEnv('NODE_OPTIONS', `--no-warnings ${word}`);
      const space = createSpace();
      await withSmallYoungSpace(async () => 'made', space);
      space.collect(64 * megabyte);
      expect(space.flags).toEqual([still, growing]);
    },
  );

  it('knows the size of the space of this process, and hears of each collection', async () => {
    expect(v8Space.size()).toBeGreaterThan(0);
    const heard = await new Promise<boolean>((resolve) => {
      const stop = v8Space.onCollection(() => {
        stop();
        resolve(true);
      });
      const fill = (): void => {
        for (let n = 0; n < 1_000_000; n += 1) kept.push({ n });
        kept.length = 0;
      };
      const kept: object[] = [];
      for (let turn = 0; turn < 10; turn += 1) fill();
    });
    expect(heard).toBe(true);
  });

  it('stops the growth in a process in which many objects survive', () => {
    const module = join(import.meta.dirname, '..', '..', 'dist', 'command', 'young-space.js');
    const sizes = [`await import(${JSON.stringify(module)})`, 'undefined'].map((used) =>
      Number(
        execFileSync(process.execPath, ['--input-type=module', '-e', program(used)], { env: {} }),
      ),
    );
    expect(sizes[0]).toBeLessThanOrEqual(8 * megabyte);
    expect(sizes[1]).toBeGreaterThan(8 * megabyte);
  });
});

/**
 * Prints how large the space has become after collections that many objects survived. It reports
 * eight times its size, so it stops at 8 MB: Node.js 20 stops at 32 MB by itself.
 */
function program(used: string): string {
  return `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setImmediate } from 'node:timers/promises';
    const used = ${used};
    const size = () => 8 * used.v8Space.size();
    await used?.withSmallYoungSpace(async () => undefined, { ...used.v8Space, size });
    let kept = [];
    for (let turn = 0; turn < 600; turn += 1) {
      for (let n = 0; n < 10_000; n += 1) kept.push({ n, list: [n], text: 'x' + n });
      if (kept.length > 50_000) kept = kept.slice(25_000);
      await setImmediate();
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
  `;
}
