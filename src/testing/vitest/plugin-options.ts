import type { ReportOptions, ViolationKind } from '../../command/report/options.ts';
import { readReportOptions } from '../../command/report/options.ts';
import { UsageError } from '../../command/usage-error.ts';
import type { MockOptions } from '../../index.ts';
import { assertOptionNames } from '../option-names.ts';
import { leadPath, leadPaths } from '../option-paths.ts';

/** Options of the plugin: those of `createMock`, and how the run is reported and judged. */
export interface StuntdoubleOptions extends Omit<MockOptions, 'control'> {
  /** What fails the run: `violations`, `unmatched`, `breach`, `unknown-query`. Default: nothing. */
  readonly failOn?: ViolationKind | readonly ViolationKind[];
  /** Fails the run below: `operations=100`, `statuses=80` … Default: nothing. */
  readonly minCoverage?: string | readonly string[];
  /** File of the violations that are known, and pass. */
  readonly baseline?: string;
  /**
   * The coverage report: `table`, `json`, `junit`, `markdown` or `github`; printed, or written to a
   * file, such as `junit=report.xml`. Default: none, only the gates that failed are told.
   */
  readonly format?: string | readonly string[];
}

/** The options, apart. */
export interface PluginOptions {
  readonly mock: MockOptions;
  readonly report: ReportOptions;
}

/** Reads the options. Relative paths lead from the root of the project. */
export function readPluginOptions(given: StuntdoubleOptions, root: string): PluginOptions {
  assertOptionNames('the plugin stuntdouble', given, ownNames);
  const { failOn, minCoverage, baseline, format, ...mock } = given;
  if (Reflect.get(mock, 'control') === false) {
    throw new TypeError('the option "control" can\'t be false here: tests need the control API');
  }
  const formats = listOf(format);
  const report = readReport({
    failOn: listOf(failOn),
    minCoverage: listOf(minCoverage),
    baseline: baseline === undefined ? undefined : leadPath(baseline, root),
    format: formats.map((text) =>
      text.replace(/=(.+)$/, (_, file: string) => `=${leadPath(file, root)}`),
    ),
    writeBaseline: false,
  });
  return {
    mock: leadPaths(mock, root),
    // Vitest has a report of its own, so this one is asked for.
    report: formats.length === 0 ? { ...report, formats: [] } : report,
  };
}

type OwnName = Exclude<keyof StuntdoubleOptions, keyof MockOptions>;
const ownNames: readonly OwnName[] = ['failOn', 'minCoverage', 'baseline', 'format'];

function listOf(given: string | readonly string[] | undefined): readonly string[] {
  return given === undefined ? [] : [given].flat();
}

/** The reader speaks of flags. */
function readReport(given: Parameters<typeof readReportOptions>[0]): ReportOptions {
  try {
    return readReportOptions(given);
  } catch (error) {
    throw error instanceof UsageError ? new TypeError(nameAsOptions(error.message)) : error;
  }
}

/** Names the options as the plugin does: `failOn` for `--fail-on`. */
export function nameAsOptions(message: string): string {
  return message
    .replaceAll('--no-coverage', 'coverage: false')
    .replaceAll(/--(format|fail-on|min-coverage|baseline)\b/g, (_, flag: string) =>
      flag.replaceAll(/-(\w)/g, (__, letter: string) => letter.toUpperCase()),
    );
}
