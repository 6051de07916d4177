import type {
  CoveredOperation,
  CoveredPoint,
  CoverageReport,
  Tallied,
} from '../../traffic/coverage/report.ts';
import { coverageKinds } from '../../traffic/coverage/report.ts';
import type { Cell } from '../columns.ts';
import { cutTo, padTo, widthOf, writeLine } from '../columns.ts';
import { countOf } from '../complaints.ts';
import type { Paint } from '../terminal.ts';
import {
  describeBreach,
  describeNearest,
  countRequests,
  isNeverCalled,
  isUntouched,
  listLetThrough,
  listMissing,
  noteOf,
  fileAndLineOf,
} from './findings.ts';
import type { Judgement } from './gates.ts';

type TableLine = readonly Cell[];

export interface Screen {
  /** Undefined: no limit. */
  readonly columns: number | undefined;
  readonly paint: Paint;
}

const indent = '    ';
const mostViolations = 20;

/** Operations with their uncovered points, violations and other faults, totals and gates. */
export function tableText(
  report: CoverageReport,
  judgement: Judgement,
  { columns, paint }: Screen,
): string {
  const lines: readonly TableLine[] = [
    headLine(report),
    ...(isUntouched(report) ? [untouchedNote] : []),
    ...answeredLines(report),
    [],
    ...operationLines(report, columns),
    ...violationLines(report, judgement),
    ...listViolations('Unmatched requests', report.unmatched, (seen) => [
      [`${seen.count}× `, 'yellow'],
      [`${seen.method} ${seen.path}${describeNearest(seen)}`, undefined],
    ]),
    ...listViolations('Breaches', report.breaches, (breach) => [
      [`${breach.count}× `, 'red'],
      [describeBreach(breach), undefined],
    ]),
    ...unknownLines(report, judgement),
    ...totalLines(report),
    ...gateLines(judgement),
  ];
  return lines.map((cells) => `${writeLine(cells, columns, paint)}\n`).join('');
}

function headLine(report: CoverageReport): TableLine {
  const { contract, operations } = report;
  const forced = countRequests(report, 'forced');
  const counts = [
    countOf(operations.length, 'operation'),
    countOf(countRequests(report, 'requests'), 'request'),
    ...(forced === 0 ? [] : [`${forced} forced (they cover nothing)`]),
  ];
  return [
    [`${contract.title} ${contract.version}`, 'bold'],
    [`: ${counts.join(', ')}`, undefined],
  ];
}

/** Replicas share what they count, so the report is one of all of them. */
function answeredLines({ answered_by: replicas = [] }: CoverageReport): readonly TableLine[] {
  if (replicas.length === 0) return [];
  const each = replicas.map(({ url, requests }) => `${url} (${requests})`);
  return [[[`answered by the replicas ${each.join(', ')}`, 'dim']]];
}

/** The usual reasons for a report without requests: what was refused early is not counted. */
const untouchedNote: TableLine = [
  [
    'No request reached the contract: was the client pointed at this server, or refused before (403, 421)?',
    'yellow',
  ],
];

function operationLines(
  { operations }: CoverageReport,
  columns: number | undefined,
): readonly TableLine[] {
  const widest = Math.max(0, ...operations.map((operation) => callsOf(operation).length));
  const digits = Math.max(1, ...operations.map(({ points }) => String(points.length).length));
  return operations.flatMap((operation) => {
    const missing = listMissing(operation);
    const { length } = operation.points;
    const covered = String(length - missing.length).padStart(digits);
    const head: TableLine = [
      missing.length === 0 ? ['✓ ', 'green'] : ['✗ ', isNeverCalled(operation) ? 'red' : 'yellow'],
      [`${padTo(operation.method, 7)} `, 'green'],
      [
        `${covered}/${String(length).padEnd(digits)}  `,
        missing.length === 0 ? undefined : 'yellow',
      ],
      [`${padTo(callsOf(operation), widest)}  `, isNeverCalled(operation) ? 'red' : 'dim'],
      [operation.path, undefined],
    ];
    // An operation that was never called lacks all points: one line is enough.
    return isNeverCalled(operation) ? [head] : [head, ...missingLines(missing, columns)];
  });
}

function callsOf(operation: CoveredOperation): string {
  const { requests, forced } = operation;
  if (isNeverCalled(operation)) return 'never called';
  return requests === 0 ? `${forced} forced` : countOf(requests, 'request');
}

/** Cuts labels, but never the file and line, which the user needs to find the point. */
function missingLines(missing: readonly CoveredPoint[], columns = Infinity): readonly TableLine[] {
  const labels = missing.map((point) => point.label + noteOf(point));
  const places = missing.map(fileAndLineOf);
  const room = columns - indent.length - 2 - Math.max(0, ...places.map(widthOf));
  const width = Math.max(20, Math.min(room, Math.max(0, ...labels.map(widthOf))));
  return labels.map((label, index): TableLine => [
    [indent, undefined],
    [`${padTo(cutTo(label, width), width)}  `, 'yellow'],
    [places[index] ?? '', 'dim'],
  ]);
}

function violationLines(
  { violations }: CoverageReport,
  judgement: Judgement,
): readonly TableLine[] {
  const known = violations.listed.length - judgement.violations.length;
  const { outdated } = judgement;
  const toLine = (violation: (typeof judgement.violations)[number]): TableLine => [
    [`${violation.count}× `, 'red'],
    [`${violation.operation} `, 'bold'],
    [`${violation.in}${violation.pointer === '' ? '' : ` ${violation.pointer}`}: `, undefined],
    [onOneLine(violation.message), undefined],
  ];
  const unknown = { listed: judgement.violations, more: violations.more };
  return [
    ...listViolations('Violations', unknown, toLine),
    ...(known === 0
      ? []
      : [[], [[`${countOf(known, 'violation')} of the baseline`, 'dim'] as const]]),
    ...(outdated === 0
      ? []
      : [[], [[`${outdated} of the baseline did not happen: write it anew`, 'dim'] as const]]),
  ];
}

function unknownLines(report: CoverageReport, judgement: Judgement): readonly TableLine[] {
  const { listed, more } = report.unknown_query;
  const known = listed.length - judgement.unknownQuery.length;
  const unknown = { listed: listLetThrough(report, judgement), more };
  return [
    ...listViolations('Undeclared query parameters', unknown, ({ message, count }) => [
      [`${count}× `, 'yellow'],
      [onOneLine(message), undefined],
    ]),
    ...(known === 0 ? [] : [[], [[`${countOf(known, noun)} of the baseline`, 'dim'] as const]]),
  ];
}

const noun = 'undeclared query parameter';

function listViolations<T>(
  title: string,
  { listed, more }: Tallied<T>,
  toLine: (seen: T) => TableLine,
): readonly TableLine[] {
  if (listed.length === 0 && more === 0) return [];
  const rest = listed.length - mostViolations;
  return [
    [],
    [[title, 'bold']],
    ...listed
      .slice(0, mostViolations)
      .map((seen): TableLine => [['  ', undefined], ...toLine(seen)]),
    ...(rest > 0 ? [note(`… and ${rest} others: --format json has them all`)] : []),
    ...(more > 0 ? [note(`… and ${more} more that were not kept`)] : []),
  ];
}

function note(text: string): TableLine {
  return [[`  ${text}`, 'dim']];
}

function totalLines({ totals }: CoverageReport): readonly TableLine[] {
  const digits = Math.max(...coverageKinds.map((kind) => String(totals[kind].total).length));
  return [
    [],
    [['Covered', 'bold']],
    ...coverageKinds.map((kind): TableLine => {
      const { covered, total, percent } = totals[kind];
      const isWhole = covered === total;
      const share = `${percent.toFixed(1)} %`.padStart(7);
      return [
        [`  ${padTo(kind.replaceAll('_', ' '), 13)}`, undefined],
        [`${String(covered).padStart(digits)} of ${String(total).padStart(digits)}  `, undefined],
        [total === 0 ? 'none'.padStart(7) : share, isWhole ? 'green' : 'yellow'],
      ];
    }),
  ];
}

function gateLines({ gates }: Judgement): readonly TableLine[] {
  if (gates.length === 0) return [];
  const width = Math.max(13, ...gates.map(({ name }) => name.length + 1));
  return [
    [],
    [['Gates', 'bold']],
    ...gates.map(({ name, isMet, detail }): TableLine => [
      isMet ? ['  ✓ ', 'green'] : ['  ✗ ', 'red'],
      [padTo(name.replaceAll('_', ' '), width), undefined],
      [detail, isMet ? undefined : 'red'],
    ]),
  ];
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
