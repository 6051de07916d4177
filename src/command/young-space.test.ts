import { afterEach, describe, expect, it } from 'vitest';

import { withSmallYoungSpace } from './young-space.ts';

const execArgv = [...process.execArgv];

afterEach(() => {
  process.execArgv = execArgv;
});

async function flagsSetDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const flags: string[] = [];
  await withSmallYoungSpace(work, (flag) => flags.push(flag)).catch(() => undefined);
  return flags;
}

const bothWays = ['--semi-space-growth-factor=1', '--semi-space-growth-factor=2'];

describe('withSmallYoungSpace', () => {
  it('passes on what comes of the work', async () => {
    expect(await withSmallYoungSpace(async () => 'made')).toBe('made');
  });

  it('passes on why nothing comes of it', async () => {
    const work = async (): Promise<never> => {
      throw new Error('nothing');
    };
    await expect(withSmallYoungSpace(work)).rejects.toThrow('nothing');
    expect(await flagsSetDuring(work)).toEqual(bothWays);
  });

  it.each(['--semi-space-growth-factor=4', '--semi_space_growth_factor=4'])(
    'leaves alone what the user has set: %s',
    async (word) => {
      process.execArgv = [...execArgv, word];
      expect(await flagsSetDuring(async () => 'made')).toEqual([]);
    },
  );

  it('minds no other flag', async () => {
    process.execArgv = [...execArgv, '--max-semi-space-size=16'];
    expect(await flagsSetDuring(async () => 'made')).toEqual(bothWays);
  });
});
