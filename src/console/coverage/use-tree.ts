import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { KeyBinding } from '../shell/console.ts';
import { useConsole, useKeys } from '../shell/console.ts';
import type { Folding, TreeRow } from './tree.ts';
import { fold, parentOf, usualFolding } from './tree.ts';

/** The line that the keys act on, and what a click on a line does. */
export interface TreeFocus {
  readonly active: number;
  press(this: void, index: number, target: EventTarget | null): void;
}

export interface Foldings {
  readonly folding: Folding;
  set(this: void, folding: Folding): void;
}

/** Which branches are open; they stay so while the user looks at other views. */
export function useFolding(): Foldings {
  const { keep } = useConsole();
  const kept = keep('folding of coverage', () => ({ folding: usualFolding }));
  const [folding, setFolding] = useState<Folding>(kept.folding);
  return {
    folding,
    set(next) {
      kept.folding = next;
      setFolding(next);
    },
  };
}

/** What the keys act on when they are pressed. */
interface Shown {
  readonly rows: readonly TreeRow[];
  readonly active: number;
  go(this: void, index: number): void;
  flip(this: void, row: TreeRow): void;
  open(this: void, row: TreeRow): void;
  close(this: void): void;
  next(this: void): void;
  fold(this: void, all: Folding['all']): void;
}

export interface TreeActions {
  /** The id of the line of what is opened. */
  readonly opened: string | undefined;
  /** Shows the next point that is missing. */
  next(this: void): void;
  open(this: void, row: TreeRow): void;
  close(this: void): void;
}

export function useTreeKeys(
  rows: readonly TreeRow[],
  { folding, set }: Foldings,
  { opened, open, close, next }: TreeActions,
): TreeFocus {
  // The line itself, and not its place: lines come and go above it.
  const [activeId, setActiveId] = useState(opened);
  // What a link leads to is where the keys go on.
  useEffect(() => {
    if (opened !== undefined) setActiveId(opened);
  }, [opened]);
  const found = useMemo(() => rows.findIndex(({ id }) => id === activeId), [rows, activeId]);
  const active = Math.max(0, found);
  const flip = (row: TreeRow): void => {
    if (row.kind !== 'point') set(fold(folding, row.id, !row.isOpen));
  };
  const shown: Shown = {
    rows,
    active,
    go: (index) => setActiveId(rows[Math.max(0, Math.min(index, rows.length - 1))]?.id),
    flip,
    open,
    close,
    next,
    fold: (all) => set({ all, own: new Map() }),
  };
  // Keys are bound once, and act on what is shown then.
  const latest = useRef(shown);
  latest.current = shown;
  useKeys([...moveKeys(latest), ...branchKeys(latest)], []);
  return {
    active,
    press(index, target) {
      const row = rows[index];
      if (!row) return;
      setActiveId(row.id);
      const isLink = target instanceof Element && target.closest('a') !== null;
      if (isLink) return;
      if (row.kind === 'point') open(row);
      else flip(row);
    },
  };
}

interface Latest {
  readonly current: Shown;
}

/** Rows: what PageUp and PageDown move by. */
const pageStep = 20;

function moveKeys(latest: Latest): readonly KeyBinding[] {
  const moving = (step: number) => () => latest.current.go(latest.current.active + step);
  return [
    { keys: 'ArrowDown', label: 'Next line', run: moving(1) },
    { keys: 'ArrowUp', label: 'Previous line', run: moving(-1) },
    { keys: 'PageDown', label: 'A page down', run: moving(pageStep) },
    { keys: 'PageUp', label: 'A page up', run: moving(-pageStep) },
    { keys: 'Home', label: 'First line', run: () => latest.current.go(0) },
    { keys: 'End', label: 'Last line', run: () => latest.current.go(Infinity) },
  ];
}

function branchKeys(latest: Latest): readonly KeyBinding[] {
  return [
    { keys: 'ArrowRight', label: 'Open the branch, or go into it', run: () => goIn(latest) },
    { keys: 'ArrowLeft', label: 'Close the branch, or go out of it', run: () => goOut(latest) },
    { keys: 'Enter', label: 'Show the operation or the point', run: () => openActive(latest) },
    { keys: 'n', label: 'Show the next that is missing', run: () => latest.current.next() },
    { keys: '+', label: 'Open all branches', run: () => latest.current.fold('open') },
    { keys: '-', label: 'Close all branches', run: () => latest.current.fold('closed') },
    { keys: 'Escape', label: 'Close the operation', run: () => latest.current.close() },
    {
      keys: '/',
      label: 'Search the contract',
      run: () => document.querySelector<HTMLElement>('.filter-search')?.focus(),
    },
  ];
}

function goIn({ current: { rows, active, go, flip } }: Latest): void {
  const row = rows[active];
  if (!row || row.kind === 'point') return;
  if (row.isOpen) go(active + 1);
  else flip(row);
}

function goOut({ current: { rows, active, go, flip } }: Latest): void {
  const row = rows[active];
  const parent = parentOf(rows, active);
  if (row && row.kind !== 'point' && row.isOpen) flip(row);
  else if (parent !== undefined) go(parent);
}

function openActive({ current: { rows, active, flip, open } }: Latest): void {
  const row = rows[active];
  if (row?.kind === 'tag') flip(row);
  else if (row) open(row);
}
