import type { Outcome } from './play-document.ts';

const columns = [
  'operations',
  'gets',
  'valid',
  'free',
  'marked',
  'unvalidated',
  'refusals',
  'unlinked',
  'refused',
  'failed',
  'startMilliseconds',
] as const;
const titles = [
  'operations',
  'GETs',
  '2xx valid',
  'free',
  'marked',
  'unvalidated',
  'only refusals declared',
  'not linked',
  '4xx',
  '5xx',
  'start ms',
];

/** A table in Markdown: a row for each contract, and one for them all. */
export function writeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => [
    outcome.name,
    ...columns.map((column) => String(outcome[column])),
  ]);
  const total = [
    `all ${outcomes.length}`,
    ...columns.map((column) => String(outcomes.reduce((sum, outcome) => sum + outcome[column], 0))),
  ];
  const head = ['document', ...titles];
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return `${[head, rule, ...rows, total].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}
