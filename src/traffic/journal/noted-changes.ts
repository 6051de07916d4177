import type { JsonObject } from '../../base/json.ts';
import { weighValue } from '../../base/weighing.ts';
import type { Passage } from '../../pipeline/exchange.ts';
import type { Item, RecordChange } from '../../store/record.ts';
import type { Redactor } from '../redaction/redactor.ts';

/** A record that a request made, changed or removed, without its secrets. */
export interface EntryChange {
  readonly collection: string;
  /** Empty for a record that is the only one under its parents. */
  readonly key: string;
  /** The keys of its parents by name; one that is not known is absent. */
  readonly parents: Readonly<Record<string, string>>;
  /** As clients saw it before, with the keys of its parents; null: there was none. */
  readonly before: JsonObject | null;
  /** Null: the request removed it. */
  readonly after: JsonObject | null;
}

/** Finds how the present contract names the parts of a record. */
export type ShowRecord = (collection: string, item: Item) => ShownRecord;

export interface ShownRecord {
  /** The member with the key; empty where there is none. */
  readonly keyName: string;
  readonly parents: Readonly<Record<string, string>>;
  /** In flat form: with the keys that its body leaves out. */
  readonly flat: JsonObject;
}

/** In bytes: how much the changes of one request may take, so that they displace few other notes. */
const heaviestChanges = 65_536;

export interface KeptChanges {
  readonly changed: number;
  /** The first of them, as many as there is room for. */
  readonly changes: readonly RecordChange[];
  readonly weight: number;
}

const none: readonly never[] = [];
const noChanges: KeptChanges = { changed: 0, changes: none, weight: 0 };

/** Keeps references to records, which are immutable; it stops to weigh where there is no more room. */
export function keepChanges({ changes = none }: Passage): KeptChanges {
  if (changes.length === 0) return noChanges;
  let weight = 0;
  let count = 0;
  for (const change of changes) {
    const next = weight + weighChange(change, heaviestChanges - weight);
    if (next > heaviestChanges) break;
    weight = next;
    count += 1;
  }
  const kept = count === changes.length ? changes : changes.slice(0, count);
  return { changed: changes.length, changes: kept, weight };
}

/** In bytes: the objects of a change and of its records, without their bodies. */
const lightestChange = 200;

function weighChange({ before, madeUp, after }: RecordChange, limit: number): number {
  let weight = lightestChange;
  for (const item of [before ?? madeUp, after]) {
    if (item && weight <= limit) weight += item.key.length + weighValue(item.body, limit - weight);
  }
  return weight;
}

export function describeChanges(
  { changes }: Pick<KeptChanges, 'changes'>,
  redactor: Redactor,
  show: ShowRecord,
): readonly EntryChange[] {
  return changes.flatMap(
    ({ collection, before: stored, madeUp, after }): readonly EntryChange[] => {
      const before = stored ?? madeUp;
      const item = after ?? before;
      if (!item) return [];
      const { keyName, parents } = show(collection, item);
      const bodyOf = (one: Item | undefined): JsonObject | null =>
        // A trust edge: what is hidden in an object leaves an object.
        one ? (redactor.body(show(collection, one).flat) as JsonObject) : null;
      return [
        {
          collection,
          // Like a path parameter of the same name, which may be a secret.
          key: redactor.parameters({ [keyName]: item.key })[keyName] ?? '',
          parents: redactor.parameters(parents),
          before: bodyOf(before),
          after: bodyOf(after),
        },
      ];
    },
  );
}

/** Why some changes are not shown; undefined: all are. */
export function noteOnChanges({
  changed,
  changes,
}: Omit<KeptChanges, 'weight'>): string | undefined {
  const left = changed - changes.length;
  if (left === 0) return undefined;
  const which = changes.length === 0 ? 'not kept' : `the last ${left} of ${changed} are not kept`;
  return `${which}: the changes of one request may take ${heaviestChanges} bytes`;
}
