import type { JsonObject } from '../../base/json.ts';
import type { OverrideDocument } from '../../traffic/documents.ts';

/** A scenario as its file has it: what is other than in the fixtures. */
export interface ScenarioDocument {
  readonly description?: string;
  /** By collection the keys of records that do not exist; `*`: all of them. */
  readonly remove?: Readonly<Record<string, '*' | readonly RemovedRecord[]>>;
  readonly add?: ScenarioRecords;
  readonly change?: ScenarioRecords;
  /** Whole records, also with members that are null, which `change` can not say. */
  readonly replace?: ScenarioRecords;
  readonly credentials?: readonly JsonObject[];
  readonly clock?: { readonly now?: string; readonly frozen?: boolean };
  readonly seed?: string;
  readonly overrides?: readonly OverrideDocument[];
  /** Overrides that have a fault alone. */
  readonly faults?: readonly OverrideDocument[];
}

type ScenarioRecords = Readonly<Record<string, readonly JsonObject[]>>;

/** A key, or an object with the key and with parents. */
export type RemovedRecord = string | number | JsonObject;
