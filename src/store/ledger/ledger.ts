import type { JsonObject, JsonValue } from '../../json.ts';
import type { Fingerprints } from '../state-file.ts';

/** Keeps what is written down in step with what is in effect. */
export interface Ledger<S> {
  /** Puts one entry behind the others; `state` is what it leads to. Resolves when it is durable. */
  append(entry: Entry, state: S): Promise<void>;
  /** From here on everything stands on this state. Resolves when it is durable. */
  rebase(state: S): Promise<void>;
  /** The promise of the latest entry; undefined when everything is durable. */
  pending(): Promise<void> | undefined;
  close(): Promise<void>;
}

/** What one request changed. */
export interface Entry {
  readonly changes: readonly WrittenChange[];
  readonly planted?: readonly string[];
}

/** A change as it is written down: by what it was filed as, whatever a later contract would file it as. */
export interface WrittenChange {
  readonly collection: string;
  readonly key: string;
  readonly parents: readonly (string | null)[];
  /** The flat record; absent: it was taken away. */
  readonly record?: JsonObject;
  /** Where it was before, if elsewhere. */
  readonly was?: { readonly key: string; readonly parents: readonly (string | null)[] };
  readonly isNew?: true;
}

/** What a state says of itself when it is to be written down; lists are made piece by piece. */
export interface StateSource {
  readonly fingerprints: Fingerprints;
  readonly planted: readonly string[];
  readonly filing: Readonly<Record<string, Filing>>;
  readonly collections: Lists;
  readonly gone: Lists;
  readonly born: Lists;
}

export interface Filing {
  readonly key: readonly string[] | undefined;
  readonly parents: readonly string[];
}

type Lists = Iterable<readonly [string, Iterable<JsonValue>]>;
