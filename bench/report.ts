import { cpus, totalmem } from 'node:os';

import type { Goal } from './goals.ts';
import type { Lab } from './lab.ts';
import { tellLacks } from './lab.ts';
import type { Peer } from './peers.ts';
import type { Reasons } from './reasons.ts';
import type { Section } from './section.ts';
import { writeTable } from './table.ts';

/** What was run, for the head of the report. */
export interface Run {
  readonly lab: Lab;
  readonly command: string;
  readonly peers: readonly Peer[];
  readonly reasons: Reasons;
}

export function writeReport(run: Run, sections: readonly Section[]): string {
  const goals = sections.flatMap((section) => section.goals ?? []);
  return `${[
    writeHead(run),
    ...writeStandings(sections),
    ...(goals.length > 0 ? [writeGoals(goals, run.reasons)] : []),
    ...sections.map(writeSection),
  ].join('\n\n')}\n`;
}

function writeSection({ title, text, tables }: Section): string {
  return [`### ${title}`, text, ...tables.map(writeTable)].join('\n\n');
}

function writeHead({ lab, command, peers }: Run): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const versions = peers.map(({ name, version }) => `${name} ${version}`).join(', ');
  const lines = [
    '# Side by side',
    '',
    `Written by \`${command}\`; [README.md](README.md) tells how it is measured. Medians of ${lab.rounds} rounds, in each of which`,
    'every server takes its turn. Ratios are medians of the ratios of each round, by requests per second of the server’s own',
    'CPU: more is better. Ratios of p99 are times: less is better. A server that answers wrong has no figure.',
    '',
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${lab.node.version}, load by ${lab.generator.name}.`,
    ...tellLacks(lab),
    '',
    'The Node counts: Express asks much more of Node 20 than of Node 24, since it sets the prototypes of',
    'request and response. Ratios to Express of one Node say nothing of another.',
    '',
    `Peers: ${versions}.`,
  ];
  return lines.join('\n');
}

/** One row for each subject, one column for each scene that compares them all. */
function writeStandings(sections: readonly Section[]): readonly string[] {
  const standings = sections.flatMap((section) => section.standings ?? []);
  if (standings.length === 0) return [];
  const names = new Set(standings.flatMap(({ cells }) => [...cells.keys()]));
  const rows = [...names].map((name) => [
    name,
    ...standings.map(({ cells }) => cells.get(name) ?? '–'),
  ]);
  const columns = ['', ...standings.map(({ column }) => column)];
  const text = 'Ratios to the bare Express route of the same round.';
  return ['## Where peers stand', text, writeTable({ columns, rows })];
}

function writeGoals(goals: readonly Goal[], reasons: Reasons): string {
  const rows = goals.map(({ what, target, measured, isReached }) => [
    what,
    target,
    measured,
    isReached === undefined ? 'not measured' : isReached ? 'reached' : '**not reached**',
  ]);
  return [
    '## What we reach',
    writeTable({ columns: ['', 'target', 'measured', ''], rows }),
    ...writeReasons(
      goals.filter((goal) => goal.isReached === false),
      reasons,
    ),
    '## Scene by scene',
  ].join('\n\n');
}

/** A line that was not reached is explained, or it is said that nobody has done so. */
function writeReasons(missed: readonly Goal[], reasons: Reasons): readonly string[] {
  if (missed.length === 0) return [];
  const lines = missed.map(({ what }) => `- **${what}**: ${reasons[what] ?? unexplained}`);
  return ['What was not reached, and why:', lines.join('\n')];
}

const unexplained = 'nobody has looked into it yet.';
