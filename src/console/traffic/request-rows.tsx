import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { VirtualRows } from '../parts/virtual-rows.tsx';
import { useConsole } from '../shell/console.ts';
import { RequestHead, RequestLine, WaitingLine } from './request-line.tsx';
import type { Requests } from './use-requests.ts';

interface RequestRowsProps {
  readonly requests: Requests;
  /** The id of the opened request. */
  readonly opened: number | undefined;
  /** Whether new ones wait because the user looks at older ones. */
  readonly isDown: boolean;
  onDown(this: void, isDown: boolean): void;
}

/** Pixels of one line; where there are two, of both. */
const heights = { wide: 29, narrow: 50 };
/** Below this width of the list, in pixels, each request has two lines. */
const narrowest = 560;

export function RequestRows(props: RequestRowsProps): ComponentChild {
  const { requests, opened, isDown, onDown } = props;
  const { linkTo, route } = useConsole();
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useScrolling(box, onDown);
  const { rows, total, waiting } = requests;
  const active = rows.findIndex(({ id }) => id === opened);
  return (
    <div class="request-rows">
      <VirtualRows
        box={box}
        label="Requests, the newest first"
        class="requests"
        count={Math.max(total, rows.length)}
        rowHeight={isNarrow ? heights.narrow : heights.wide}
        head={isNarrow ? undefined : <RequestHead />}
        active={active === -1 ? undefined : active}
        activeKey={active === -1 ? 'none' : opened}
        onRange={(_first, last) => {
          if (last > rows.length - 100) requests.reach(last + 100);
        }}
        row={(index) => {
          const entry = rows[index];
          if (!entry) return <WaitingLine key={`row ${index}`} index={index} />;
          return (
            <RequestLine
              key={entry.id}
              entry={entry}
              href={linkTo(['traffic', String(entry.id)], route.query)}
              index={index}
              isOpen={entry.id === opened}
              isNarrow={isNarrow}
            />
          );
        }}
      />
      {isDown && waiting > 0 && (
        <button class="main go-up" onClick={() => box.current?.scrollTo({ top: 0 })}>
          {waiting.toLocaleString('en')} new ↑
        </button>
      )}
    </div>
  );
}

/** Tells whether the user has scrolled down; returns whether the list is narrow. */
function useScrolling(
  box: { readonly current: HTMLDivElement | null },
  onDown: (isDown: boolean) => void,
): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const shown = box.current;
    if (!shown) return undefined;
    const follow = (): void => onDown(shown.scrollTop > 4);
    // A list behind an opened request has no width; it stays as it is.
    const measure = (): void => {
      if (shown.clientWidth > 0) setNarrow(shown.clientWidth < narrowest);
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(shown);
    shown.addEventListener('scroll', follow, { passive: true });
    measure();
    return () => {
      watcher.disconnect();
      shown.removeEventListener('scroll', follow);
      // A list that is gone holds nothing back.
      onDown(false);
    };
  }, []);
  return isNarrow;
}
