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

/** The reason of a refusal, in words that do without those of Redis. */
export const fullStore = 'the store is full (maxmemory)';

export function describeFailure(error: unknown): string {
  return messageOf(failureIn(error) ?? error);
}

export function refuseByStore(detail: string, cause?: unknown): ApiError {
  return new ApiError('store-unreachable', detail, { cause, headers: { 'Retry-After': '1' } });
}

/** The refusal that an error of the store becomes. `isChanged`: whether it may have changed something. */
export function explainFailure(error: unknown, isChanged: boolean): unknown {
  const failure = failureIn(error);
  if (!failure) return error;
  // As on a full disk: the store is there, and does not take it.
  if (failure.kind === 'refused') return new Error(describeFailure(failure), { cause: error });
  const outcome = isChanged ? 'The change may have been made, once' : 'Nothing was changed';
  return refuseByStore(`${outcome}: ${describeFailure(failure)}.`, error);
}
