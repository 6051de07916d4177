import { expect, it } from 'vitest';

import { UsageError } from '../usage-error.ts';
import type { GivenReportOptions } from './options.ts';
import { readReportOptions } from './options.ts';

const nothing: GivenReportOptions = {
  format: [],
  failOn: [],
  baseline: undefined,
  writeBaseline: false,
  minCoverage: [],
};

it('a table is printed where nothing is said, and nothing fails', () => {
  expect(readReportOptions(nothing)).toEqual({
    formats: [{ format: 'table', file: undefined }],
    failOn: new Set(),
    baseline: undefined,
    writesBaseline: false,
    minimums: new Map(),
  });
});

it('lists are taken whole or piece by piece', () => {
  const options = readReportOptions({
    ...nothing,
    format: ['table', 'github', 'junit=out=1.xml'],
    failOn: ['violations,unmatched', 'breach,unknown-query'],
    minCoverage: ['operations=100, statuses=80.5%', 'enum-values=0'],
  });
  expect(options.formats).toEqual([
    { format: 'table', file: undefined },
    { format: 'github', file: undefined },
    { format: 'junit', file: 'out=1.xml' },
  ]);
  expect([...options.failOn]).toEqual(['violations', 'unmatched', 'breach', 'unknown-query']);
  expect([...options.minimums]).toEqual([
    ['operations', 100],
    ['statuses', 80.5],
    ['enum_values', 0],
  ]);
});

it.each<[given: Partial<GivenReportOptions>, message: string]>([
  [{ format: ['xml'] }, '--format must be one of table, json, junit, markdown, github, or one'],
  [{ format: ['junit='] }, '--format junit= names no file'],
  [{ format: ['table', 'json'] }, '--format json and --format table are both printed: write one'],
  [{ format: ['github', 'github'] }, '--format github is given twice'],
  [{ format: ['json=a', 'junit=a'] }, '--format json and --format junit are both written to a'],
  [
    { failOn: ['violation'] },
    '--fail-on takes violations, unmatched, breach, unknown-query, not "violation"',
  ],
  [{ failOn: [''] }, '--fail-on takes violations, unmatched, breach, unknown-query, not ""'],
  [{ failOn: ['breach,breach'] }, '--fail-on names "breach" twice'],
  [{ minCoverage: ['lines=80'] }, '--min-coverage knows no kind "lines"; there are operations,'],
  [{ minCoverage: ['statuses=101'] }, 'a number from 0 to 100, such as operations=100, not "stat'],
  [{ minCoverage: ['statuses=-1'] }, 'not "statuses=-1"'],
  [{ minCoverage: ['statuses'] }, 'not "statuses"'],
  [{ minCoverage: ['statuses=80,statuses=90'] }, 'asks for statuses twice: 80 and 90; leave one'],
  [{ minCoverage: ['media-types=1,media_types=1'] }, 'asks for media_types twice: 1 and 1'],
  [{ writeBaseline: true }, '--write-baseline needs a file to write: name it with --baseline'],
  [
    { baseline: 'b' },
    '--baseline lets known violations pass, but none fails: add --fail-on violations or unknown-query',
  ],
])('%j is told what is wrong with it', (given, message) => {
  const read = (): unknown => readReportOptions({ ...nothing, ...given });
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
