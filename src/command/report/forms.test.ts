import { expect, it } from 'vitest';

import type { XmlElement } from '../../contract/bodies/formats/xml-text.ts';
import { parseXml } from '../../contract/bodies/formats/xml-text.ts';
import { createPaint } from '../terminal.ts';
import { annotationsText } from './annotations.ts';
import { createBaseline } from './baseline.ts';
import type { Judgement } from './gates.ts';
import { judge } from './gates.ts';
import { junitText } from './junit.ts';
import { markdownText } from './markdown.ts';
import type { ViolationKind } from './options.ts';
import { violationKinds, sampleReport } from './sample-report.test-kit.ts';
import { tableText } from './table.ts';

const faulty = sampleReport(violationKinds);

function judged(report = faulty): Judgement {
  const failOn = new Set<ViolationKind>(['violations', 'unmatched']);
  const minimums = new Map([
    ['operations', 50],
    ['statuses', 80],
  ] as const);
  return judge(report, { failOn, minimums }, createBaseline([]));
}

it('the table shows what is missing and where, and what it comes to', () => {
  const columns = 60;
  const text = tableText(faulty, judged(), { columns, paint: createPaint(false) });
  expect(text.split('\n').filter((line) => line.length > columns)).toEqual([]);
  expect(text).toBe(`Books & Co 1: 2 operations, 4 requests, 2 forced (they cove…

✗ GET     3/6  4 requests    /books
    query q absent               openapi.yaml:12
    query sort = "a,b: <50%>"    openapi.yaml:13
    status 404 (forced 2 times)  openapi.yaml:15
✗ POST    0/2  never called  /books

Violations
  2× createBook body /title: must be a string, but is 100 %
  1× listBooks query /q: is required

Unmatched requests
  3× GET /boks

Breaches
  1× listBooks no title

Covered
  operations   1 of 2   50.0 %
  parameters   1 of 2   50.0 %
  enum values  0 of 1    0.0 %
  media types  0 of 0     none
  statuses     1 of 3   33.3 %
  security     0 of 0     none

Gates
  ✗ violations   2 violations
  ✗ unmatched    3 unmatched requests
  ✓ operations   50.0 % of operations, 50 % wanted
  ✗ statuses     33.3 % of statuses, 80 % wanted
`);
});

it('a table of nothing asks for the likely reason', () => {
  const operations = faulty.operations.map((operation) => ({
    ...operation,
    requests: 0,
    forced: 0,
  }));
  const text = tableText(sampleReport({ operations }), judged(), {
    columns: undefined,
    paint: createPaint(false),
  });
  expect(text).toContain(
    '\nNo request reached the contract: was the client pointed at this server, or refused before (403, 421)?\n',
  );
  const lost = sampleReport({ operations, unmatched: violationKinds.unmatched });
  const other = tableText(lost, judged(), { columns: undefined, paint: createPaint(false) });
  expect(other).not.toContain('No request reached');
});

it('no form lets a client write to the terminal that shows it', () => {
  const pointer = '/\u001b[31m\n::error::x';
  const listed = violationKinds.violations.listed.map((one) => ({ ...one, pointer }));
  const report = sampleReport({ violations: { listed, more: 0 } });
  const screen = { columns: undefined, paint: createPaint(false) };
  const texts = [
    tableText(report, judged(report), screen),
    annotationsText(report, judged(report)),
    markdownText(report, judged(report)),
    junitText(report, judged(report)),
  ];
  for (const text of texts) {
    expect(text).toContain('[31m');
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\n::error::x');
  }
});

it('the table is colored where a terminal is', () => {
  const text = tableText(faulty, judged(), { columns: undefined, paint: createPaint(true) });
  expect(text).toContain('\u001b[31mnever called');
});

it('annotations stand on the lines of the contract, escaped as GitHub reads them', () => {
  expect(annotationsText(faulty, judged()).trimEnd().split('\n')).toEqual([
    '::error file=openapi.yaml,line=10,title=Breach in listBooks::no title',
    '::error file=openapi.yaml,line=40,title=Violation of createBook::body /title: must be a string,%0Abut is 100 %25 (2 times)',
    '::error file=openapi.yaml,line=10,title=Violation of listBooks::query /q: is required',
    '::error file=openapi.yaml,line=1,title=Unmatched request::GET /boks is no operation of the contract (3 times)',
    '::warning file=openapi.yaml,line=40,title=createBook was never called::No request was for POST /books.',
    '::warning file=openapi.yaml,line=12,title=Not covered in listBooks::query q absent',
    '::warning file=openapi.yaml,line=13,title=Not covered in listBooks::query sort = "a,b: <50%25>"',
    '::warning file=openapi.yaml,line=15,title=Not covered in listBooks::status 404 (forced 2 times)',
  ]);
});

it('names of files and operations may hold what separates properties', () => {
  const [first] = faulty.operations;
  if (!first) throw new Error('there are two');
  const points = first.points.map((point) => ({ ...point, file: 'a,b:c%.yaml', count: 0 }));
  const odd = sampleReport({ operations: [{ ...first, id: 'get a::b,c', points }] });
  expect(annotationsText(odd, judged(odd)).split('\n', 1)[0]).toBe(
    '::warning file=a%2Cb%3Ac%25.yaml,line=10,title=Not covered in get a%3A%3Ab%2Cc::valid request',
  );
});

function elementsIn(element: XmlElement | undefined): readonly XmlElement[] {
  return element?.children.filter((child) => typeof child !== 'string') ?? [];
}

function attributesOf(element: XmlElement | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(element?.attributes ?? []);
}

it('JUnit has a case for each point: failed where its kind falls short, skipped where it does not', () => {
  const text = junitText(faulty, judged());
  const suites = parseXml(text);
  expect(suites.name).toBe('testsuites');
  expect(attributesOf(suites)).toMatchObject({
    name: 'Books & Co 1',
    tests: '10',
    failures: '5',
    skipped: '1',
  });
  const [list, create, gates] = elementsIn(suites);
  expect(attributesOf(list)).toMatchObject({
    name: 'GET /books',
    tests: '4',
    failures: '1',
    skipped: '0',
  });
  const tried = elementsIn(list);
  expect(attributesOf(tried[1])).toMatchObject({
    name: 'query q present',
    classname: 'listBooks',
  });
  const [failure] = elementsIn(tried[3]);
  expect([failure?.name, attributesOf(failure)]).toMatchObject([
    'failure',
    { message: 'not covered (forced 2 times)' },
  ]);
  expect(failure?.children).toEqual(['openapi.yaml:15']);
  const [skipped] = elementsIn(elementsIn(create)[0]);
  expect([skipped?.name, attributesOf(skipped)]).toEqual(['skipped', { message: 'not covered' }]);
  expect(elementsIn(gates).map((one) => attributesOf(one)['name'])).toEqual([
    'violations',
    'unmatched',
    'operations',
    'statuses',
  ]);
  const [reason] = elementsIn(elementsIn(gates)[0]);
  expect([reason?.name, reason?.children[0]]).toEqual([
    'failure',
    expect.stringContaining('2x createBook body /title: must be'),
  ]);
});

it('JUnit says nothing of what is not covered where no gate asks for a minimum', () => {
  const { violations, gates } = judged();
  const judgement = { ...judged(), gates: gates.slice(0, 1), lacking: new Set<never>() };
  const text = junitText(faulty, judgement);
  expect(violations).toHaveLength(2);
  expect(text).not.toContain('not covered');
  const names = elementsIn(parseXml(text)).map((suite) => attributesOf(suite)['name']);
  expect(names).toEqual(['GET /books', 'Gates']);
});

it('JUnit is XML, whatever a client sends', () => {
  const path = '/\u0000\u001b\ud800]]>&amp;"\ufffe';
  const odd = sampleReport({ unmatched: { listed: [{ method: 'GET', path, count: 1 }], more: 0 } });
  const text = junitText(odd, judged(odd));
  expect(parseXml(text).name).toBe('testsuites');
  expect(text).toContain('/\ufffd\ufffd\ufffd]]&gt;&amp;amp;&quot;\ufffd');
});

it('Markdown says it in short, and nothing in it is markup by chance', () => {
  expect(markdownText(faulty, judged())).toBe(`### Coverage of Books \\& Co 1

4 requests; besides, 2 forced, which cover nothing.

| | covered | of | |
| --- | ---: | ---: | ---: |
| operations | 1 | 2 | 50.0 % |
| parameters | 1 | 2 | 50.0 % |
| enum values | 0 | 1 | 0.0 % |
| media types | 0 | 0 | none |
| statuses | 1 | 3 | 33.3 % |
| security | 0 | 0 | none |

- ❌ **violations**: 2 violations
- ❌ **unmatched**: 3 unmatched requests
- ✅ **operations**: 50.0 % of operations, 50 % wanted
- ❌ **statuses**: 33.3 % of statuses, 80 % wanted

**Violations**

- 2× \`createBook\` \`body /title\`: must be a string, but is 100 %
- 1× \`listBooks\` \`query /q\`: is required

**Unmatched requests**

- 3× \`GET /boks\`

**Breaches**

- 1× listBooks no title

<details><summary>Not covered: 2 operations</summary>

- \`GET /books\`
  - query q absent \`openapi.yaml:12\`
  - query sort = "a,b: \\<50%\\>" \`openapi.yaml:13\`
  - status 404 (forced 2 times) \`openapi.yaml:15\`
- \`POST /books\` was never called

</details>
`);
});

it('Markdown stays short, however much is missing', () => {
  const [first] = faulty.operations;
  if (!first) throw new Error('there are two');
  const [point] = first.points;
  if (!point) throw new Error('there are some');
  const points = Array.from({ length: 500 }, () => ({ ...point, count: 0 }));
  const operations = Array.from({ length: 500 }, () => ({ ...first, points }));
  const text = markdownText(sampleReport({ operations }), judged());
  expect(text.split('\n').length).toBeLessThan(1200);
  expect(text).toContain('  - … and 480 more');
  expect(text).toContain('- … and 450 operations more');
});

it('all forms name the path that an unmatched request may have meant', () => {
  const listed = [{ method: 'GET', path: '/boks/7', nearest: '/books/{id}', count: 1 }];
  const report = sampleReport({ unmatched: { listed, more: 0 } });
  const judgement = judged(report);
  const screen = { columns: 80, paint: createPaint(false) };
  expect(tableText(report, judgement, screen)).toContain(
    '  1× GET /boks/7; did you mean /books/{id}?\n',
  );
  expect(markdownText(report, judgement)).toContain(
    '- 1× `GET /boks/7`; did you mean `/books/{id}`?\n',
  );
  expect(annotationsText(report, judgement)).toContain(
    'GET /boks/7 is no operation of the contract; did you mean /books/{id}?\n',
  );
  expect(junitText(report, judgement)).toContain('1x GET /boks/7; did you mean /books/{id}?');
});

it('the table tells which replicas have answered', () => {
  const report = sampleReport({ answered_by: [{ url: 'http://a', requests: 7 }] });
  const text = tableText(report, judged(), { columns: 120, paint: createPaint(false) });
  expect(text).toMatch(/^Books & Co 1: .*\nanswered by the replicas http:\/\/a \(7\)\n\n/);
});
