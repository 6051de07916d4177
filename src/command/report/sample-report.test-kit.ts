import type { CoveredPoint, CoverageKind, CoverageReport } from '../../traffic/coverage/report.ts';
import { sumTotals } from '../../traffic/coverage/report.ts';
import type { Terminal } from '../terminal.ts';
import { createPaint } from '../terminal.ts';

type Point = readonly [kind: CoverageKind, label: string, count: number, forced?: number];

/** Two operations: one with a few things missing, one that nobody has called. */
export function sampleReport(more: Partial<CoverageReport> = {}): CoverageReport {
  const operations = [
    {
      id: 'listBooks',
      method: 'GET',
      path: '/books',
      requests: 4,
      forced: 2,
      points: toPoints('listBooks', 10, [
        ['operations', 'valid request', 3],
        ['parameters', 'query q present', 3],
        ['parameters', 'query q absent', 0],
        ['enum_values', 'query sort = "a,b: <50%>"', 0],
        ['statuses', 'status 200', 3],
        ['statuses', 'status 404', 0, 2],
      ]),
    },
    {
      id: 'createBook',
      method: 'POST',
      path: '/books',
      requests: 0,
      forced: 0,
      points: toPoints('createBook', 40, [
        ['operations', 'valid request', 0],
        ['statuses', 'status 201', 0],
      ]),
    },
  ];
  return {
    format: 1,
    contract: { title: 'Books & Co', version: '1', fingerprint: 'f1', files: ['openapi.yaml'] },
    totals: sumTotals(operations),
    operations,
    violations: { listed: [], more: 0 },
    unmatched: { listed: [], more: 0 },
    breaches: { listed: [], more: 0 },
    unknown_query: { listed: [], more: 0 },
    ...more,
  };
}

/** What is wrong in three ways. */
export const violationKinds: Pick<CoverageReport, 'violations' | 'unmatched' | 'breaches'> = {
  violations: {
    listed: [
      {
        operation: 'createBook',
        in: 'body',
        pointer: '/title',
        keyword: 'type',
        message: 'must be a string,\nbut is 100 %',
        count: 2,
      },
      {
        operation: 'listBooks',
        in: 'query',
        pointer: '/q',
        keyword: 'required',
        message: 'is required',
        count: 1,
      },
    ],
    more: 0,
  },
  unmatched: { listed: [{ method: 'GET', path: '/boks', count: 3 }], more: 0 },
  breaches: { listed: [{ operation: 'listBooks', message: 'no title', count: 1 }], more: 0 },
};

/** What was printed is read from it. */
export interface Screen extends Terminal {
  readonly printed: () => string;
  readonly told: () => string;
}

export function createScreen(columns?: number): Screen {
  let [printed, told] = ['', ''];
  return {
    out: (text) => (printed += text),
    error: (text) => (told += text),
    isInteractive: false,
    columns,
    paint: createPaint(false),
    printed: () => printed,
    told: () => told,
  };
}

function toPoints(
  operation: string,
  line: number,
  points: readonly Point[],
): readonly CoveredPoint[] {
  return points.map(([kind, label, count, forced = 0], index) => ({
    id: `${operation}/${kind}/${label}`,
    kind,
    label,
    file: 'openapi.yaml',
    line: line + index,
    count,
    forced,
  }));
}
