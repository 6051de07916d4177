import type { Goal } from './goals.ts';
import type { Lab, Machine } from './lab.ts';
import { tellLacks } from './lab.ts';
import type { Peer } from './peers.ts';
import type { Reasons } from './reasons.ts';
import type { Section } from './section.ts';
import { writeTable } from './table.ts';

/** What was run, for the head of the report. */
export interface Run {
  readonly lab: Lab;
  readonly machine: Machine;
  /** The day, as `2026-01-31`. */
  readonly date: string;
  readonly command: string;
  readonly peers: readonly Peer[];
  readonly reasons: Reasons;
  /** What else is to be known of it. */
  readonly remark?: string;
}

/**
 * The whole of RESULTS.md, or of REPLICAS.md: a part for each machine and Node. The run replaces the part
 * of its own machine, and the others stay as they are.
 */
export function writeResults(
  run: Run,
  sections: readonly Section[],
  earlier: string,
  head: string = sideBySide,
): string {
  const others = earlier.split(betweenParts).slice(1);
  const own = titleOf(run);
  const kept = others
    .filter((part) => part.split('\n', 1)[0] !== own)
    .map((part) => part.trimEnd());
  const parts = [writePart(run, sections), ...kept];
  return [head, ...parts.map((part) => `## ${part}`)].join('\n\n').concat('\n');
}

const betweenParts = /^## /m;

const sideBySide = `# Side by side

Written by \`npm run bench\`, a part for each machine and Node; [README.md](README.md) tells how it is measured. Compare
figures of one part only. Ratios don’t travel between processors, nor between Nodes: Express asks much more of Node 20 than
of Node 24, since it sets the prototypes of request and response.

Ratios are medians of the ratios of each round, by requests per second of the server’s own CPU: more is better. Ratios of
p99 are times: less is better. A server that answers wrong has no figure.`;

export const replicasHead = `# Replicas

Written by \`npm run bench -- replicas\`, a part for each machine and Node; [README.md](README.md) tells how it is measured, and
[docs/replicas.md](../docs/replicas.md) what replicas are. Compare figures of one part only.

CPU is what the kernel counts for each process, with its threads: user and system. Ratios are medians of the ratios of each round.`;

/** The part of one run; the title is its first line. */
export function writePart(run: Run, sections: readonly Section[]): string {
  const goals = sections.flatMap((section) => section.goals ?? []);
  return [
    titleOf(run),
    ...writeRun(run),
    ...writeStandings(sections),
    ...(goals.length > 0 ? [writeGoals(goals, run.reasons)] : []),
    ...sections.map(writeSection),
  ].join('\n\n');
}

function titleOf({ lab, machine: { processor, cores } }: Run): string {
  return `${cores} × ${processor}, Node ${lab.node.version.replace(/^v(\d+).*/, '$1')}`;
}

function writeRun({ lab, command, date, machine, peers, remark }: Run): readonly string[] {
  const versions = peers.map(({ name, version }) => `${name} ${version}`).join(', ');
  const load = `load by ${lab.generator.name}, medians of ${lab.rounds} rounds, in each of which every server takes its turn.`;
  return [
    [
      `\`${command}\` on ${date}: ${machine.memory} GB, Node ${lab.node.version}, ${load}`,
      ...(remark === undefined ? [] : [remark]),
      ...tellLacks(lab),
    ].join('\n'),
    ...(peers.length > 0 ? [`Peers: ${versions}.`] : []),
  ];
}

function writeSection({ title, text, tables }: Section): string {
  return [`### ${title}`, text, ...tables.map(writeTable)].join('\n\n');
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
  const text = 'Ratios to bare node:http and to the bare Express route of the same round.';
  return ['### Where peers stand', text, writeTable({ columns, rows })];
}

function writeGoals(goals: readonly Goal[], reasons: Reasons): string {
  const rows = goals.map(({ what, target, measured, isReached }) => [
    what,
    target,
    measured,
    isReached === undefined ? 'not measured' : isReached ? 'reached' : '**not reached**',
  ]);
  return [
    '### What we reach',
    writeTable({ columns: ['', 'target', 'measured', ''], rows }),
    ...writeReasons(
      goals.filter((goal) => goal.isReached === false),
      reasons,
    ),
  ].join('\n\n');
}

/** A line that was not reached is explained, or it is said that nobody has done so. */
function writeReasons(missed: readonly Goal[], reasons: Reasons): readonly string[] {
  if (missed.length === 0) return [];
  const lines = missed.map(({ what }) => `- **${what}**: ${reasons[what] ?? unexplained}`);
  return ['What was not reached, and why:', lines.join('\n')];
}

const unexplained = 'nobody has looked into it yet.';
