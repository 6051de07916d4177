import type { JsonValue } from '../../../base/json.ts';
import type { Part } from '../../load/documents.ts';
import type { Operation } from '../../operations.ts';

/** How the contract says that a record goes from one state to the next. */
export interface Transition {
  readonly place: Pick<Part, 'uri' | 'pointer'>;
  /** The same as long as the entry stays in its place: a world counts under this name. */
  readonly id: string;
  /** The name of the collection whose records change. */
  readonly collection: string;
  /** What makes it happen: a request, time on the world's clock, or so many reads. */
  readonly cause: Cause;
  /** What the record must be; empty: anything. */
  readonly from: readonly Condition[];
  readonly set: readonly Assignment[];
  readonly unset: readonly Steps[];
  readonly make: Making | undefined;
  /** From 0 to 1; the seed decides. */
  readonly chance: number;
  /** The answer where no entry of the operation fits; undefined: one that the contract declares. */
  readonly otherwise: number | 'ignore' | undefined;
}

export type Cause =
  | { readonly kind: 'request'; readonly operation: Operation }
  | { readonly kind: 'after'; readonly milliseconds: number; readonly marks: string }
  | { readonly kind: 'polls'; readonly count: number; readonly marks: string };

/** The members to step down from the record. */
export type Steps = readonly string[];

/** The member has one of the values; null stands for a missing member, too. */
export interface Condition {
  readonly steps: Steps;
  readonly values: readonly JsonValue[];
  /** In words, for messages. */
  readonly text: string;
}

export interface Assignment {
  readonly steps: Steps;
  readonly value: ValueSource;
}

export type ValueSource =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  /** The time of the world's clock, in the form of the member. */
  | { readonly kind: 'now' }
  | { readonly kind: 'key' }
  /** A member of the record as it was before. */
  | { readonly kind: 'record'; readonly steps: Steps }
  /** A member of the request's body. */
  | { readonly kind: 'body'; readonly steps: Steps };

/** A record of another collection that comes into being. */
export interface Making {
  readonly collection: string;
  readonly set: readonly Assignment[];
}
