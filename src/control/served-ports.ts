import type { JsonObject, JsonValue } from '../base/json.ts';

/** Describes the contract that the server serves at the time of each call. */
export interface ServedPorts {
  version(this: void): JsonObject;
  /** Contracts first, then the documents that they refer to. */
  documents(this: void): readonly DescribedDocument[];
  /** `base`: the path of this server, for a contract whose servers are to be this one. */
  document(this: void, name: string, format: 'json' | 'yaml', base?: string): string;
  plan(this: void): JsonValue;
  operationIds(this: void): readonly string[];
  /** An operation as the contract declares it; undefined: there is none of this id. */
  operation(this: void, id: string): JsonObject | undefined;
  findings(this: void): Promise<JsonValue>;
  overlays(this: void): Promise<JsonValue>;
  /** An overlay that corrects the plan; throws where the contract would not load with it. */
  draftCorrection(this: void, wish: JsonValue | undefined): Promise<JsonObject>;
}

export interface DescribedDocument {
  readonly name: string;
  readonly role: 'contract' | 'referred';
  readonly title: string | null;
  readonly version: string | null;
}
