import { useEffect, useRef, useState } from 'preact/hooks';

import type { RecordRow } from '../api/record-documents.ts';
import { rowAt } from './page-cache.ts';
import { idOf } from './records.ts';
import type { Pages } from './use-pages.ts';

/** Which row the keys act on, and which rows are chosen. */
export interface RowChoice {
  readonly active: number | undefined;
  /** How often the user moved: only that brings the row into sight, not a list that got shorter. */
  readonly steps: number;
  readonly chosen: ReadonlyMap<string, RecordRow>;
  click(this: void, index: number, event: MouseEvent): void;
  move(this: void, step: number): void;
  toggle(this: void): void;
  clear(this: void): void;
}

export function useRows(pages: Pages, onOpen: (row: RecordRow) => void): RowChoice {
  const [active, setActive] = useState<number>();
  const [steps, setSteps] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<string, RecordRow>>(new Map());
  // Where a range begins.
  const anchor = useRef(0);
  const { cache, turn } = pages;
  useEffect(() => {
    setActive(undefined);
    setChosen(new Map());
  }, [turn]);
  const toggleAt = (index: number): void => {
    const row = rowAt(cache, index);
    if (!row) return;
    const next = new Map(chosen);
    if (!next.delete(idOf(row))) next.set(idOf(row), row);
    anchor.current = index;
    setChosen(next);
  };
  return {
    active: active === undefined ? undefined : Math.min(active, Math.max(0, cache.count - 1)),
    chosen,
    steps,
    click(index, event) {
      const { target } = event;
      const row = rowAt(cache, index);
      if (!row || !(target instanceof Element)) return;
      setActive(index);
      setSteps(steps + 1);
      if (event.shiftKey) {
        getSelection()?.removeAllRanges();
        setChosen(new Map([...chosen, ...rangeOf(pages, anchor.current, index)]));
      } else if (event.ctrlKey || event.metaKey || target.closest('.box')) toggleAt(index);
      // A link goes where it says.
      else if (!target.closest('a, button')) onOpen(row);
    },
    move(step) {
      if (cache.count === 0) return;
      // Keys come faster than the table is drawn.
      setActive((now = -1) => Math.min(Math.max(0, now + step), cache.count - 1));
      setSteps((now) => now + 1);
    },
    toggle() {
      if (active !== undefined) toggleAt(active);
    },
    clear: () => setChosen(new Map()),
  };
}

/** Rows that were never shown are not chosen. */
function rangeOf(
  { cache }: Pages,
  a: number,
  b: number,
): readonly (readonly [string, RecordRow])[] {
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  return Array.from({ length: last - first + 1 }, (_, at) => rowAt(cache, first + at)).flatMap(
    (row) => (row ? [[idOf(row), row] as const] : []),
  );
}
