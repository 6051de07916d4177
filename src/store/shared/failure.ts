import { ApiError, messageOf } from '../../base/errors.ts';

/**
 * How a step of the store failed. `unsent`: it was not asked. `refused`: it has answered that it did
 * nothing. `unknown`: it was asked, and has not answered, so it may have done it, or do it later.
 * `fenced`: another replica is the owner now. `lost`: it has lost what was stored.
 */
export type FailureKind = 'unsent' | 'refused' | 'unknown' | 'fenced' | 'lost';

export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** The failure of the store behind an error; undefined: it has another cause. */
export function failureIn(error: unknown): StoreFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof StoreFailure) return cause;
  return undefined;
}

export function describeFailure(error: unknown): string {
  return messageOf(failureIn(error) ?? error);
}

export function refuseByStore(detail: string, cause?: unknown): ApiError {
  return new ApiError('store-unreachable', detail, { cause, headers: { 'Retry-After': '1' } });
}
