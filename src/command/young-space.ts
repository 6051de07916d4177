import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the platform's space for what is young as small as it begins, while a contract is read. Nearly
 * all that is made then stays, which the platform takes for a sign that the space is too small: it
 * grows to 96 MB, and never shrinks again. With the largest contracts that is a third of all memory.
 */
export async function withSmallYoungSpace<T>(
  work: () => Promise<T>,
  setFlag: (flag: string) => void = setFlagsFromString,
): Promise<T> {
  // Whoever started this process may know better.
  if (isSetByUser()) return work();
  setFlag(`${flag}=1`);
  try {
    return await work();
  } finally {
    setFlag(`${flag}=${usual}`);
  }
}

/** Looked at whenever the space could grow, so that it may change at any time. */
const flag = '--semi-space-growth-factor';
const usual = 2;

/** On the command line: the environment is not allowed to. The platform takes an underscore for a dash. */
function isSetByUser(): boolean {
  return process.execArgv.some((word) => word.replaceAll('_', '-').startsWith(flag));
}
