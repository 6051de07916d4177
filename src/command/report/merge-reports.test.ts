import { expect, it } from 'vitest';

import type { CoverageReport } from '../../traffic/coverage/report.ts';
import { readReport } from './read-report.ts';
import { mergeReports } from './report.ts';
import { violationKinds, sampleReport } from './sample-report.test-kit.ts';

const shard = (from: string, report: CoverageReport): { from: string; report: CoverageReport } => ({
  from,
  report,
});

it('what each has seen is added up', () => {
  const one = sampleReport(violationKinds);
  const other = sampleReport({
    ...violationKinds,
    unmatched: { listed: [{ method: 'PUT', path: '/boks', count: 1 }], more: 4 },
    operations: one.operations.map((operation) => ({
      ...operation,
      requests: 1,
      points: operation.points.map((point) => ({ ...point, count: 1 })),
    })),
  });
  const merged = mergeReports([shard('a', one), shard('b', other)]);
  expect(merged.operations.map(({ requests, forced }) => [requests, forced])).toEqual([
    [5, 4],
    [1, 0],
  ]);
  expect(merged.operations[0]?.points.map(({ count, forced }) => [count, forced])).toEqual([
    [4, 0],
    [4, 0],
    [1, 0],
    [1, 0],
    [4, 0],
    [1, 4],
  ]);
  expect(merged.totals.operations).toEqual({ covered: 2, total: 2, percent: 100 });
  expect(merged.violations.listed.map(({ count }) => count)).toEqual([4, 2]);
  expect(merged.unmatched).toEqual({
    listed: [
      { method: 'GET', path: '/boks', count: 3 },
      { method: 'PUT', path: '/boks', count: 1 },
    ],
    more: 4,
  });
  expect(merged.breaches.listed).toEqual([
    { operation: 'listBooks', message: 'no title', count: 2 },
  ]);
});

it('no more different things are listed than one server lists', () => {
  const seen = (from: number): CoverageReport =>
    sampleReport({
      unmatched: {
        listed: Array.from({ length: 700 }, (_, at) => ({
          method: 'GET',
          path: `/${from + at}`,
          count: 2,
        })),
        more: 0,
      },
    });
  const { unmatched } = mergeReports([shard('a', seen(0)), shard('b', seen(700))]);
  expect(unmatched.listed).toHaveLength(1000);
  expect(unmatched.more).toBe(800);
});

it('reports of two contracts are not merged', () => {
  const one = sampleReport();
  const other = sampleReport({ contract: { ...one.contract, version: '2', fingerprint: 'f2' } });
  expect(() => mergeReports([shard('a.json', one), shard('b.json', other)])).toThrow(
    "these are reports of two contracts, which can't be merged: a.json is of Books & Co 1 (fingerprint f1, 2 operations), b.json of Books & Co 2 (fingerprint f2, 2 operations)",
  );
  const part = sampleReport({ operations: one.operations.slice(0, 1) });
  expect(() => mergeReports([shard('a', one), shard('b', part)])).toThrow('1 operation)');
});

it.each<[value: unknown, fault: string]>([
  [[], 'it is no object'],
  [{}, 'its "format" is undefined, and only 1 is known'],
  [{ ...sampleReport(), format: 2 }, 'its "format" is 2, and only 1 is known'],
  [{ ...sampleReport(), contract: 1 }, '/contract must be an object'],
  [{ ...sampleReport(), operations: {} }, '/operations must be a list'],
  [{ ...sampleReport(), operations: [{ id: 1 }] }, '/operations/0/id must be a string'],
  [{ ...sampleReport(), unmatched: { listed: [] } }, '/unmatched/more must be a number'],
  [
    {
      ...sampleReport(),
      operations: [
        { ...sampleReport().operations[0], points: [{ id: 'a', kind: 'lines', label: '' }] },
      ],
    },
    '/operations/0/points/0/kind must be one of operations, parameters,',
  ],
])('what is no report is told from one', (value, fault) => {
  expect(readReport(value)).toContain(fault);
});

it('the totals of a file are those of its points', () => {
  const report = sampleReport();
  const totals = { ...report.totals, operations: { covered: 2, total: 2, percent: 100 } };
  expect(readReport({ ...report, totals })).toEqual(report);
});

it('the replicas that answered are each told once', () => {
  const by = (...all: readonly (readonly [url: string, requests: number])[]): CoverageReport =>
    sampleReport({ answered_by: all.map(([url, requests]) => ({ url, requests })) });
  const merged = mergeReports([
    shard('a', by(['http://a', 1], ['http://b', 2])),
    shard('b', by(['http://a', 3])),
    shard('c', sampleReport()),
  ]);
  expect(merged.answered_by).toEqual([
    { url: 'http://a', requests: 4 },
    { url: 'http://b', requests: 2 },
  ]);
  expect(readReport(merged)).toEqual(merged);
  expect(readReport({ ...merged, answered_by: [{ url: 1 }] })).toContain('answered_by');
  const none = mergeReports([shard('a', sampleReport()), shard('b', sampleReport())]);
  expect(none).not.toHaveProperty('answered_by');
});
