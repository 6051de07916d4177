import type { Json, JsonObject } from './documents.ts';

// What the control API shows of collections and their records: the members that the console uses.

export interface CollectionSummary {
  readonly name: string;
  readonly count: number;
  readonly made_up: number;
  readonly kind: 'items' | 'singleton' | 'links';
  readonly key: string | null;
  readonly is_complete: boolean;
  readonly of: string | null;
}

export interface CollectionShape extends CollectionSummary {
  readonly parents: readonly {
    readonly parameter: string;
    readonly collection: string | null;
    readonly is_optional: boolean;
  }[];
  readonly references: readonly { readonly member: string; readonly collection: string }[];
  readonly referred_by: readonly {
    readonly collection: string;
    readonly member?: string;
    readonly parameter?: string;
  }[];
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly types: readonly string[];
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly title?: string;
  readonly description?: string;
  readonly is_required: boolean;
  readonly is_read_only: boolean;
  readonly is_write_only: boolean;
  readonly is_nullable: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly pattern?: string;
  readonly fields?: readonly Field[];
  readonly items?: Field;
  readonly is_open?: boolean;
}

export interface RecordPage {
  /** After the filters. */
  readonly count: number;
  /** Before the filters. */
  readonly total: number;
  readonly version: number;
  readonly records: readonly RecordRow[];
}

export interface RecordRow {
  readonly key: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly is_made_up: boolean;
  readonly record: JsonObject;
}

export interface FoundRecords {
  readonly records: readonly FoundRecord[];
}

export type FoundRecord = RecordRow & { readonly collection: string };

export interface Removal {
  readonly count: number;
  readonly records: readonly (Omit<RecordRow, 'is_made_up'> & { readonly collection: string })[];
}
