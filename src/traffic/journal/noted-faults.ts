import type { ProblemCode } from '../../base/catalogue.ts';
import type { Violation } from '../../base/errors.ts';
import type { ReplyVerdict } from '../../pipeline/exchange.ts';

/** What was wrong. */
export interface NotedFault {
  readonly code: ProblemCode | undefined;
  readonly detail: string;
  readonly violations: readonly Violation[];
}

export const noFault: NotedFault = { code: undefined, detail: '', violations: [] };

/** Takes from errors what is to be kept; whoever is refused is often told the same again and again. */
export function createFaultTaker(): (
  verdict: Exclude<ReplyVerdict, { kind: 'served' }>,
) => NotedFault {
  let last = noFault;
  const keep = (
    code: ProblemCode,
    detail: string,
    violations: readonly Violation[],
  ): NotedFault => {
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
