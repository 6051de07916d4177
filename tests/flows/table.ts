import { exceptions } from './exceptions.ts';
import type { ContractOutcome } from './play-contract.ts';

/** Two tables in Markdown: how many flows of each contract passed, and why the others didn't. */
export function writeTable(outcomes: readonly ContractOutcome[]): string {
  const total = {
    name: `all ${outcomes.length}`,
    flows: outcomes.reduce((sum, { flows }) => sum + flows, 0),
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    milliseconds: outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  };
  const rows = [...outcomes, total].map(({ name, flows, passed, milliseconds }) => [
    name,
    String(passed),
    String(flows),
    flows === 0 ? '' : `${Math.floor((100 * passed) / flows)} %`,
    String(milliseconds),
  ]);
  const misses = outcomes.flatMap(({ name, misses: missed }) =>
    missed.map(({ flow, trouble, detail }) => [
      name,
      flow,
      trouble,
      reasonOf(name, flow, trouble) ?? detail.slice(0, 200),
    ]),
  );
  return [
    writeRows([
      ['document', 'passed', 'flows', 'share', 'ms'],
      ['---', '--:', '--:', '--:', '--:'],
      ...rows,
    ]),
    writeRows([['document', 'flow', 'trouble', 'reason'], ['---', '---', '---', '---'], ...misses]),
  ].join('\n');
}

function reasonOf(document: string, flow: string, trouble: string): string | undefined {
  return exceptions.find(
    (each) => each.document === document && each.flow === flow && each.trouble === trouble,
  )?.because;
}

function writeRows(rows: readonly (readonly string[])[]): string {
  const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return `${rows.map((row) => `| ${row.map(escape).join(' | ')} |`).join('\n')}\n`;
}
