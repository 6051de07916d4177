import { expect, it } from 'vitest';

import type { CoverageKind, CoverageReport } from '../../traffic/coverage/report.ts';
import { createBaseline } from './baseline.ts';
import { judge } from './gates.ts';
import type { Misdeed } from './options.ts';
import { misdeeds, sampleReport } from './sample-report.test-kit.ts';

const all: readonly Misdeed[] = ['violations', 'unmatched', 'breach'];
const none = createBaseline([]);

it.each<
  [
    exitCode: number,
    report: Partial<CoverageReport>,
    failOn: readonly Misdeed[],
    minimums: readonly (readonly [CoverageKind, number])[],
  ]
>([
  [0, misdeeds, [], []],
  [0, {}, all, []],
  [3, misdeeds, all, [['operations', 100]]],
  [4, misdeeds, ['breach', 'unmatched'], []],
  [5, misdeeds, ['breach'], [['operations', 100]]],
  [6, {}, all, [['operations', 50.1]]],
  [0, {}, all, [['operations', 50]]],
  // 1 of 3: what is rounded for people decides nothing.
  [0, {}, [], [['statuses', 33.33]]],
  [6, {}, [], [['statuses', 33.34]]],
  // Of nothing all is covered.
  [0, {}, [], [['security', 100]]],
  [3, { violations: { listed: [], more: 1 } }, all, []],
])('the exit code is %i', (exitCode, report, failOn, minimums) => {
  const wishes = { failOn: new Set(failOn), minimums: new Map(minimums) };
  expect(judge(sampleReport(report), wishes, none).exitCode).toBe(exitCode);
});

it('what a baseline knows passes, and what did not happen is counted', () => {
  const [first, second] = misdeeds.violations.listed;
  if (!first || !second) throw new Error('there are two');
  const wishes = { failOn: new Set<Misdeed>(['violations']), minimums: new Map() };
  const known = createBaseline([first, { ...second, pointer: '/other' }]);
  expect(judge(sampleReport(misdeeds), wishes, known)).toMatchObject({
    exitCode: 3,
    violations: [second],
    outdated: 1,
    gates: [{ name: 'violations', isMet: false, detail: '1 violation besides 1 of the baseline' }],
  });
  expect(judge(sampleReport(misdeeds), wishes, createBaseline([first, second])).exitCode).toBe(0);
});

it('says of each gate what was found', () => {
  const wishes = { failOn: new Set(all), minimums: new Map([['enum_values', 80] as const]) };
  expect(judge(sampleReport(misdeeds), wishes, none).gates.map(({ detail }) => detail)).toEqual([
    '2 violations',
    '3 unmatched requests',
    '1 reply broke the contract',
    '0.0 % of enum values, 80 % wanted',
  ]);
});
