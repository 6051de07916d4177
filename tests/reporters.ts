import { join } from 'node:path';

import type { ViteUserConfig } from 'vitest/config';

type Reporters = NonNullable<NonNullable<ViteUserConfig['test']>['reporters']>;

/** The usual output, and a file of counts where somebody adds them up. */
export function reportersFor(ring: string): Reporters {
  const folder = process.env['STUNTDOUBLE_TEST_REPORTS'];
  if (folder === undefined) return ['default'];
  return ['default', ['json', { outputFile: join(folder, `${ring}.json`) }]];
}
