import type { ComponentChild, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import { Dialog } from '../parts/dialog.tsx';

interface ActionDialogProps {
  readonly title: string;
  /** What the button says. */
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Why it can't be done yet. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
  /** The dialog stays, with the message, where it throws. */
  run(this: void): Promise<void>;
  onClose(this: void): void;
}

/** A dialog that does one thing, and says why it could not. */
export function ActionDialog(props: ActionDialogProps): ComponentChild {
  const { title, label, isDangerous = false, isOpen = false, children, run, onClose } = props;
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    run().then(onClose, (failure: unknown) => {
      setError(messageOf(failure));
      setBusy(false);
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" noValidate onSubmit={submit}>
        {children}
        {error !== '' && (
          <p class="fault" role="alert">
            {error}
          </p>
        )}
        <p class="row">
          <button class={isDangerous ? 'danger' : 'main'} disabled={isBusy || isOpen}>
            {label}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
