import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import type { CollectionShape } from '../api/record-documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { makeMore } from './edits.ts';
import { describeMaking } from './making.ts';
import type { Undo } from './undo.ts';

interface SeedDialogProps {
  readonly shape: CollectionShape;
  readonly undo: Undo;
  onClose(this: void): void;
  onDone(this: void): void;
}

const usual = 20;
const most = 10_000;

export function SeedDialog({ shape, undo, onClose, onDone }: SeedDialogProps): ComponentChild {
  const { api } = useConsole();
  const [count, setCount] = useState(String(usual));
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      undo.offer(await makeMore(api, shape, Number(count)));
      onDone();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Make more of ${shape.name}`} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label class="stack">
          How many
          <input
            type="number"
            min={1}
            max={most}
            required
            value={count}
            aria-describedby="seed-text"
            onInput={({ currentTarget }) => setCount(currentTarget.value)}
          />
        </label>
        <p id="seed-text" class="soft">
          {describeMaking(shape, Number(count))}
        </p>
        {error !== '' && (
          <p class="fault" role="alert">
            {error}
          </p>
        )}
        <p class="row">
          <button class="main" disabled={isBusy}>
            Make {count}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
