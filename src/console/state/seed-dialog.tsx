import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import type { CollectionShape } from '../api/record-documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { makeMore } from './edits.ts';
import { describeMaking, findCountFault, mostMade } from './making.ts';
import type { Undo } from './undo.ts';

interface SeedDialogProps {
  readonly shape: CollectionShape;
  readonly undo: Undo;
  onClose(this: void): void;
  onDone(this: void): void;
}

const usual = 20;

export function SeedDialog({ shape, undo, onClose, onDone }: SeedDialogProps): ComponentChild {
  const { api } = useConsole();
  const [count, setCount] = useState(String(usual));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const mistake = findCountFault(count);
  const fault = mistake ?? error;
  const wanted = Number(count);
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      undo.offer(await makeMore(api, shape, wanted));
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
            max={mostMade}
            required
            value={count}
            aria-invalid={fault !== undefined}
            aria-describedby="seed-text"
            onInput={({ currentTarget }) => {
              setCount(currentTarget.value);
              setError(undefined);
            }}
          />
        </label>
        <p id="seed-text" class={fault === undefined ? 'soft' : 'fault'} aria-live="polite">
          {fault ?? describeMaking(shape, wanted)}
        </p>
        <p class="row">
          <button class="main" disabled={isBusy || mistake !== undefined}>
            {mistake === undefined ? `Make ${wanted.toLocaleString('en')}` : 'Make'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}
