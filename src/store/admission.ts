import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Tables } from './fixtures.ts';
import { findMissingParent } from './fixtures.ts';
import type { Shape } from './record.ts';
import { unflattenItem } from './record.ts';
import type { Fingerprints, SavedState } from './state-file.ts';
import { createTable } from './table.ts';

/** Saved records that the contract has no place for, by collection: kept, and not served. */
export type Misfits = ReadonlyMap<string, readonly JsonValue[]>;

export interface Admission {
  readonly tables: Tables;
  readonly misfits: Misfits;
  /** A line for each record that was set aside, with the reason. */
  readonly notices: readonly string[];
}

/** Lets in what fits, parents before children. What doesn't is kept in the file, and not served. */
export function admitRecords(
  shapes: readonly Shape[],
  authoritative: ReadonlySet<string>,
  saved: SavedState,
): Admission {
  const tables = new Map(shapes.map(({ name }) => [name, createTable()]));
  const misfits = new Map<string, JsonValue[]>();
  const notices: string[] = [];
  const setAside = (name: string, record: JsonValue, index: number, reason: string): void => {
    const others = misfits.get(name) ?? [];
    others.push(record);
    misfits.set(name, others);
    notices.push(`not served: ${name}[${index}] ${reason}`);
  };
  const known = new Set(shapes.map(({ name }) => name));
  const inOrder = shapes.toSorted((left, right) => left.parents.length - right.parents.length);
  for (const shape of inOrder) {
    const table = tables.get(shape.name);
    for (const [index, record] of (saved.collections[shape.name] ?? []).entries()) {
      const { item, faults } = isJsonObject(record)
        ? unflattenItem(record, shape)
        : { item: undefined, faults: [{ pointer: '', message: 'is no object' }] };
      const orphan = item && findMissingParent(item, shape, tables, authoritative);
      const isTaken = item && table?.find(item.key, item.parents);
      if (!item)
        setAside(
          shape.name,
          record,
          index,
          faults.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join('; '),
        );
      else if (orphan)
        setAside(shape.name, record, index, `${orphan.parameter}: ${orphan.message}`);
      else if (isTaken)
        setAside(shape.name, record, index, `the key "${item.key}" is taken by an earlier record`);
      else table?.put(item);
    }
  }
  for (const [name, records] of Object.entries(saved.collections)) {
    if (known.has(name)) continue;
    for (const [index, record] of records.entries())
      setAside(name, record, index, 'the contract has no such collection');
  }
  return { tables, misfits, notices: abridge(notices) };
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
