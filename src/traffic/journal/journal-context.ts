import type { NamedOperation } from './explanation/nearest-operations.ts';

/** What there is to know of a contract and its worlds where an answer is to be explained. */
export interface JournalContext {
  operations(this: void): readonly NamedOperation[];
  describeOperation(this: void, id: string): OperationFacts | undefined;
  readonly findParameters: FindParameters;
  /** Whether records of a collection are made up for whoever asks, in a world; undefined: the one that is kept. */
  isMadeUp(this: void, collection: string, world: string | undefined): boolean;
}

/** The path parameters in the address of an operation, decoded; none where it isn't one. */
export type FindParameters = (operation: string, path: string) => Readonly<Record<string, string>>;

/** What the plan makes of an operation. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** `read`, `list`, `create` …; `improvised` where it touches no record. */
  readonly role: string;
  readonly collection: string | undefined;
  /** The path parameter that names the record. */
  readonly key: string | undefined;
  /** The path parameters that name the records in front of it. */
  readonly parents: readonly string[];
  /** How the plan found that. */
  readonly why: string;
  /** The ways in: schemes that are needed together, with their scopes. */
  readonly security: readonly (readonly {
    readonly scheme: string;
    readonly scopes: readonly string[];
  }[])[];
}
