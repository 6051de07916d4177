import type { OperationFacts } from '../journal-context.ts';
import type { Entry } from '../entry.ts';
import type { NearOperation } from './nearest-operations.ts';

/** Why a request got the answer that it got. */
export interface Explanation {
  readonly entry: Entry;
  /** All of it in plain words, in the order in which it happened. */
  readonly sentences: readonly string[];
  /** Undefined where no operation is meant, or the contract has it no more. */
  readonly operation: OperationFacts | undefined;
  /** The path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The step of the road that refused it; undefined where none did. */
  readonly refusedBy: RefusingStep | undefined;
  readonly source: Source;
  /** The operations that an unmatched request may have meant. */
  readonly nearest: readonly NearOperation[];
}

export type RefusingStep =
  | 'receive'
  | 'access'
  | 'world'
  | 'route'
  | 'intervene'
  | 'authenticate'
  | 'authorize'
  | 'read-body'
  | 'validate-request'
  | 'behave'
  | 'validate-response'
  | 'store';

/** What the answer was made of. */
export interface Source {
  readonly kind:
    | 'record'
    | 'records'
    | 'change'
    | 'example'
    | 'generated'
    | 'empty'
    | 'intervention'
    | 'refusal'
    | 'breach'
    | 'preflight'
    | 'forwarded'
    /** The contract has been loaded again, and has this operation no more. */
    | 'unknown';
  readonly collection: string | undefined;
  readonly key: string | undefined;
}
