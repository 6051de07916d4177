import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from growing its space for young objects while the server reads a contract. Nearly all
 * objects made then survive, so V8 would grow the space to 96 MB and never shrink it again: a third
 * of all memory with the largest contracts.
 */
export async function withSmallYoungSpace<T>(
  work: () => Promise<T>,
  setFlag: (flag: string) => void = setFlagsFromString,
): Promise<T> {
  // The choice of the user wins.
  if (isSetByUser()) return work();
  setFlag(`${flag}=1`);
  try {
    return await work();
  } finally {
    setFlag(`${flag}=${usual}`);
  }
}

/** V8 reads it whenever the space could grow, so it may change at any time. */
const flag = '--semi-space-growth-factor';
const usual = 2;

/** NODE_OPTIONS does not allow this flag. V8 accepts underscores instead of dashes. */
function isSetByUser(): boolean {
  return process.execArgv.some((word) => word.replaceAll('_', '-').startsWith(flag));
}
