import type { ProblemCode } from '../../base/catalogue.ts';
import type { Violation } from '../../base/errors.ts';
import type { Verdict } from '../../pipeline/exchange.ts';

/** What was wrong. */
export interface Fault {
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  readonly violations: readonly Violation[];
}

export const noFault: Fault = { code: undefined, detail: '', violations: [] };

/** Takes from errors what is to be kept; whoever is refused is often told the same again and again. */
export function createFaultTaker(): (verdict: Exclude<Verdict, { kind: 'served' }>) => Fault {
  let last = noFault;
  const keep = (code: ProblemCode, detail: string, violations: readonly Violation[]): Fault => {
    const isRepeated =
      last.code === code && last.detail === detail && last.violations === violations;
    // Not the error itself: what caused it may hold on to anything.
    return isRepeated ? last : (last = { code, detail, violations });
  };
  return (verdict) => {
    if (verdict.kind === 'breach') {
      const { message, violations } = verdict.breach;
      return keep('contract-breach', message, violations);
    }
    const { code, message, violations } = verdict.error;
    return keep(code, message, violations);
  };
}
