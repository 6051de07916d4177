import { useEffect, useRef, useState } from 'preact/hooks';

import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import type { Answer } from '../api/use-answer.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';
import type { RecordPlace } from './records.ts';
import { findRows, idOf, isSame } from './records.ts';

/** Changes that are not saved yet; they stay while the user looks elsewhere in the view. */
export interface Draft {
  /** The record when the user began; undefined: there was none. */
  readonly base: JsonObject | undefined;
  readonly value: JsonObject;
  /** What a new record began with: until it is changed, nothing is lost. */
  readonly start?: JsonObject;
}

export type Drafts = Map<string, Draft>;

/** The draft of a new record has no place yet. */
export const newId = 'new';

export interface FoundRecord extends Pick<Answer<unknown>, 'error' | 'isSlow'> {
  /** Usually one; none where it is gone. */
  readonly rows: readonly RecordRow[] | undefined;
  /** Shows what was saved until the server shows it. */
  show(this: void, record: JsonObject): void;
}

/** The records that an address means, kept up to date. */
export function useRecord(shape: CollectionShape, place: RecordPlace | undefined): FoundRecord {
  const { api } = useConsole();
  const id = place && idOf(place);
  const [saved, setSaved] = useState<JsonObject>();
  const { value, error, isSlow, reload } = useAnswer(
    async () => (place ? findRows(api, shape, place) : []),
    [api, shape.name, id],
  );
  useEffect(() => setSaved(undefined), [value]);
  useLive('state', (data) => (data === undefined || data.world === api.world) && reload(), [
    api,
    id,
  ]);
  const rows =
    saved && place ? [{ ...place, is_made_up: false, ...value?.[0], record: saved }] : value;
  return {
    rows,
    error,
    isSlow,
    show(record) {
      setSaved(record);
      reload();
    },
  };
}

export interface Drafting {
  readonly value: JsonObject;
  readonly isChanged: boolean;
  /** Whether another client changed the record since the user began. */
  readonly isConflict: boolean;
  edit(this: void, value: JsonObject): void;
  keepMine(this: void): void;
  discard(this: void): void;
}

export function useDraft(drafts: Drafts, id: string, record: JsonObject | undefined): Drafting {
  const [, setTurn] = useState(0);
  const draft = drafts.get(id);
  const put = (next: Draft | undefined): void => {
    if (next) drafts.set(id, next);
    else drafts.delete(id);
    setTurn((turn) => turn + 1);
  };
  return {
    value: draft?.value ?? record ?? {},
    isChanged: draft !== undefined,
    isConflict: draft !== undefined && !isSame(draft.base, record),
    edit(value) {
      const base = draft ? draft.base : record;
      put(base !== undefined && isSame(base, value) ? undefined : { ...draft, base, value });
    },
    keepMine() {
      if (draft)
        put(record && isSame(record, draft.value) ? undefined : { ...draft, base: record });
    },
    discard: () => put(undefined),
  };
}

/** True for a moment after another client changed the record. */
export function useFlash(record: JsonObject | undefined, saved: JsonObject | undefined): boolean {
  const [isOn, setOn] = useState(false);
  const last = useRef(record);
  useEffect(() => {
    const before = last.current;
    last.current = record;
    if (!before || !record || isSame(before, record) || isSame(saved, record)) return undefined;
    setOn(true);
    const timer = setTimeout(() => setOn(false), 1500);
    return () => clearTimeout(timer);
  }, [record]);
  return isOn;
}
