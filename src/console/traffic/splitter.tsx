import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';

const place = 'stuntdouble-traffic-width';
/** Per cent of the page that the right part may take. */
const [least, most, usual] = [30, 80, 55];
const step = 5;

/** How wide the right part is; the choice stays in this browser. */
export function useWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState(readWidth);
  return [
    width,
    (next) => {
      const kept = Math.round(Math.min(most, Math.max(least, next)));
      setWidth(kept);
      try {
        localStorage.setItem(place, String(kept));
      } catch {
        // A browser that keeps nothing forgets the choice.
      }
    },
  ];
}

interface SplitterProps {
  readonly width: number;
  onWidth(this: void, width: number): void;
}

/** Divides two parts of the page; it is dragged, or moved by arrow keys. */
export function Splitter({ width, onWidth }: SplitterProps): ComponentChild {
  const bar = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent): void => {
    const whole = bar.current?.parentElement?.getBoundingClientRect();
    if (whole && bar.current?.hasPointerCapture(event.pointerId))
      onWidth(((whole.right - event.clientX) / whole.width) * 100);
  };
  return (
    <div
      ref={bar}
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the opened request"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      tabindex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        bar.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDblClick={() => onWidth(usual)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: step, ArrowRight: -step }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onWidth(width + by);
      }}
    />
  );
}

function readWidth(): number {
  try {
    const kept = Number(localStorage.getItem(place));
    return kept >= least && kept <= most ? kept : usual;
  } catch {
    return usual;
  }
}
