import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Setting, Tables } from './fixtures.ts';
import { findMissingParent } from './fixtures.ts';
import type { Marks } from './marks.ts';
import { createMarks } from './marks.ts';
import type { Item, Shape } from './record.ts';
import { filingIn, unflattenItem } from './record.ts';
import type { Fingerprints, SavedState } from './state-file.ts';
import { createTable } from './table.ts';

/** Saved records that the contract has no place for, by collection: kept, and not served. */
export type Misfits = ReadonlyMap<string, readonly JsonValue[]>;

export interface Admission {
  readonly tables: Tables;
  readonly misfits: Misfits;
  /** Where they would stand, so that nothing is made up in their places. */
  readonly hidden: Marks;
  /** A line for each record that was set aside, with the reason. */
  readonly notices: readonly string[];
}

/** Lets in what fits. What doesn't is kept in the file, and not served. */
export function admitRecords(
  shapes: readonly Shape[],
  authoritative: ReadonlySet<string>,
  saved: SavedState,
): Admission {
  const tables = new Map(shapes.map(({ name }) => [name, createTable()]));
  const misfits = new Map<string, JsonValue[]>();
  const notices: string[] = [];
  const hidden = createMarks(shapes);
  const setAside = ({ collection, index, record }: Place, reason: string): void => {
    const others = misfits.get(collection) ?? [];
    others.push(record);
    misfits.set(collection, others);
    const shape = shapes.find(({ name }) => name === collection);
    const filing = shape && isJsonObject(record) ? filingIn(record, shape) : undefined;
    if (filing) hidden.set(collection, { ...filing, body: {} });
    notices.push(`not served: ${collection}[${index}] ${reason}`);
  };
  const places = new Map<Item, Place>();
  const known = new Set(shapes.map(({ name }) => name));
  const found = new Map(Object.entries(saved.collections));
  const inOrder = shapes.toSorted((left, right) => left.parents.length - right.parents.length);
  for (const shape of inOrder) {
    const table = tables.get(shape.name);
    for (const [index, record] of (found.get(shape.name) ?? []).entries()) {
      const place = { collection: shape.name, index, record };
      const { item, faults } = isJsonObject(record)
        ? unflattenItem(record, shape)
        : { item: undefined, faults: [{ pointer: '', message: 'is no object' }] };
      if (!item) {
        const reasons = faults.map(({ pointer, message }) => `${pointer} ${message}`.trim());
        setAside(place, reasons.join('; '));
      } else if (table?.has(item)) {
        setAside(place, `the key "${item.key}" is taken by an earlier record`);
      } else {
        table?.put(item);
        places.set(item, place);
      }
    }
  }
  for (const { item, reason } of takeOrphans({ shapes: inOrder, tables, authoritative })) {
    const place = places.get(item);
    if (place) setAside(place, reason);
  }
  for (const [collection, records] of found) {
    if (known.has(collection)) continue;
    for (const [index, record] of records.entries())
      setAside({ collection, index, record }, 'the contract has no such collection');
  }
  return { tables, misfits, hidden, notices: abridge(notices) };
}

/** Where a record stood in the file. */
interface Place {
  readonly collection: string;
  readonly index: number;
  readonly record: JsonValue;
}

/** Takes records out that have lost a parent, until no more are lost with them. */
function* takeOrphans(setting: Setting): Generator<{ item: Item; reason: string }> {
  let isDone = false;
  while (!isDone) {
    isDone = true;
    for (const shape of setting.shapes) {
      const table = setting.tables.get(shape.name);
      for (const item of table?.items() ?? []) {
        const orphan = findMissingParent(item, shape, setting);
        if (!orphan) continue;
        isDone = false;
        table?.remove(item);
        yield { item, reason: `${orphan.parameter}: ${orphan.message}` };
      }
    }
  }
}

const mostNotices = 20;

function abridge(notices: readonly string[]): readonly string[] {
  const rest = notices.length - mostNotices;
  return rest > 0 ? [...notices.slice(0, mostNotices), `not served: ${rest} more`] : notices;
}

/** What was changed since a state was written, for the person who starts it again. */
export function describeDrift(now: Fingerprints, saved: Fingerprints): readonly string[] {
  const changed = [
    ...(saved.contract === now.contract ? [] : ['contract']),
    ...(saved.fixtures === now.fixtures ? [] : ['fixtures']),
  ];
  if (changed.length === 0) return [];
  return [
    `changed since this state was written: ${changed.join(' and ')}; "stuntdouble reset" starts again from the fixtures`,
  ];
}
