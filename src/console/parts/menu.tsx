import type { ComponentChild } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { recordingReason } from '../recording/recording.ts';
import { useConsole } from '../shell/console.ts';

export interface MenuItem {
  readonly label: string;
  /** Why it can't be chosen. */
  readonly disabled?: string | undefined;
  readonly isDangerous?: boolean;
  /** Whether it can't be chosen in a recording. */
  readonly isServerOnly?: boolean;
  run(this: void): void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A button that opens a list of things to do. */
export function Menu({ label, items: given }: MenuProps): ComponentChild {
  const { recording } = useConsole();
  const items = given.map((item) =>
    recording && item.isServerOnly ? { ...item, disabled: recordingReason } : item,
  );
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const [shown, opener] = [list.current, button.current];
    if (!shown || !opener) return undefined;
    const place = (event: Event): void => {
      if ((event as ToggleEvent).newState !== 'open') return;
      const { left, bottom } = opener.getBoundingClientRect();
      shown.style.left = `${Math.max(8, Math.min(left, innerWidth - shown.offsetWidth - 8))}px`;
      const isBelow = bottom + shown.offsetHeight + 8 < innerHeight;
      shown.style.top = `${isBelow ? bottom + 4 : Math.max(8, innerHeight - shown.offsetHeight - 8)}px`;
      shown.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    };
    shown.addEventListener('toggle', place);
    return () => shown.removeEventListener('toggle', place);
  }, []);
  return (
    <>
      <button ref={button} popovertarget={id} aria-haspopup="menu">
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div ref={list} id={id} popover="auto" role="menu" aria-label={label} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.label}
            role="menuitem"
            tabindex={-1}
            class={item.isDangerous ? 'danger' : ''}
            aria-disabled={item.disabled !== undefined}
            onClick={() => {
              if (item.disabled !== undefined) return;
              list.current?.hidePopover();
              button.current?.focus();
              item.run();
            }}
          >
            {item.label}
            {item.disabled !== undefined && <small class="reason">{item.disabled}</small>}
          </button>
        ))}
      </div>
    </>
  );
}

function move(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((one) => one === document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}
