import { expect, it } from 'vitest';

import type { CoverageKind, CoverageReport } from '../../traffic/coverage/report.ts';
import { createBaseline } from './baseline.ts';
import { judge } from './gates.ts';
import type { ViolationKind } from './options.ts';
import { violationKinds, sampleReport } from './sample-report.test-kit.ts';

const all: readonly ViolationKind[] = ['violations', 'unmatched', 'breach'];
const none = createBaseline([]);

it.each<
  [
    exitCode: number,
    report: Partial<CoverageReport>,
    failOn: readonly ViolationKind[],
    minimums: readonly (readonly [CoverageKind, number])[],
  ]
>([
  [0, violationKinds, [], []],
  [0, {}, all, []],
  [3, violationKinds, all, [['operations', 100]]],
  [4, violationKinds, ['breach', 'unmatched'], []],
  [5, violationKinds, ['breach'], [['operations', 100]]],
  [6, {}, all, [['operations', 50.1]]],
  [0, {}, all, [['operations', 50]]],
  // 1 of 3: what is rounded for people decides nothing.
  [0, {}, [], [['statuses', 33.33]]],
  [6, {}, [], [['statuses', 33.34]]],
  // Of nothing all is covered.
  [0, {}, [], [['security', 100]]],
  [3, { violations: { listed: [], more: 1 } }, all, []],
])('the exit code is %i', (exitCode, report, failOn, minimums) => {
  const options = { failOn: new Set(failOn), minimums: new Map(minimums) };
  expect(judge(sampleReport(report), options, none).exitCode).toBe(exitCode);
});

it('what a baseline knows passes, and what did not happen is counted', () => {
  const [first, second] = violationKinds.violations.listed;
  if (!first || !second) throw new Error('there are two');
  const options = { failOn: new Set<ViolationKind>(['violations']), minimums: new Map() };
  const known = createBaseline([first, { ...second, pointer: '/other' }]);
  expect(judge(sampleReport(violationKinds), options, known)).toMatchObject({
    exitCode: 3,
    violations: [second],
    outdated: 1,
    gates: [{ name: 'violations', isMet: false, detail: '1 violation besides 1 of the baseline' }],
  });
  expect(
    judge(sampleReport(violationKinds), options, createBaseline([first, second])).exitCode,
  ).toBe(0);
});

it('says of each gate what was found', () => {
  const options = { failOn: new Set(all), minimums: new Map([['enum_values', 80] as const]) };
  expect(
    judge(sampleReport(violationKinds), options, none).gates.map(({ detail }) => detail),
  ).toEqual([
    '2 violations',
    '3 unmatched requests',
    '1 reply broke the contract',
    '0.0 % of enum values, 80 % wanted',
  ]);
});
