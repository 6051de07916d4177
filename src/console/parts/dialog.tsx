import type { ComponentChild, ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { focusFirst, giveFocus, spotOfFocus } from './focus.ts';
import { Said } from './said.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Wide ones are for forms and texts. */
  readonly isWide?: boolean;
  onClose(this: void): void;
}

/** A modal dialog: the browser keeps the focus in it, Escape closes it, and its opener has the focus again. */
export function Dialog({ title, children, isWide = false, onClose }: DialogProps): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [opener] = useState(spotOfFocus);
  // At once: the next letter that the user types belongs to it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return undefined;
    shown.showModal();
    focusFirst(shown);
    return () => {
      shown.close();
      if (opener) giveFocus(opener);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'wide' : ''}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      <div class="dialog">
        <header>
          <h2 id={id}>{title}</h2>
          <button class="quiet" aria-label="Close" onClick={onClose}>
            ×
          </button>
        </header>
        {children}
        <Said />
      </div>
    </dialog>
  );
}
