import { checkRecord, TooManySteps } from './check-record.ts';
import { findLostWrites } from './lost-writes.ts';
import type { Operation, Result } from './operation.ts';
import { numbersIn } from './operation.ts';
import { shorten } from './shorten.ts';

/**
 * What is wrong with a history, in words; nothing where it is linearizable for each record, and no acknowledged write is
 * lost. A record whose search is given up is wrong, too: such a history proves nothing.
 */
export function checkHistory(
  operations: readonly Operation[],
  finalReads: readonly Operation[],
): readonly string[] {
  const all = [...operations, ...finalReads];
  const lost = findLostWrites(operations, finalReads).map(
    ({ write, read }) =>
      `${write.record}: an acknowledged write is lost\n${describe(write)}\n${describe(read)}`,
  );
  const records = [...new Set(all.map(({ record }) => record))].toSorted();
  const refused = records.flatMap((record) =>
    checkOne(
      record,
      all.filter((operation) => operation.record === record),
    ),
  );
  return [...lost, ...refused];
}

function checkOne(record: string, operations: readonly Operation[]): readonly string[] {
  try {
    const verdict = checkRecord(operations);
    if (verdict.isLinearizable) return [];
    const needed = shorten(operations);
    const shown = new Set(needed.flatMap(({ result }) => numbersIn(result?.state)));
    const unknown = operations.filter(
      ({ kind, begin, result }) => kind !== 'read' && !result && begin < verdict.refused.end,
    );
    const origins = operations.filter(
      (operation) => shown.has(operation.number ?? -1) && !needed.includes(operation),
    );
    const begin = needed[0]?.begin ?? 0;
    const refusals = operations.filter(
      ({ kind, begin: at, end, result }) =>
        result?.says === 'unchanged' && kind !== 'read' && at < verdict.refused.end && end > begin,
    );
    const states = verdict.states.slice(0, 5).map((state) => `"${state}"`);
    return [
      [
        `${record}: no sequence explains these replies:`,
        ...needed.map(describe),
        ...listSome('What they show was written here:', origins),
        `Before the reply to ${describe(verdict.refused).trim()}`,
        `the record could be ${states.join(' or ')}.`,
        ...listSome('Writes that changed nothing, as their replies say:', refusals),
        ...listSome('Of the writes without an answer none explains it:', unknown),
      ].join('\n'),
    ];
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return [
      `${record}: gave up, so that it is not known whether its history is good: ${error.message}`,
    ];
  }
}

/** The last ones. */
function listSome(title: string, operations: readonly Operation[]): readonly string[] {
  if (operations.length === 0) return [];
  const latest = operations.slice(-8).map(describe);
  const left = operations.length - latest.length;
  return [title, ...(left > 0 ? [`  (${left} earlier ones)`] : []), ...latest];
}

/** One operation in a line: when, which client, what, and the reply. */
function describe(operation: Operation): string {
  const { client, kind, number, onlyIf, begin, end, result } = operation;
  const last = end === Infinity ? '…' : end.toFixed(1);
  const what = [kind, number, onlyIf === undefined ? '' : `if "${onlyIf}"`]
    .filter(Boolean)
    .join(' ');
  const when = `${begin.toFixed(1)} – ${last} ms`;
  return `  ${when.padEnd(24)} ${client.padEnd(8)} ${what.padEnd(14)} → ${tellResult(result)}`;
}

function tellResult(result: Result | undefined): string {
  if (!result) return 'no answer that counts';
  return result.state === undefined ? result.says : `${result.says} "${result.state}"`;
}
