import { countOf } from '../complaints.ts';
import { printable } from '../terminal.ts';
import type { CoveredOperation, CoverageReport, Tallied } from '../../traffic/coverage/report.ts';
import { sumTotals } from '../../traffic/coverage/report.ts';

/** A report, and where it came from. */
export interface Shard {
  readonly from: string;
  readonly report: CoverageReport;
}

/** As many different things as a stand-in keeps. */
const mostListed = 1000;

/** One report of several, where all are of one contract; throws where they are not. */
export function mergeReports([first, ...others]: readonly [Shard, ...Shard[]]): CoverageReport {
  for (const other of others) assertSame(first, other);
  const reports = [first, ...others].map(({ report }) => report);
  if (others.length === 0) return first.report;
  const operations = first.report.operations.map((operation) =>
    mergeOperation(
      operation,
      reports.flatMap((report) => report.operations.filter(({ id }) => id === operation.id)),
    ),
  );
  return {
    ...first.report,
    totals: sumTotals(operations),
    operations,
    violations: mergeTallied(
      reports.map(({ violations }) => violations),
      ({ operation, in: place, pointer, keyword }) => [operation, place, pointer, keyword],
    ),
    unmatched: mergeTallied(
      reports.map(({ unmatched }) => unmatched),
      ({ method, path }) => [method, path],
    ),
    breaches: mergeTallied(
      reports.map(({ breaches }) => breaches),
      ({ operation, message }) => [operation, message],
    ),
  };
}

function assertSame(first: Shard, other: Shard): void {
  const { contract } = first.report;
  const { contract: others, operations } = other.report;
  const isSame =
    others.fingerprint === contract.fingerprint &&
    operations.length === first.report.operations.length;
  if (isSame) return;
  throw new Error(
    `these are reports of two contracts, which can't be merged: ${first.from} is of ${describe(first)}, ${other.from} of ${describe(other)}`,
  );
}

function describe({ report: { contract, operations } }: Shard): string {
  const { title, version, fingerprint } = contract;
  const count = countOf(operations.length, 'operation');
  return `${printable(`${title} ${version}`)} (fingerprint ${printable(fingerprint)}, ${count})`;
}

function mergeOperation(
  operation: CoveredOperation,
  same: readonly CoveredOperation[],
): CoveredOperation {
  const sums = new Map<string, { count: number; forced: number }>();
  for (const { points } of same) {
    for (const { id, count, forced } of points) {
      const sum = sums.get(id) ?? { count: 0, forced: 0 };
      sums.set(id, { count: sum.count + count, forced: sum.forced + forced });
    }
  }
  return {
    ...operation,
    requests: same.reduce((sum, { requests }) => sum + requests, 0),
    forced: same.reduce((sum, { forced }) => sum + forced, 0),
    points: operation.points.map((point) => ({ ...point, ...sums.get(point.id) })),
  };
}

function mergeTallied<T extends { readonly count: number }>(
  parts: readonly Tallied<T>[],
  keyOf: (seen: T) => readonly string[],
): Tallied<T> {
  const seen = new Map<string, T>();
  for (const one of parts.flatMap(({ listed }) => listed)) {
    const key = JSON.stringify(keyOf(one));
    const known = seen.get(key);
    seen.set(key, known ? { ...known, count: known.count + one.count } : one);
  }
  const all = [...seen.values()];
  const dropped = all.slice(mostListed).reduce((sum, { count }) => sum + count, 0);
  return {
    listed: all.slice(0, mostListed),
    more: parts.reduce((sum, { more }) => sum + more, dropped),
  };
}
