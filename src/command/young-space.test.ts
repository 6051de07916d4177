import { describe, expect, it } from 'vitest';

import { withSmallYoungSpace } from './young-space.ts';

describe('withSmallYoungSpace', () => {
  it('passes on what comes of the work', async () => {
    expect(await withSmallYoungSpace(async () => 'made')).toBe('made');
  });

  it('passes on why nothing comes of it', async () => {
    const work = async (): Promise<never> => {
      throw new Error('nothing');
    };
    await expect(withSmallYoungSpace(work)).rejects.toThrow('nothing');
  });
});
