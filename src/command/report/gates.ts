import type { CoverageKind, CoverageReport, SeenViolation } from '../../traffic/coverage/report.ts';
import { countOf } from '../complaints.ts';
import type { Baseline } from './baseline.ts';
import type { ViolationKind, ReportOptions } from './options.ts';

/** A condition that the user set for a report, and its result. */
export interface Gate {
  readonly name: ViolationKind | CoverageKind;
  readonly isMet: boolean;
  /** The result in words. */
  readonly detail: string;
  readonly exitCode: number;
}

export interface Judgement {
  readonly gates: readonly Gate[];
  /** The kinds whose coverage is below the minimum. */
  readonly lacking: ReadonlySet<CoverageKind>;
  /** Without those of the baseline. */
  readonly violations: readonly SeenViolation[];
  /** How many violations of the baseline did not happen. */
  readonly outdated: number;
  /** That of the first gate that is not met; 0 if all are. */
  readonly exitCode: number;
}

/** The first failed gate decides, in this order. */
const exitCodes = { violations: 3, unmatched: 4, breach: 5, coverage: 6 } as const;

export function judge(
  report: CoverageReport,
  { failOn, minimums }: Pick<ReportOptions, 'failOn' | 'minimums'>,
  baseline: Baseline,
): Judgement {
  const violations = report.violations.listed.filter((violation) => !baseline.knows(violation));
  const gates = [
    ...(failOn.has('violations') ? [judgeViolations(report, violations)] : []),
    ...(failOn.has('unmatched') ? [judgeUnmatched(report)] : []),
    ...(failOn.has('breach') ? [judgeBreaches(report)] : []),
    ...[...minimums].map(([kind, minimum]) => judgeCoverage(report, kind, minimum)),
  ];
  const failed = gates.filter(({ isMet }) => !isMet);
  return {
    gates,
    lacking: new Set(
      [...minimums.keys()].filter((kind) => failed.some(({ name }) => name === kind)),
    ),
    violations,
    outdated: baseline.countMissing(report.violations.listed),
    exitCode: failed[0]?.exitCode ?? 0,
  };
}

function judgeViolations(
  { violations: { listed, more } }: CoverageReport,
  unknown: readonly SeenViolation[],
): Gate {
  const known = listed.length - unknown.length;
  const found =
    unknown.length === 0 && more === 0 ? 'no violations' : countOf(unknown.length, 'violation');
  const rest = more === 0 ? '' : `, and ${more} more that were not kept`;
  return {
    name: 'violations',
    isMet: unknown.length === 0 && more === 0,
    detail: `${found}${rest}${known === 0 ? '' : ` besides ${known} of the baseline`}`,
    exitCode: exitCodes.violations,
  };
}

function judgeUnmatched({ unmatched: { listed, more } }: CoverageReport): Gate {
  const count = listed.reduce((sum, seen) => sum + seen.count, more);
  return {
    name: 'unmatched',
    isMet: count === 0,
    detail: count === 0 ? 'no unmatched requests' : countOf(count, 'unmatched request'),
    exitCode: exitCodes.unmatched,
  };
}

function judgeBreaches({ breaches: { listed, more } }: CoverageReport): Gate {
  const count = listed.reduce((sum, seen) => sum + seen.count, more);
  return {
    name: 'breach',
    isMet: count === 0,
    detail:
      count === 0
        ? 'no breaches'
        : `${count} ${count === 1 ? 'reply' : 'replies'} broke the contract`,
    exitCode: exitCodes.breach,
  };
}

/** Compares exact counts: `percent` is rounded. */
function judgeCoverage(report: CoverageReport, kind: CoverageKind, minimum: number): Gate {
  const { covered, total, percent } = report.totals[kind];
  const isMet = total === 0 || covered * 100 >= minimum * total;
  return {
    name: kind,
    isMet,
    detail: `${percent.toFixed(1)} % of ${kind.replaceAll('_', ' ')}, ${minimum} % wanted`,
    exitCode: exitCodes.coverage,
  };
}
