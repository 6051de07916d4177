import type {
  CoveredOperation,
  CoveredPoint,
  CoverageReport,
} from '../../traffic/coverage/report.ts';
import { printable } from '../../base/printable.ts';
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

interface Annotation {
  readonly level: 'error' | 'warning';
  readonly place: AnnotatedLine;
  readonly title: string;
  /** Annotations of one title for many make one where there are too many. */
  readonly many: string;
  /** One for each thing that was found. */
  readonly messages: readonly string[];
}

/** GitHub shows this many of each level for a step, and drops the others without a word. */
const mostShown = 10;

/**
 * GitHub workflow commands for lines of the contract, the worst first: errors for breaches,
 * violations and unmatched requests, then warnings for what is not covered. Where there are more than
 * GitHub shows, those of one operation become one, and the last one counts the rest. Undeclared query
 * parameters are errors if a gate asks for them, else warnings.
 */
export function annotationsText(report: CoverageReport, judgement: Judgement): string {
  const isAsked = judgement.gates.some(({ name }) => name === 'unknown-query');
  const unknown = listUnknown(report, judgement, isAsked ? 'error' : 'warning');
  const annotations = [
    ...fit([...listErrors(report, judgement), ...(isAsked ? unknown : [])]),
    ...fit([...(isAsked ? [] : unknown), ...report.operations.toSorted(byMissing).flatMap(warn)]),
  ];
  return annotations.map((annotation) => `${toCommand(annotation)}\n`).join('');
}

function listErrors(
  { operations, breaches, unmatched, contract }: CoverageReport,
  { violations }: Judgement,
): readonly Annotation[] {
  const heads = new Map(operations.map((operation) => [operation.id, findHead(operation)]));
  const placeOf = (id: string): AnnotatedLine => heads.get(id) ?? {};
  const [file] = contract.files;
  const level = 'error';
  return [
    ...breaches.listed.toSorted(byCount).map(({ operation, message, count }) => {
      const title = `Breach in ${operation}`;
      return {
        level,
        place: placeOf(operation),
        title,
        many: title,
        messages: [times(message, count)],
      } as const;
    }),
    ...violations.toSorted(byCount).map(({ operation, in: place, pointer, message, count }) => {
      const where = `${place}${pointer === '' ? '' : ` ${pointer}`}`;
      const title = `Violation of ${operation}`;
      const said = times(`${where}: ${message}`, count);
      return { level, place: placeOf(operation), title, many: title, messages: [said] } as const;
    }),
    ...unmatched.listed.toSorted(byCount).map((seen) => {
      const { method, path, count } = seen;
      const place = file === undefined ? {} : { file, line: 1 };
      const said = times(
        `${method} ${path} is no operation of the contract${describeNearest(seen)}`,
        count,
      );
      return {
        level,
        place,
        title: 'Unmatched request',
        many: 'Unmatched requests',
        messages: [said],
      } as const;
    }),
  ];
}

function listUnknown(
  report: CoverageReport,
  judgement: Judgement,
  level: Annotation['level'],
): readonly Annotation[] {
  return listLetThrough(report, judgement).map(({ operation, message, count }) => {
    const covered = report.operations.find(({ id }) => id === operation);
    const title = `Undeclared query parameter of ${operation}`;
    const place: AnnotatedLine = (covered && findHead(covered)) ?? {};
    return {
      level,
      place,
      title,
      many: `Undeclared query parameters of ${operation}`,
      messages: [times(message, count)],
    };
  });
}

type Counted = { readonly count: number };

function byCount(one: Counted, other: Counted): number {
  return other.count - one.count;
}

/** The worst first: never called, then those that lack most. */
function byMissing(one: CoveredOperation, other: CoveredOperation): number {
  const never = Number(isNeverCalled(other)) - Number(isNeverCalled(one));
  return never === 0 ? listMissing(other).length - listMissing(one).length : never;
}

function fit(annotations: readonly Annotation[]): readonly Annotation[] {
  if (annotations.length <= mostShown) return annotations;
  const groups = groupBy(annotations, ({ many }) => many);
  const joined = [...groups.values()].flatMap(joinGroup);
  if (joined.length <= mostShown) return joined;
  const rest = joined.slice(mostShown - 1);
  const [first] = rest;
  if (!first) return joined;
  const titles = [...new Set(rest.map(({ title }) => title))];
  const shown = titles.slice(0, mostInRest);
  const more = titles.length - shown.length;
  const lines = more > 0 ? [...shown, `and ${more} more`] : shown;
  const title = `${rest.length} more: see the summary of the job, or the table`;
  return [...joined.slice(0, mostShown - 1), { ...first, title, messages: lines }];
}

const mostInRest = 50;

function groupBy<T>(
  values: readonly T[],
  nameOf: (value: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const name = nameOf(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

function joinGroup(group: readonly Annotation[]): readonly Annotation[] {
  const [first, ...others] = group;
  if (!first || others.length === 0) return first ? [first] : [];
  const messages = group.flatMap((one) => one.messages);
  return [{ ...first, title: `${first.many} (${messages.length})`, messages }];
}

function times(message: string, count: number): string {
  return count === 1 ? message : `${message} (${count} times)`;
}

/** One warning for an operation that was never called, else one for each line of the contract. */
function warn(operation: CoveredOperation): readonly Annotation[] {
  const level = 'warning';
  const name = `${operation.method} ${operation.path}`;
  if (isNeverCalled(operation)) {
    const title = `${operation.id} was never called`;
    const messages = [`No request was for ${name}.`];
    return [
      {
        level,
        place: findHead(operation) ?? {},
        title,
        many: 'Operations that were never called',
        messages,
      },
    ];
  }
  const lines = groupBy(listMissing(operation), ({ file, line }) => `${file}:${line}`);
  return [...lines.values()].flatMap((points) => {
    const [first] = points;
    if (!first) return [];
    const title = `Not covered in ${operation.id}`;
    const messages = points.map((point) => point.label + noteOf(point));
    return [{ level, place: first, title, many: title, messages } as const];
  });
}

function toCommand({ level, place: { file, line }, title, messages }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${escapeProperty(printable(file))}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${escapeProperty(printable(title))}`,
  ];
  return `::${level} ${properties.join(',')}::${escapeData(printableMessage(messages.join('\n')))}`;
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
