import type {
  CoverageKind,
  CoverageReport,
  SeenUnknown,
  SeenViolation,
  Tallied,
} from '../../traffic/coverage/report.ts';
import { countOf } from '../complaints.ts';
import type { Baseline } from './baseline.ts';
import { listViolations, toViolation } from './baseline.ts';
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
  /** Without those of the baseline. */
  readonly unknownQuery: readonly SeenUnknown[];
  /** How many violations of the baseline did not happen. */
  readonly outdated: number;
  /** That of the first gate that is not met; 0 if all are. */
  readonly exitCode: number;
}

/** The first failed gate decides, in this order. */
const exitCodes = { violations: 3, unmatched: 4, breach: 5, coverage: 6, unknownQuery: 7 } as const;

export function judge(
  report: CoverageReport,
  { failOn, minimums }: Pick<ReportOptions, 'failOn' | 'minimums'>,
  baseline: Baseline,
): Judgement {
  const { violations: all, unknown_query: allUnknown } = report;
  const violations = all.listed.filter((violation) => !baseline.knows(violation));
  const unknownQuery = allUnknown.listed.filter((one) => !baseline.knows(toViolation(one)));
  const gates = [
    ...(failOn.has('violations') ? [judgeViolations(all, violations.length)] : []),
    ...(failOn.has('unmatched') ? [judgeUnmatched(report)] : []),
    ...(failOn.has('breach') ? [judgeBreaches(report)] : []),
    ...[...minimums].map(([kind, minimum]) => judgeCoverage(report, kind, minimum)),
    ...(failOn.has('unknown-query') ? [judgeUnknown(allUnknown, unknownQuery.length)] : []),
  ];
  const failed = gates.filter(({ isMet }) => !isMet);
  return {
    gates,
    lacking: new Set(
      [...minimums.keys()].filter((kind) => failed.some(({ name }) => name === kind)),
    ),
    violations,
    unknownQuery,
    outdated: baseline.countMissing(listViolations(report)),
    exitCode: failed[0]?.exitCode ?? 0,
  };
}

function judgeViolations(all: Tallied<SeenViolation>, unknown: number): Gate {
  return {
    name: 'violations',
    isMet: unknown + all.more === 0,
    detail: describeFound(all, unknown, 'violation'),
    exitCode: exitCodes.violations,
  };
}

function judgeUnknown(all: Tallied<SeenUnknown>, unknown: number): Gate {
  return {
    name: 'unknown-query',
    isMet: unknown + all.more === 0,
    detail: describeFound(all, unknown, 'undeclared query parameter'),
    exitCode: exitCodes.unknownQuery,
  };
}

/** `unknown`: how many are not of the baseline. */
function describeFound({ listed, more }: Tallied<unknown>, unknown: number, noun: string): string {
  const known = listed.length - unknown;
  const found = unknown + more === 0 ? `no ${noun}s` : countOf(unknown, noun);
  const rest = more === 0 ? '' : `, and ${more} more that were not kept`;
  return `${found}${rest}${known === 0 ? '' : ` besides ${known} of the baseline`}`;
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
