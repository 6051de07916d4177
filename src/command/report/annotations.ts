import type {
  CoveredOperation,
  CoveredPoint,
  CoverageReport,
} from '../../traffic/coverage/report.ts';
import { printable } from '../terminal.ts';
import {
  describeNearest,
  findHead,
  isNeverCalled,
  listLetThrough,
  listMissing,
  noteOf,
} from './findings.ts';
import type { Judgement } from './gates.ts';

type AnnotatedLine = Pick<CoveredPoint, 'file' | 'line'>;

/**
 * GitHub workflow commands for lines of the contract: errors for breaches, violations and unmatched
 * requests, then warnings for what is not covered. Undeclared query parameters are errors if a gate
 * asks for them, else warnings. GitHub shows only the first ten of each level.
 */
export function annotationsText(report: CoverageReport, judgement: Judgement): string {
  const heads = new Map(report.operations.map((operation) => [operation.id, findHead(operation)]));
  const placeOfOperation = (id: string): AnnotatedLine => heads.get(id) ?? {};
  const [file] = report.contract.files;
  const isAsked = judgement.gates.some(({ name }) => name === 'unknown-query');
  const lines = [
    ...report.breaches.listed.map(({ operation, message, count }) =>
      command(
        'error',
        placeOfOperation(operation),
        `Breach in ${operation}`,
        times(message, count),
      ),
    ),
    ...judgement.violations.map(({ operation, in: place, pointer, message, count }) => {
      const where = `${place}${pointer === '' ? '' : ` ${pointer}`}`;
      const title = `Violation of ${operation}`;
      return command(
        'error',
        placeOfOperation(operation),
        title,
        times(`${where}: ${message}`, count),
      );
    }),
    ...report.unmatched.listed.map((seen) =>
      command(
        'error',
        file === undefined ? {} : { file, line: 1 },
        'Unmatched request',
        times(
          `${seen.method} ${seen.path} is no operation of the contract${describeNearest(seen)}`,
          seen.count,
        ),
      ),
    ),
    ...listLetThrough(report, judgement).map(({ operation, message, count }) =>
      command(
        isAsked ? 'error' : 'warning',
        placeOfOperation(operation),
        `Undeclared query parameter of ${operation}`,
        times(message, count),
      ),
    ),
    ...report.operations.flatMap(warn),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function times(message: string, count: number): string {
  return count === 1 ? message : `${message} (${count} times)`;
}

/** One warning for an operation that was never called, else one for each line of the contract. */
function warn(operation: CoveredOperation): readonly string[] {
  const name = `${operation.method} ${operation.path}`;
  if (isNeverCalled(operation)) {
    const head = findHead(operation) ?? {};
    return [
      command('warning', head, `${operation.id} was never called`, `No request was for ${name}.`),
    ];
  }
  const groups = new Map<string, readonly CoveredPoint[]>();
  for (const point of listMissing(operation)) {
    const place = `${point.file}:${point.line}`;
    groups.set(place, [...(groups.get(place) ?? []), point]);
  }
  return [...groups.values()].flatMap((points) => {
    const [first] = points;
    if (!first) return [];
    const missing = points.map((point) => point.label + noteOf(point)).join('\n');
    return [command('warning', first, `Not covered in ${operation.id}`, missing)];
  });
}

function command(
  level: 'error' | 'warning',
  { file, line }: AnnotatedLine,
  title: string,
  message: string,
): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${escapeProperty(printable(file))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${escapeProperty(printable(title))}`,
  ];
  return `::${level} ${properties.join(',')}::${escapeData(printableMessage(message))}`;
}

/** Messages quote requests, and users read logs in terminals. */
function printableMessage(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

/** See https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
