import type { Complaint } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';

/** Describes the contract that the server serves at the time of each call. */
export interface ServedPorts {
  version(this: void): JsonObject;
  /** Contracts first, then the documents that they refer to. */
  documents(this: void): readonly DescribedDocument[];
  /** `base`: the path of this server, for a contract whose servers are to be this one. */
  document(this: void, name: string, format: 'json' | 'yaml', base?: string): string;
  plan(this: void): JsonValue;
  findings(this: void): Promise<FindingsReport>;
  overlays(this: void): Promise<readonly OverlayReport[]>;
}

/** What `stuntdouble check` says of the contract that is served. */
export interface FindingsReport {
  readonly findings: readonly (Complaint & { readonly severity: 'fault' | 'warning' })[];
  /** How many there are, also those that are left out. */
  readonly count: number;
  /** How many replies and request bodies were not tried in time. */
  readonly untried: number;
}

/** An overlay in force, and what it changes. */
export interface OverlayReport {
  readonly file: string;
  readonly title: string;
  readonly version: string;
  /** The name of the one contract that it may change; undefined: it may change all. */
  readonly extends: string | undefined;
  readonly actions: readonly {
    readonly target: string;
    readonly description: string | undefined;
    readonly does: 'update' | 'copy' | 'remove';
    /** What is written, as YAML; undefined for a removal. */
    readonly text: string | undefined;
    readonly isCut: boolean;
    /** How many places it changes. */
    readonly count: number;
    /** The first of them. */
    readonly places: readonly { readonly contract: string; readonly pointer: string }[];
  }[];
}

export interface DescribedDocument {
  readonly name: string;
  readonly role: 'contract' | 'referred';
  readonly title: string | null;
  readonly version: string | null;
}
