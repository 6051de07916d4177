import type { Operation } from './operation.ts';
import { isAcknowledged, isWrite, numbersIn } from './operation.ts';

export interface LostWrite {
  readonly write: Operation;
  readonly read: Operation;
}

/**
 * The acknowledged writes that a final read contradicts: it doesn't show them, and no other write can have undone them
 * since. It looks at two operations at a time, so that it says of a write that it is lost where the search of
 * `checkRecord` says that some reply has no explanation.
 */
export function findLostWrites(
  operations: readonly Operation[],
  finalReads: readonly Operation[],
): readonly LostWrite[] {
  return finalReads.flatMap((read) => {
    const own = operations.filter(({ record }) => record === read.record);
    return own
      .filter((write) => isAcknowledged(write) && write.end < read.begin && !isShown(write, read))
      .filter((write) => !own.some((other) => canUndo(other, { write, read })))
      .map((write) => ({ write, read }));
  });
}

function isShown({ kind, number }: Operation, { result }: Operation): boolean {
  if (!result) return true;
  if (kind === 'delete') return result.says === 'absent';
  const [value, ...entries] = numbersIn(result.state);
  return kind === 'append' ? entries.includes(number ?? 0) : value === number;
}

/** Whether it may have taken effect after the write and before the read, and takes away what the write brought. */
function canUndo(other: Operation, { write, read }: LostWrite): boolean {
  if (other === write || !isWrite(other) || other.begin > read.end || other.end < write.begin)
    return false;
  if (write.kind === 'delete') return other.kind === 'put' || other.kind === 'create';
  if (write.kind === 'append') return other.kind !== 'append' && other.kind !== 'change';
  return other.kind !== 'append';
}
