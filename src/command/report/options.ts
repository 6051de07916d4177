import type { CoverageKind } from '../../traffic/coverage/report.ts';
import { coverageKinds } from '../../traffic/coverage/report.ts';
import type { OptionValues } from '../../server/options/option-values.ts';
import { UsageError } from '../usage-error.ts';

/** How a report is written and judged. */
export interface ReportOptions {
  readonly formats: readonly FormatOption[];
  readonly failOn: ReadonlySet<ViolationKind>;
  /** The file of the known violations, which do not fail a report. */
  readonly baseline: string | undefined;
  /** Whether to write that file, not read it. */
  readonly writesBaseline: boolean;
  /** The lowest accepted coverage, in percent. */
  readonly minimums: ReadonlyMap<CoverageKind, number>;
}

export interface FormatOption {
  readonly format: ReportFormat;
  /** Undefined: printed. */
  readonly file: string | undefined;
}

export type ReportFormat = (typeof reportFormats)[number];
export const reportFormats = ['table', 'json', 'junit', 'markdown', 'github'] as const;

/** What `--fail-on` takes. */
export type ViolationKind = (typeof violationKinds)[number];
export const violationKinds = ['violations', 'unmatched', 'breach', 'unknown-query'] as const;

/** The values of the report options, not yet parsed. */
export type GivenReportOptions = Pick<
  OptionValues,
  'format' | 'failOn' | 'baseline' | 'writeBaseline' | 'minCoverage'
>;

/** Throws a UsageError that names the invalid option, or those that contradict each other. */
export function readReportOptions(given: GivenReportOptions): ReportOptions {
  const formats = given.format.map(readFormat);
  const options: ReportOptions = {
    formats: formats.length === 0 ? [{ format: 'table', file: undefined }] : formats,
    failOn: readViolationKinds(given.failOn),
    baseline: given.baseline,
    writesBaseline: given.writeBaseline,
    minimums: readMinimums(given.minCoverage),
  };
  assertApart(options.formats);
  assertBaseline(options);
  return options;
}

function readFormat(text: string): FormatOption {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const file = equals === -1 ? undefined : text.slice(equals + 1);
  const format = reportFormats.find((known) => known === name);
  if (!format) {
    throw new UsageError(
      `--format must be one of ${reportFormats.join(', ')}, or one with a file, such as junit=report.xml, not "${text}"`,
    );
  }
  if (file === '') throw new UsageError(`--format ${text} names no file`);
  return { format, file };
}

function readViolationKinds(given: readonly string[]): ReadonlySet<ViolationKind> {
  const read = new Set<ViolationKind>();
  for (const name of splitLists(given)) {
    const violationKind = violationKinds.find((known) => known === name);
    if (!violationKind) {
      throw new UsageError(`--fail-on takes ${violationKinds.join(', ')}, not "${name}"`);
    }
    if (read.has(violationKind)) throw new UsageError(`--fail-on names "${violationKind}" twice`);
    read.add(violationKind);
  }
  return read;
}

function readMinimums(given: readonly string[]): ReadonlyMap<CoverageKind, number> {
  const minimums = new Map<CoverageKind, number>();
  for (const pair of splitLists(given)) {
    const [, name, text] = /^([^=]+)=(\d+(?:\.\d+)?)%?$/.exec(pair) ?? [];
    const percent = Number(text);
    if (name === undefined || percent > 100) {
      throw new UsageError(
        `--min-coverage takes a kind and a number from 0 to 100, such as operations=100, not "${pair}"`,
      );
    }
    const kind = coverageKinds.find((known) => known === name.replaceAll('-', '_'));
    if (!kind) {
      const known = coverageKinds.join(', ');
      throw new UsageError(`--min-coverage knows no kind "${name}"; there are ${known}`);
    }
    const earlier = minimums.get(kind);
    if (earlier !== undefined) {
      throw new UsageError(
        `--min-coverage asks for ${kind} twice: ${earlier} and ${percent}; leave one of them out`,
      );
    }
    minimums.set(kind, percent);
  }
  return minimums;
}

function splitLists(given: readonly string[]): readonly string[] {
  return given.flatMap((text) => text.split(',')).map((name) => name.trim());
}

/** Refuses two formats in one file, and a printed JSON or XML document beside other output. */
function assertApart(formats: readonly FormatOption[]): void {
  const printed = formats.filter(({ file }) => file === undefined);
  const document = printed.find(({ format }) => format === 'json' || format === 'junit');
  const other = printed.find((options) => options !== document);
  if (document && other) {
    throw new UsageError(
      `--format ${document.format} and --format ${other.format} are both printed: write one to a file, such as --format ${document.format}=<file>`,
    );
  }
  const seen = new Map<string, FormatOption>();
  for (const options of formats) {
    const place = options.file ?? `printed ${options.format}`;
    const twin = seen.get(place);
    if (twin && options.file === undefined) {
      throw new UsageError(`--format ${options.format} is given twice`);
    }
    if (twin) {
      throw new UsageError(
        `--format ${twin.format} and --format ${options.format} are both written to ${options.file}`,
      );
    }
    seen.set(place, options);
  }
}

function assertBaseline({ baseline, writesBaseline, failOn }: ReportOptions): void {
  if (writesBaseline && baseline === undefined) {
    throw new UsageError('--write-baseline needs a file to write: name it with --baseline');
  }
  const isOfUse = writesBaseline || failOn.has('violations') || failOn.has('unknown-query');
  if (baseline !== undefined && !isOfUse) {
    throw new UsageError(
      '--baseline lets known violations pass, but none fails: add --fail-on violations or unknown-query',
    );
  }
}
