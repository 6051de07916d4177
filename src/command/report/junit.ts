import type {
  CoveredOperation,
  CoveredPoint,
  CoverageReport,
  SeenUnknown,
} from '../../traffic/coverage/report.ts';
import { printableXml } from '../../base/printable.ts';
import { describeBreach, describeNearest, noteOf, fileAndLineOf } from './findings.ts';
import type { Gate, Judgement } from './gates.ts';

interface Case {
  readonly name: string;
  readonly className: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly message: string;
  /** Written for failed cases only. */
  readonly details: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

/**
 * A suite for each operation with a case for each point, one for the undeclared query parameters,
 * and one for the gates. An uncovered point is a failed case if its kind is below the minimum, else
 * a skipped one; where the user asks for no minimum of the kind, it has no case. Undeclared query
 * parameters are skipped cases: if a gate asks for them, it fails, and names them.
 */
export function junitText(report: CoverageReport, judgement: Judgement): string {
  const suites: readonly Suite[] = [
    ...report.operations
      .map((operation) => toSuite(operation, judgement))
      .filter(({ cases }) => cases.length > 0),
    ...(judgement.unknownQuery.length === 0
      ? []
      : [
          {
            name: 'Undeclared query parameters',
            cases: judgement.unknownQuery.map(toUnknownCase),
          },
        ]),
    ...(judgement.gates.length === 0
      ? []
      : [
          {
            name: 'Gates',
            cases: judgement.gates.map((gate) => toGateCase(gate, report, judgement)),
          },
        ]),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const name = `${report.contract.title} ${report.contract.version}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...countsOf(all) })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function toSuite(
  { id, method, path, points }: CoveredOperation,
  { gates, lacking }: Judgement,
): Suite {
  const isAsked = ({ kind, count }: CoveredPoint): boolean =>
    count > 0 || gates.some(({ name }) => name === kind);
  const toCase = (point: CoveredPoint): Case => ({
    name: point.label,
    className: id,
    outcome: point.count > 0 ? 'passed' : lacking.has(point.kind) ? 'failed' : 'skipped',
    message: `not covered${noteOf(point)}`,
    details: fileAndLineOf(point),
  });
  return { name: `${method} ${path}`, cases: points.filter(isAsked).map(toCase) };
}

function toUnknownCase({ operation, name, message, count }: SeenUnknown): Case {
  return {
    name: `query ${name}`,
    className: operation,
    outcome: 'skipped',
    message,
    details: describeUnknown({ message, count }),
  };
}

function describeUnknown({ message, count }: Pick<SeenUnknown, 'message' | 'count'>): string {
  return `${count}x ${message}`;
}

function toGateCase(gate: Gate, report: CoverageReport, judgement: Judgement): Case {
  return {
    name: gate.name,
    className: 'gates',
    outcome: gate.isMet ? 'passed' : 'failed',
    message: gate.detail,
    details: listViolations(gate, report, judgement).join('\n'),
  };
}

function listViolations(
  { name }: Gate,
  { unmatched, breaches }: CoverageReport,
  { violations, unknownQuery }: Judgement,
): readonly string[] {
  if (name === 'violations') {
    return violations.map(
      ({ operation, in: place, pointer, message, count }) =>
        `${count}x ${operation} ${place} ${pointer}: ${message}`,
    );
  }
  if (name === 'unmatched') {
    return unmatched.listed.map(
      (seen) => `${seen.count}x ${seen.method} ${seen.path}${describeNearest(seen)}`,
    );
  }
  if (name === 'unknown-query') return unknownQuery.map(describeUnknown);
  if (name !== 'breach') return [];
  return breaches.listed.map((breach) => `${breach.count}x ${describeBreach(breach)}`);
}

function suiteLines({ name, cases }: Suite): readonly string[] {
  return [
    `  <testsuite ${attributes({ name, ...countsOf(cases) })}>`,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ];
}

function caseLines({ name, className, outcome, message, details }: Case): readonly string[] {
  const head = `    <testcase ${attributes({ name, classname: className, time: 0 })}`;
  if (outcome === 'passed') return [`${head}/>`];
  const element =
    outcome === 'skipped'
      ? `<skipped ${attributes({ message })}/>`
      : `<failure ${attributes({ message, type: 'coverage' })}>${escapeXml(details)}</failure>`;
  return [`${head}>`, `      ${element}`, '    </testcase>'];
}

function countsOf(cases: readonly Case[]): Readonly<Record<string, number>> {
  const count = (outcome: Case['outcome']): number =>
    cases.filter((one) => one.outcome === outcome).length;
  return { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped') };
}

function attributes(members: Readonly<Record<string, string | number>>): string {
  return Object.entries(members)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML 1.0 does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return printableXml(
    text
      .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character),
  );
}
