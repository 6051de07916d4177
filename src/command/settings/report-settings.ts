import { hideInText } from '../../traffic/redaction/found/text-secrets.ts';
import { hideAddressUser } from '../../traffic/redaction/found/url-secrets.ts';
import type { ReportOptions } from '../report/options.ts';
import { readReportOptions } from '../report/options.ts';
import { UsageError } from '../usage-error.ts';
import type { GivenValue, Givens, Values } from './given.ts';

/** Where reports come from, and how they are written and judged. */
export interface ReportSettings {
  /** Files that hold reports. */
  readonly reports: readonly string[];
  /** URLs of running servers. */
  readonly urls: readonly string[];
  readonly report: ReportOptions;
}

export function readReportSettings(
  operands: readonly string[],
  values: Values,
  { find, list }: Givens,
): ReportSettings {
  return {
    reports: operands,
    urls: readUrls(values['url'], find('url')),
    report: readReportOptions({
      format: list('format'),
      failOn: list('fail-on'),
      baseline: find('baseline')?.value,
      writeBaseline: values['write-baseline'] === true,
      minCoverage: list('min-coverage'),
    }),
  };
}

/** URLs contain colons, so the variable holds one URL only. */
function readUrls(values: Values[string], given: GivenValue | undefined): readonly string[] {
  const fromVariable = given ? [given] : [];
  const all = Array.isArray(values)
    ? values.map((value): GivenValue => ({ value: String(value), from: '--url' }))
    : fromVariable;
  return all.map(({ value, from }) => {
    if (/^https?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
    throw new UsageError(
      `${from} must be the address of a server, such as http://127.0.0.1:4010, not "${hideInText(hideAddressUser(value))}"`,
    );
  });
}
