import type { CoverageReport } from '../../traffic/coverage/report.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../../base/printable.ts';
import { UsageError } from '../usage-error.ts';
import { readBaseline } from './baseline.ts';
import { concludeReport } from './conclude.ts';
import { isUntouched } from './findings.ts';
import type { ReportOptions } from './options.ts';

/** Refuses an impossible report now, not after tests have run for an hour. */
export async function assertReportable(
  { baseline, writesBaseline, failOn, minimums }: ReportOptions,
  isCounted: boolean,
): Promise<void> {
  if (!isCounted && failOn.size + minimums.size > 0) {
    throw new UsageError(
      '--no-coverage leaves nothing to judge: leave it out, or --fail-on and --min-coverage',
    );
  }
  if (baseline !== undefined && !writesBaseline) await readBaseline(baseline);
}

/** What tests did to a server, or to several. */
export interface TriedServer {
  /** Its address, or what else tells the user which it was. */
  readonly server: string;
  readonly report: CoverageReport;
  /** What to do where no request came, or each was refused before the contract was looked at. */
  readonly advice: string;
}

/** Reports what tests tried, and returns the exit code of the report, whatever command asks. */
export async function concludeRun(
  { server, report, advice }: TriedServer,
  options: ReportOptions,
  terminal: Terminal,
): Promise<number> {
  const isEmpty = isUntouched(report);
  const isJudged = options.failOn.size + options.minimums.size > 0;
  const code = await concludeReport(report, options, terminal);
  if (isEmpty) {
    const verdict = isJudged ? ', and so there is nothing to judge' : '';
    terminal.error(
      `${terminal.paint(isJudged ? 'red' : 'yellow', 'stuntdouble:')} no request that counts came to ${printable(server)}${verdict}: ${advice}\n`,
    );
  }
  // A gate that nothing went through would let everything pass.
  return code === 0 && isEmpty && isJudged ? 1 : code;
}
