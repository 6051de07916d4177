import { useRef } from 'preact/hooks';

import type { RecordRow } from '../api/record-documents.ts';
import { useKeys } from '../shell/console.ts';
import type { Opening } from './use-opening.ts';
import type { RowChoice } from './use-rows.ts';

interface TableKeySetting {
  readonly choice: RowChoice;
  readonly opening: Opening;
  /** The row that the keys act on. */
  readonly current: RecordRow | undefined;
  remove(this: void, rows: readonly RecordRow[]): void;
}

/** Rows: what PageUp and PageDown move by. */
const pageStep = 20;

export function useTableKeys(setting: TableKeySetting): void {
  // Keys are bound once, and act on what is shown then.
  const latest = useRef(setting);
  latest.current = setting;
  const moving = (step: number) => () => latest.current.choice.move(step);
  const withRow = (run: (row: RecordRow) => void) => () => {
    const { current } = latest.current;
    if (current) run(current);
  };
  useKeys(
    [
      { keys: 'ArrowDown', label: 'Next record', run: moving(1) },
      { keys: 'ArrowUp', label: 'Previous record', run: moving(-1) },
      { keys: 'PageDown', label: 'A page down', run: moving(pageStep) },
      { keys: 'PageUp', label: 'A page up', run: moving(-pageStep) },
      { keys: 'Home', label: 'First record', run: moving(-Infinity) },
      { keys: 'End', label: 'Last record', run: moving(Infinity) },
      {
        keys: 'Enter',
        label: 'Open the record',
        run: withRow((row) => latest.current.opening.open(row)),
      },
      { keys: ' ', label: 'Choose the record', run: () => latest.current.choice.toggle() },
      {
        keys: 'n',
        label: 'New record',
        isServerOnly: true,
        run: () => latest.current.opening.begin(),
      },
      {
        keys: 'd',
        label: 'Duplicate the record',
        isServerOnly: true,
        run: withRow((row) => latest.current.opening.duplicate(row)),
      },
      {
        keys: 'Delete',
        label: 'Delete the record, or the chosen ones',
        isServerOnly: true,
        run: removing(latest),
      },
      {
        keys: '/',
        label: 'Search',
        run: () => document.querySelector<HTMLElement>('.table-bar .search')?.focus(),
      },
      { keys: 'Escape', label: 'Back', run: leaving(latest) },
    ],
    [],
  );
}

interface Latest {
  readonly current: TableKeySetting;
}

function removing(latest: Latest): () => void {
  return () => {
    const { choice, current, remove } = latest.current;
    const rows = choice.chosen.size > 0 ? [...choice.chosen.values()] : current ? [current] : [];
    if (rows.length > 0) remove(rows);
  };
}

/** Out of the record, then out of the choice of rows. */
function leaving(latest: Latest): () => void {
  return () => {
    const { choice, opening } = latest.current;
    if (opening.place ?? opening.isNew) opening.close();
    else choice.clear();
  };
}
