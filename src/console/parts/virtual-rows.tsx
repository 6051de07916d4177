import type { ComponentChild, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualRowsProps {
  /** How many rows there are, shown or not. */
  readonly count: number;
  /** In pixels; all rows have the same. */
  readonly rowHeight: number;
  /** Describes the list for programs that read it aloud. */
  readonly label: string;
  readonly role?: 'grid' | 'treegrid' | 'table' | 'list';
  readonly class?: string;
  /** Stands above the rows, and stays there. */
  readonly head?: ComponentChild;
  /** The row that is kept in sight. */
  readonly active?: number | undefined;
  /** What stands in that row: while it is the same, new rows may push it out of sight. */
  readonly activeKey?: string | number | undefined;
  /** The element that scrolls, for a view that follows it. */
  readonly box?: RefObject<HTMLDivElement | null>;
  /** The id of its element: where the focus is, for programs that read the list aloud. */
  readonly activeId?: string | undefined;
  row(this: void, index: number): ComponentChild;
  /** Called with the rows that are in sight. */
  onRange?(this: void, first: number, last: number): void;
}

/** Rows that are drawn beyond what is in sight. */
const spare = 8;

/** A list of any length: only the rows in sight are in the document. */
export function VirtualRows(props: VirtualRowsProps): ComponentChild {
  const { count, rowHeight, label, role = 'table', head, active, row, onRange } = props;
  const own = useRef<HTMLDivElement>(null);
  const box = props.box ?? own;
  const headBox = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return undefined;
    const measure = (): void => setView({ top: shown.scrollTop, height: shown.clientHeight });
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(shown);
    shown.addEventListener('scroll', measure, { passive: true });
    return () => {
      watcher.disconnect();
      shown.removeEventListener('scroll', measure);
    };
  }, []);
  useEffect(() => {
    const shown = box.current;
    if (!shown || active === undefined) return;
    const top = active * rowHeight;
    const space = shown.clientHeight - (headBox.current?.offsetHeight ?? 0);
    if (top < shown.scrollTop) shown.scrollTop = top;
    else if (top + rowHeight > shown.scrollTop + space) shown.scrollTop = top + rowHeight - space;
  }, [props.activeKey ?? active, rowHeight]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare);
  useEffect(() => onRange?.(first, last), [first, last, count]);
  return (
    <div
      ref={box}
      class={`rows ${props.class ?? ''}`}
      role={role}
      aria-label={label}
      aria-activedescendant={props.activeId}
      aria-rowcount={role === 'list' ? undefined : count + (head ? 1 : 0)}
      tabindex={0}
    >
      {head && (
        <div ref={headBox} class="rows-head" role="rowgroup">
          {head}
        </div>
      )}
      <div
        class="rows-body"
        role={role === 'list' ? 'presentation' : 'rowgroup'}
        style={{ height: `${count * rowHeight}px` }}
      >
        <div class="rows-window" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, at) => row(first + at))}
        </div>
      </div>
    </div>
  );
}
