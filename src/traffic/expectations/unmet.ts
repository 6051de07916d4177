import type { Verification } from './verify.ts';

/** The requests do not meet an expectation, or the journal no longer has enough to know it. */
export class UnmetExpectation extends Error {
  override readonly name = 'UnmetExpectation';
  readonly verification: Verification;

  constructor(verification: Verification) {
    super(describeVerification(verification));
    this.verification = verification;
  }
}

/** Throws where it is not met, or where the journal no longer has enough to prove an upper limit. */
export function assertMet(verification: Verification): void {
  const isSure = verification.isComplete || verification.wanted.atMost === undefined;
  if (!verification.isMet || !isSure) throw new UnmetExpectation(verification);
}

function describeVerification({ message, nearest }: Verification): string {
  if (nearest.length === 0) return message;
  const calls = nearest.map(({ id, method, path, status, differences }) => {
    const words = differences.length === 0 ? ['as described'] : differences;
    return `\n  #${id} ${method} ${path} ${status}: ${words.join('; ')}`;
  });
  return `${message}\nThe nearest calls:${calls.join('')}`;
}
