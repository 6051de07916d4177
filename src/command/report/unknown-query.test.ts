import { join } from 'node:path';
import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { SeenUnknown, SeenViolation } from '../../traffic/coverage/report.ts';
import { createPaint } from '../terminal.ts';
import { annotationsText } from './annotations.ts';
import { createBaseline } from './baseline.ts';
import { concludeReport } from './conclude.ts';
import type { Judgement } from './gates.ts';
import { judge } from './gates.ts';
import { junitText } from './junit.ts';
import { markdownText } from './markdown.ts';
import { readReportOptions } from './options.ts';
import { readReport } from './read-report.ts';
import { mergeReports } from './report.ts';
import { createScreen, sampleReport } from './sample-report.test-kit.ts';
import { tableText } from './table.ts';

const unknown: SeenUnknown = {
  operation: 'listBooks',
  name: 'authr',
  nearest: 'author',
  message: '"authr" is not a parameter of listBooks; did you mean "author"?',
  count: 2,
};
const refused: SeenViolation = {
  operation: 'listBooks',
  in: 'query',
  pointer: '/authr',
  keyword: 'unknown',
  message: 'is not a parameter of listBooks; did you mean "author"?',
  count: 2,
};
const report = sampleReport({ unknown_query: { listed: [unknown], more: 0 } });

function judged(of = report, isAsked = true): Judgement {
  const failOn = new Set(isAsked ? (['unknown-query'] as const) : []);
  return judge(of, { failOn, minimums: new Map() }, createBaseline([]));
}

describe('an undeclared query parameter in a report', () => {
  it('fails the gate of its own, with its own exit code', () => {
    expect(judged()).toMatchObject({
      exitCode: 7,
      gates: [{ isMet: false, detail: '1 undeclared query parameter' }],
    });
    expect(judged(report, false).exitCode).toBe(0);
    expect(judged(sampleReport())).toMatchObject({
      exitCode: 0,
      gates: [{ isMet: true, detail: 'no undeclared query parameters' }],
    });
    const uncounted = sampleReport({ unknown_query: { listed: [], more: 3 } });
    expect(judged(uncounted)).toMatchObject({ exitCode: 7 });
  });

  it('stands in the table, which fits the terminal', () => {
    const text = tableText(report, judged(), { columns: 80, paint: createPaint(false) });
    expect(text).toContain(
      'Undeclared query parameters\n  2× "authr" is not a parameter of listBooks; did you mean "author"?\n',
    );
    expect(text).toContain('\n  ✗ unknown-query 1 undeclared query parameter\n');
  });

  it('stands in the summary in Markdown', () => {
    expect(markdownText(report, judged())).toContain(
      '**Undeclared query parameters**\n\n- 2× "authr" is not a parameter of listBooks; did you mean "author"?\n',
    );
  });

  it('is a GitHub error where a gate asks for it, else a warning', () => {
    const line =
      'file=openapi.yaml,line=10,title=Undeclared query parameter of listBooks::"authr" is not a parameter of listBooks; did you mean "author"? (2 times)\n';
    expect(annotationsText(report, judged())).toContain(`::error ${line}`);
    expect(annotationsText(report, judged(report, false))).toContain(`::warning ${line}`);
  });

  it('is a skipped case of its own in JUnit, and fails the gate that asks for it', () => {
    const asked = junitText(report, judged());
    expect(asked).toContain('<testsuite name="Undeclared query parameters" tests="1" failures="0"');
    expect(asked).toContain('<testcase name="query authr" classname="listBooks" time="0">');
    expect(asked.match(/2x &quot;authr&quot; is not a parameter of listBooks/g)).toHaveLength(1);
    expect(asked).toContain('<testsuites name="Books &amp; Co 1" tests="5" failures="1"');
    expect(junitText(report, judged(report, false))).toContain(
      '<testsuite name="Undeclared query parameters" tests="1" failures="0" errors="0" skipped="1">',
    );
  });

  it('fails the gate in JUnit also where the report did not keep all of them', () => {
    const more = sampleReport({ unknown_query: { listed: [unknown], more: 3 } });
    expect(junitText(more, judged(more))).toContain(
      '<testcase name="unknown-query" classname="gates" time="0">',
    );
    const none = sampleReport();
    expect(junitText(none, judged(none))).toContain(
      '<testcase name="unknown-query" classname="gates" time="0"/>',
    );
  });

  it('stands once for people where it was refused: among the violations', () => {
    const both = sampleReport({
      violations: { listed: [refused], more: 0 },
      unknown_query: { listed: [unknown], more: 0 },
    });
    const screen = { columns: undefined, paint: createPaint(false) };
    for (const text of [
      tableText(both, judged(both), screen),
      markdownText(both, judged(both)),
      annotationsText(both, judged(both)),
    ]) {
      expect(text).not.toContain('Undeclared query parameter');
      expect(text.match(/did you mean/g)).toHaveLength(1);
    }
    expect(judged(both).exitCode).toBe(7);
  });

  it('lets no client write to the terminal that shows it', () => {
    const name = '\u001b[31m\n::error::x';
    const odd: SeenUnknown = { ...unknown, name, message: `"${name}" is not a parameter` };
    const hostile = sampleReport({ unknown_query: { listed: [odd], more: 0 } });
    const screen = { columns: undefined, paint: createPaint(false) };
    for (const text of [
      tableText(hostile, judged(hostile), screen),
      markdownText(hostile, judged(hostile)),
      annotationsText(hostile, judged(hostile)),
      junitText(hostile, judged(hostile)),
    ]) {
      expect(text).toContain('[31m');
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('\n::error::x');
    }
  });

  it('passes where the baseline knows it, whether it was let through or refused', async () => {
    const baseline = join(await writeFolder(), 'known.json');
    const tell = async (given: object, of = report): Promise<[number, string, string]> => {
      const screen = createScreen();
      const options = readReportOptions({
        format: [],
        failOn: ['violations,unknown-query'],
        baseline,
        writeBaseline: false,
        minCoverage: [],
        ...given,
      });
      return [await concludeReport(of, options, screen), screen.printed(), screen.told()];
    };
    expect(await tell({ writeBaseline: true })).toMatchObject([
      0,
      expect.stringContaining('1 undeclared query parameter of the baseline'),
      expect.stringContaining('1 violation written to'),
    ]);
    expect(JSON.parse(await readFile(baseline, 'utf8'))).toEqual({
      format: 1,
      violations: [{ operation: 'listBooks', in: 'query', pointer: '/authr', keyword: 'unknown' }],
    });
    expect((await tell({}))[0]).toBe(0);
    expect((await tell({}, sampleReport({ violations: { listed: [refused], more: 0 } })))[0]).toBe(
      0,
    );
    expect((await tell({}, sampleReport()))[1]).toContain('1 of the baseline did not happen');
    const other = sampleReport({ unknown_query: { listed: [{ ...unknown, name: 'b' }], more: 0 } });
    expect((await tell({}, other))[0]).toBe(7);
  });

  it('is added up over the shards of a run, also with reports of an older version', () => {
    const { unknown_query: _, ...older } = report;
    const read = readReport(JSON.parse(JSON.stringify(older)));
    if (typeof read === 'string') throw new Error(read);
    const merged = mergeReports([
      { from: 'a', report: read },
      { from: 'b', report },
      { from: 'c', report },
    ]);
    expect(merged.unknown_query).toEqual({ listed: [{ ...unknown, count: 4 }], more: 0 });
  });
});
