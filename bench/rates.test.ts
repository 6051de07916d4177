import { expect, it } from 'vitest';

import { toRates } from './rates.ts';
import type { Result } from './rounds.ts';
import { writeTable } from './table.ts';

const measured = (name: string, ...values: readonly number[]): Result => ({
  name,
  kind: 'measured',
  samples: values.map((rate) => ({ rate, p50: 1_000_000 / rate, p99: 10_000_000 / rate })),
  memory: 100 * 2 ** 20,
});

const rates = toRates([
  measured('base', 1000, 2000, 1000),
  measured('ours', 2000, 5000, 2500),
  { name: 'broken', kind: 'failed', reason: 'it says | nothing' },
]);

it('compares what was measured', () => {
  expect(rates.ratio('ours', 'base')).toBe(2.5);
  expect(rates.p99Ratio('ours', 'base')).toBe(0.4);
  expect(rates.cost('ours')).toBe(400);
  expect(rates.latency('ours', 'p50')).toBe(400);
  expect(rates.memory('ours')).toBe(100 * 2 ** 20);
  expect(rates.memory('broken')).toBeUndefined();
  expect(rates.ratio('broken', 'base')).toBeUndefined();
  expect(rates.ratio('ours', 'broken')).toBeUndefined();
});

it('shows a figure, or why there is none', () => {
  const base = { name: 'base', title: 'base' };
  expect(writeTable(rates.table([base], base))).toMatchInlineSnapshot(`
    "|  | requests per second of CPU | least – most | µs of CPU | × base | p99 | p99 × base |
    | --- | --: | --: | --: | --: | --: | --: |
    | base | 1,000 | 1,000 – 2,000 | 1000.0 | 1.00 | 10.00 ms | 1.00 |
    | ours | 2,500 | 2,000 – 5,000 | 400.0 | 2.50 | 4.00 ms | 0.40 |
    | broken | no figure: it says \\| nothing | – | – | – | – | – |"
  `);
  expect(rates.cell('ours', 'base')).toBe('2.50');
  expect(rates.cell('broken', 'base')).toBe('no figure');
});
