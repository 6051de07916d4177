import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import type { CoverageReport } from '../../traffic/coverage/report.ts';
import { annotationsText } from './annotations.ts';
import { createBaseline } from './baseline.ts';
import { concludeReport } from './conclude.ts';
import { judge } from './gates.ts';
import type { ReportFormat } from './options.ts';
import { createScreen, sampleReport, violationKinds } from './sample-report.test-kit.ts';

function annotate(report: CoverageReport): readonly string[] {
  const judgement = judge(report, { failOn: new Set(), minimums: new Map() }, createBaseline([]));
  return annotationsText(report, judgement).trimEnd().split('\n');
}

function violationsOf(operations: readonly string[]): CoverageReport {
  const listed = operations.map((operation, at) => ({
    operation,
    in: 'body' as const,
    pointer: `/${at}`,
    keyword: 'type',
    message: 'must be a string',
    count: at + 1,
  }));
  return sampleReport({ violations: { listed, more: 0 } });
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `operation${at}`);

it('the worst annotations come first: those that happened most often', () => {
  const titles = annotate(violationsOf(['one', 'two'])).map(
    (line) => /title=([^:]*)/.exec(line)?.[1],
  );
  expect(titles.slice(0, 3)).toEqual([
    'Violation of two',
    'Violation of one',
    'createBook was never called',
  ]);
});

it('more errors than GitHub shows become one for each operation', () => {
  const errors = annotate(violationsOf([...Array<string>(11).fill('one'), 'two'])).filter((line) =>
    line.startsWith('::error'),
  );
  expect(errors).toHaveLength(2);
  expect(errors[1]).toMatch(
    /title=Violation of one \(11\)::body \/10: must be a string \(11 times\)%0Abody \/9: /,
  );
});

it('still more are counted in the tenth, which leads to all', () => {
  const errors = annotate(violationsOf(numbered(60))).filter((line) => line.startsWith('::error'));
  expect(errors).toHaveLength(10);
  expect(errors[8]).toContain('title=Violation of operation51::');
  expect(errors[9]).toMatch(
    /title=51 more%3A see the summary of the job%2C or the table::Violation of operation50%0A.*%0Aand 1 more$/,
  );
});

it('a joined title counts what it lists, also where one line of the contract has several points', () => {
  const [list] = sampleReport().operations;
  const [point] = list?.points ?? [];
  if (!list || !point) throw new Error('there is one');
  const points = Array.from({ length: 24 }, (_, at) => ({
    ...point,
    label: `point ${at}`,
    line: 10 + (at % 12),
    count: 0,
  }));
  const [line = ''] = annotate(sampleReport({ operations: [{ ...list, points }] }));
  const [, title = '', message = ''] = /title=(.*)::(.*)$/.exec(line) ?? [];
  expect(title).toBe('Not covered in listBooks (24)');
  expect(message.split('%0A')).toHaveLength(24);
});

it('operations that were never called become one warning', () => {
  const [, create] = sampleReport().operations;
  if (!create) throw new Error('there are two');
  const operations = numbered(30).map((id) => ({ ...create, id, path: `/${id}` }));
  expect(annotate(sampleReport({ operations }))).toEqual([
    expect.stringMatching(
      /^::warning .*title=Operations that were never called \(30\)::No request was for POST \/operation0\.%0A/,
    ),
  ]);
});

it.each<[string, readonly ReportFormat[], boolean]>([
  ['all of it stands in the summary of the job, behind what is there', ['github'], true],
  ['without annotations the summary is left alone', ['table'], false],
])('%s', async (_, formats, isAdded) => {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const summaryFile = join(folder, 'summary.md');
  await writeFile(summaryFile, 'before\n');
  const options = {
    formats: formats.map((format) => ({ format, file: undefined })),
    failOn: new Set<never>(),
    minimums: new Map(),
    baseline: undefined,
    writesBaseline: false,
  };
  const screen = { ...createScreen(), summaryFile };
  await concludeReport(sampleReport(violationKinds), options, screen);
  const text = await readFile(summaryFile, 'utf8');
  expect(text.startsWith('before\n')).toBe(true);
  expect(text.includes('### Coverage of Books')).toBe(isAdded);
});
