import type { NamedOperation } from './explanation/nearest-operations.ts';

/** What explanations need to know of the contract and the worlds. */
export interface JournalContext {
  operations(this: void): readonly NamedOperation[];
  describeOperation(this: void, id: string): OperationFacts | undefined;
  readonly findParameters: FindParameters;
  /** Whether a collection has made-up records in a world; `world` undefined: the default world. */
  isMadeUp(this: void, collection: string, world: string | undefined): boolean;
}

/** The decoded path parameters; empty if the path is not one of the operation. */
export type FindParameters = (operation: string, path: string) => Readonly<Record<string, string>>;

/** What the contract and its plan tell of an operation. */
export interface OperationFacts {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** File and line of the contract. */
  readonly declaredAt: string;
  /** `read`, `list`, `create` …; `improvised` if it uses no record. */
  readonly role: string;
  readonly collection: string | undefined;
  /** The path parameter with the key of the record. */
  readonly key: string | undefined;
  /** The path parameters with the keys of its parents. */
  readonly parents: readonly string[];
  /** Of a list: the query parameters that change nothing. */
  readonly unusedQueries: readonly string[];
  /** How the plan found the role. */
  readonly why: string;
  /** The declared statuses, such as `200`, `4XX` or `default`. */
  readonly statuses: readonly string[];
  /** The alternatives: schemes that are needed together, with their scopes. */
  readonly security: readonly (readonly {
    readonly scheme: string;
    readonly scopes: readonly string[];
  }[])[];
}
