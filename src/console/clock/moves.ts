import type { Credential, JsonObject } from '../api/documents.ts';
import type { RecordRow } from '../api/record-documents.ts';
import type { HeardClock } from './times.ts';
import { shownBy } from './times.ts';

/** What there is before and after a move of the clock. */
export interface Look {
  readonly clock: HeardClock;
  /** By collection: the records of those that change by the clock. */
  readonly records: ReadonlyMap<string, readonly RecordRow[]>;
  /** By collection: how many records are stored. */
  readonly counts: ReadonlyMap<string, number>;
  readonly credentials: readonly Credential[];
}

export interface Move {
  /** What the clock would show at the end without the move. */
  readonly from: number;
  readonly to: number;
  readonly changed: readonly ChangedRecord[];
  /** Collections that have more stored records, and how many. */
  readonly grown: readonly (readonly [collection: string, count: number])[];
  /** The names of credentials that expired, and of those that count again. */
  readonly expired: readonly string[];
  readonly revived: readonly string[];
}

export interface ChangedRecord {
  readonly collection: string;
  readonly row: RecordRow;
  /** `status: open → late`. */
  readonly members: readonly string[];
}

export function compareLooks(before: Look, after: Look): Move {
  const [then, now] = [Date.parse(before.clock.now), Date.parse(after.clock.now)];
  return {
    from: shownBy(before.clock, after.clock.heardAt),
    to: now,
    changed: [...after.records].flatMap(([collection, rows]) =>
      compareRows(collection, before.records.get(collection) ?? [], rows),
    ),
    grown: [...after.counts]
      // Those whose records are compared are told of one by one.
      .filter(([name]) => !after.records.has(name))
      .map(([name, count]) => [name, count - (before.counts.get(name) ?? 0)] as const)
      .filter(([, count]) => count > 0),
    expired: namesOf(after.credentials, (end) => end > then && end <= now),
    revived: namesOf(after.credentials, (end) => end <= then && end > now),
  };
}

function compareRows(
  collection: string,
  before: readonly RecordRow[],
  after: readonly RecordRow[],
): readonly ChangedRecord[] {
  const known = new Map(before.map((row) => [identityOf(row), row.record]));
  return after.flatMap((row) => {
    const old = known.get(identityOf(row));
    const members = old ? compareMembers(old, row.record) : ['made'];
    return members.length === 0 ? [] : [{ collection, row, members }];
  });
}

function compareMembers(before: JsonObject, after: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [old, now] = [before, after].map((record) =>
      Object.hasOwn(record, name) ? JSON.stringify(record[name]) : 'nothing',
    );
    return old === now ? [] : [`${name}: ${old} → ${now}`];
  });
}

function identityOf({ key, parents }: RecordRow): string {
  return JSON.stringify([key, parents]);
}

function namesOf(
  credentials: readonly Credential[],
  isMeant: (end: number) => boolean,
): readonly string[] {
  const found = credentials.filter(
    ({ expires_at: end }) => end !== undefined && isMeant(Date.parse(end)),
  );
  return [...new Set(found.map(({ name }) => name))];
}
