import { useEffect, useRef, useState } from 'preact/hooks';

import type { Problem } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';
import { keyOf, placeOf, saveRecord } from './edits.ts';
import { childPointer, isAtOrBelow } from './record-form/values.ts';
import { tableQuery } from './question.ts';
import type { RecordPlace } from './records.ts';
import { routeOf } from './records.ts';
import type { Undo } from './undo.ts';
import type { Drafting } from './use-record.ts';

export interface Saving {
  readonly problem: Problem | undefined;
  /** Messages by the pointer to their place. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  readonly isBusy: boolean;
  /** What was saved last. */
  readonly saved: JsonObject | undefined;
  save(this: void, isUnchecked: boolean): void;
  /** Faults of a place that was changed are old. */
  forget(this: void, pointer: string): void;
}

interface SavingSetting {
  readonly shape: CollectionShape;
  readonly place: RecordPlace | undefined;
  readonly row: RecordRow | undefined;
  readonly undo: Undo;
  onSaved(this: void, record: JsonObject): void;
  onWritten(this: void): void;
}

const none: Saving['faults'] = new Map();

export function useSaving(setting: SavingSetting, drafting: Drafting): Saving {
  const { api, go, route, complain, recording } = useConsole();
  const [problem, setProblem] = useState<Problem>();
  const [faults, setFaults] = useState(none);
  const [isBusy, setBusy] = useState(false);
  const saved = useRef<JsonObject | undefined>(undefined);
  const { shape, place, row } = setting;
  useFirstFault(problem);
  const show = (next: Problem | undefined): void => {
    setProblem(next);
    setFaults(next ? byPointer(next) : none);
  };
  const save = async (isUnchecked: boolean): Promise<void> => {
    const record = drafting.value;
    if (!place && shape.key !== null && keyOf(shape, record) === undefined) {
      show(missingKey(shape.key));
      return;
    }
    setBusy(true);
    try {
      const target = place ?? placeOf(shape, record);
      const done = await saveRecord(api, shape.name, {
        place: target,
        record,
        before: row,
        isUnchecked,
      });
      show(undefined);
      saved.current = done.saved;
      drafting.discard();
      setting.onSaved(done.saved);
      setting.undo.offer(done.step);
      setting.onWritten();
      holdFocus();
      if (place) return;
      const [path, query] = routeOf(shape.name, placeOf(shape, done.saved, target.key));
      go(path, { ...tableQuery(route.query), ...query });
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.status === 0) complain(error);
      else show(error.problem);
    } finally {
      setBusy(false);
    }
  };
  return {
    problem,
    faults,
    isBusy,
    saved: saved.current,
    save: (isUnchecked) => void (recording ?? save(isUnchecked)),
    forget(pointer) {
      if (pointer === '') show(undefined);
      else setFaults(new Map([...faults].filter(([one]) => !isAtOrBelow(one, pointer))));
    },
  };
}

/** The button that had the focus goes; the focus stays in the record. */
export function holdFocus(): void {
  const panel = document.querySelector<HTMLElement>('.record-panel');
  if (document.activeElement?.closest('button')) panel?.focus();
}

/** The focus goes to the first field that has a fault. */
function useFirstFault(problem: Problem | undefined): void {
  useEffect(() => {
    if (!problem) return;
    document.querySelector<HTMLElement>('.record-panel [aria-invalid="true"]')?.focus();
  }, [problem]);
}

function missingKey(key: string): Problem {
  return {
    status: 0,
    title: 'The record has no key',
    detail: '',
    errors: [{ pointer: childPointer('', key), message: 'names the record, and is missing' }],
  };
}

function byPointer({ errors }: Problem): Saving['faults'] {
  const faults = new Map<string, string[]>();
  for (const { pointer, message } of errors)
    faults.set(pointer ?? '', [...(faults.get(pointer ?? '') ?? []), message]);
  return faults;
}
