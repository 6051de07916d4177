import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { messageOf } from '../../base/errors.ts';
import { makeFolder } from '../../base/folders.ts';
import type { CoverageReport } from '../../traffic/coverage/report.ts';
import { countOf } from '../complaints.ts';
import type { Paint, Terminal } from '../terminal.ts';
import { printable, printableJson } from '../../base/printable.ts';
import { createPaint } from '../terminal.ts';
import { annotationsText } from './annotations.ts';
import type { Baseline } from './baseline.ts';
import { createBaseline, listViolations, readBaseline, writeBaseline } from './baseline.ts';
import type { Judgement } from './gates.ts';
import { judge } from './gates.ts';
import { junitText } from './junit.ts';
import { markdownText } from './markdown.ts';
import type { FormatOption, ReportFormat, ReportOptions } from './options.ts';
import { tableText } from './table.ts';

/** Prints and writes a report in the requested formats; returns the exit code of its gates. */
export async function concludeReport(
  report: CoverageReport,
  options: ReportOptions,
  terminal: Terminal,
): Promise<number> {
  const baseline = await settleBaseline(report, options, terminal);
  const judgement = judge(report, options, baseline);
  for (const format of options.formats) await deliver(format, { report, judgement }, terminal);
  await addSummary(options, { report, judgement }, terminal);
  if (!isTold(options)) tellFailures(judgement, terminal);
  return judgement.exitCode;
}

/** A baseline that is written now knows all violations of the report. */
async function settleBaseline(
  report: CoverageReport,
  { baseline: file, writesBaseline }: ReportOptions,
  { error }: Terminal,
): Promise<Baseline> {
  if (file === undefined) return createBaseline([]);
  if (!writesBaseline) return readBaseline(file);
  const violations = listViolations(report);
  await write(file, writeBaseline(violations));
  error(`${countOf(violations.length, 'violation')} written to ${printable(file)}\n`);
  return createBaseline(violations);
}

interface Judged {
  readonly report: CoverageReport;
  readonly judgement: Judgement;
}

async function deliver(
  { format, file }: FormatOption,
  judged: Judged,
  { out, columns, paint }: Terminal,
): Promise<void> {
  if (file === undefined) return out(render(format, judged, { columns, paint }));
  return write(file, render(format, judged, { columns: undefined, paint: createPaint(false) }));
}

/** GitHub shows few annotations for a step, so the summary of the job has all. */
async function addSummary(
  { formats }: ReportOptions,
  { report, judgement }: Judged,
  { summaryFile }: Terminal,
): Promise<void> {
  const isAnnotated = formats.some(({ format }) => format === 'github');
  const isWritten = formats.some(({ file }) => file !== undefined && file === summaryFile);
  if (!isAnnotated || isWritten || summaryFile === undefined || summaryFile === '') return;
  // Earlier steps may have written to it.
  await write(summaryFile, markdownText(report, judgement), 'a');
}

function render(
  format: ReportFormat,
  { report, judgement }: Judged,
  { columns, paint }: { readonly columns: number | undefined; readonly paint: Paint },
): string {
  switch (format) {
    case 'table':
      return tableText(report, judgement, { columns, paint });
    case 'json':
      return `${printableJson(report, 2)}\n`;
    case 'junit':
      return junitText(report, judgement);
    case 'markdown':
      return markdownText(report, judgement);
    case 'github':
      return annotationsText(report, judgement);
  }
}

async function write(file: string, text: string, flag: 'w' | 'a' = 'w'): Promise<void> {
  try {
    makeFolder(dirname(file));
    await writeFile(file, text, { flag });
  } catch (error) {
    throw new Error(`can't write ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** Whether a printed table already shows the gates. */
function isTold({ formats }: ReportOptions): boolean {
  return formats.some(({ format, file }) => format === 'table' && file === undefined);
}

function tellFailures({ gates }: Judgement, { error, paint }: Terminal): void {
  for (const { name, isMet, detail } of gates) {
    if (!isMet) error(`${paint('red', `failed: ${name}`)}: ${detail}\n`);
  }
}
