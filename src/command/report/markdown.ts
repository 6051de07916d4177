import type { CoveredOperation, CoverageReport } from '../../traffic/coverage/report.ts';
import { coverageKinds } from '../../traffic/coverage/report.ts';
import { countOf } from '../complaints.ts';
import { printable } from '../../base/printable.ts';
import {
  describeBreach,
  countRequests,
  isNeverCalled,
  listLetThrough,
  listMissing,
  noteOf,
  fileAndLineOf,
} from './findings.ts';
import type { Judgement } from './gates.ts';

/** A summary should be short, and GitHub accepts at most 1 MiB from a step. */
const mostOperations = 50;
const mostPoints = 20;
const mostViolations = 20;

export function markdownText(report: CoverageReport, judgement: Judgement): string {
  const { contract } = report;
  const title = `### Coverage of ${escapeMarkdown(`${contract.title} ${contract.version}`)}`;
  const forced = countRequests(report, 'forced');
  const others = forced === 0 ? '' : `; besides, ${forced} forced, which cover nothing`;
  const counts = `${countOf(countRequests(report, 'requests'), 'request')}${others}.`;
  const blocks = [
    title,
    counts,
    totalsTable(report),
    gatesList(judgement),
    violationList(report, judgement),
    missingList(report),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function totalsTable({ totals }: CoverageReport): string {
  const rows = coverageKinds.map((kind) => {
    const { covered, total, percent } = totals[kind];
    const share = total === 0 ? 'none' : `${percent.toFixed(1)} %`;
    return `| ${kind.replaceAll('_', ' ')} | ${covered} | ${total} | ${share} |`;
  });
  return ['| | covered | of | |', '| --- | ---: | ---: | ---: |', ...rows].join('\n');
}

function gatesList({ gates }: Judgement): string {
  return gates
    .map(({ name, isMet, detail }) => `- ${isMet ? '✅' : '❌'} **${name}**: ${detail}`)
    .join('\n');
}

function violationList(report: CoverageReport, judgement: Judgement): string {
  const { violations } = judgement;
  const { unmatched, breaches } = report;
  return [
    section(
      'Violations',
      violations.map(
        ({ operation, in: place, pointer, message, count }) =>
          `${count}× ${code(operation)} ${code(`${place} ${pointer}`.trim())}: ${escapeMarkdown(message)}`,
      ),
      report.violations.more,
    ),
    section(
      'Unmatched requests',
      unmatched.listed.map(({ method, path, nearest, count }) => {
        const hint = nearest === undefined ? '' : `; did you mean ${code(nearest)}?`;
        return `${count}× ${code(`${method} ${path}`)}${hint}`;
      }),
      unmatched.more,
    ),
    section(
      'Breaches',
      breaches.listed.map((breach) => `${breach.count}× ${escapeMarkdown(describeBreach(breach))}`),
      breaches.more,
    ),
    section(
      'Undeclared query parameters',
      listLetThrough(report, judgement).map(
        ({ message, count }) => `${count}× ${escapeMarkdown(message)}`,
      ),
      report.unknown_query.more,
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function section(title: string, rows: readonly string[], more: number): string {
  if (rows.length === 0 && more === 0) return '';
  const rest = rows.length - mostViolations;
  return [
    `**${title}**`,
    '',
    ...rows.slice(0, mostViolations).map((row) => `- ${row}`),
    ...(rest > 0 ? [`- … and ${rest} others`] : []),
    ...(more > 0 ? [`- … and ${more} more that were not kept`] : []),
  ].join('\n');
}

function missingList({ operations }: CoverageReport): string {
  const lacking = operations.filter((operation) => listMissing(operation).length > 0);
  if (lacking.length === 0) return '';
  const rest = lacking.length - mostOperations;
  return [
    `<details><summary>Not covered: ${countOf(lacking.length, 'operation')}</summary>`,
    '',
    ...lacking.slice(0, mostOperations).flatMap(operationRows),
    ...(rest > 0 ? [`- … and ${countOf(rest, 'operation')} more`] : []),
    '',
    '</details>',
  ].join('\n');
}

function operationRows(operation: CoveredOperation): readonly string[] {
  const name = code(`${operation.method} ${operation.path}`);
  if (isNeverCalled(operation)) return [`- ${name} was never called`];
  const missing = listMissing(operation);
  const rest = missing.length - mostPoints;
  return [
    `- ${name}`,
    ...missing.slice(0, mostPoints).map((point) => {
      const place = fileAndLineOf(point);
      const shown = place === '' ? '' : ` ${code(place)}`;
      return `  - ${escapeMarkdown(point.label)}${escapeMarkdown(noteOf(point))}${shown}`;
    }),
    ...(rest > 0 ? [`  - … and ${rest} more`] : []),
  ];
}

/** Texts of contracts and clients must not act as Markdown. */
function escapeMarkdown(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ')).replaceAll(
    /[\\`*_{}[\]<>#|~&!@]/g,
    String.raw`\$&`,
  );
}

/** A backtick inside would end the code. */
function code(text: string): string {
  return `\`${printable(text.replaceAll(/\s+/g, ' ')).replaceAll('`', "'")}\``;
}
