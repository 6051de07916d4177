import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf } from '../api/client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Menu } from '../parts/menu.tsx';
import type { Console } from '../shell/console.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import type { KnownRequest } from './actions.ts';
import { createActions } from './actions.ts';
import { failuresOf, namePattern, whyNotKept } from './override-wish.ts';

export function RequestActions(known: KnownRequest): ComponentChild {
  const { entry, operation } = known;
  const shell = useConsole();
  const [isNaming, setNaming] = useState(false);
  const actions = createActions(shell, known);
  const notKept = whyNotKept(entry);
  const { body_note: note } = entry.request;
  const copies = [
    { label: 'Copy as curl', run: () => actions.copy('curl') },
    { label: 'Copy as fetch', run: () => actions.copy('fetch') },
    {
      label: 'Copy as a vitest test',
      disabled: shell.hasContract ? undefined : otherContract,
      run: () => actions.copy('test'),
    },
  ];
  const failures = failuresOf(operation).map((failure) => ({
    label: `${failure.status} ${failure.description}`.trim(),
    disabled: entry.operation === null ? 'It asked no operation of the contract' : undefined,
    run: () => actions.failNext(failure),
  }));
  const keeps = [
    {
      label: 'As an override with a name…',
      disabled: notKept,
      isServerOnly: true,
      run: () => setNaming(true),
    },
    {
      label: 'As an overlay for the contract',
      disabled: notKept ?? whyNoOverlay(entry, shell),
      run: actions.exportOverlay,
    },
  ];
  return (
    <div class="row request-actions" role="group" aria-label="What to do with the request">
      <Menu label="Copy" items={copies} />
      <ServerOnly>
        <ActionButton
          label="Send again"
          reason={note === undefined ? undefined : `Its body was not kept: ${note}`}
          onClick={actions.sendAgain}
        />
        <ActionButton label="Answer so from now on" reason={notKept} onClick={actions.answerSo} />
        <Menu label="Fail next time" items={failures} />
      </ServerOnly>
      <Menu label="Keep this reply" items={keeps} />
      {isNaming && <NameDialog onKeep={actions.keepAs} onClose={() => setNaming(false)} />}
    </div>
  );
}

const otherContract = 'The server has another contract than the recording';

function whyNoOverlay(
  { reply }: KnownRequest['entry'],
  { hasContract }: Console,
): string | undefined {
  if (!hasContract) return otherContract;
  return reply.body === undefined ? 'The reply has no body' : undefined;
}

interface ActionButtonProps {
  readonly label: string;
  /** Why it can't be done. */
  readonly reason: string | undefined;
  onClick(this: void): void;
}

function ActionButton({ label, reason, onClick }: ActionButtonProps): ComponentChild {
  const { tell } = useConsole();
  return (
    <button
      aria-disabled={reason === undefined ? undefined : 'true'}
      title={reason}
      onClick={() => (reason === undefined ? onClick() : tell({ text: reason }))}
    >
      {label}
    </button>
  );
}

interface NameDialogProps {
  onKeep(this: void, name: string): Promise<void>;
  onClose(this: void): void;
}

function NameDialog({ onKeep, onClose }: NameDialogProps): ComponentChild {
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const keep = (event: Event): void => {
    event.preventDefault();
    onKeep(name).then(onClose, (refusal: unknown) => setError(messageOf(refusal)));
  };
  return (
    <Dialog title="Keep this reply as an override" onClose={onClose}>
      <form class="dialog-form" onSubmit={keep}>
        <label>
          Name
          <input
            required
            pattern={namePattern}
            title="Letters, digits, dots, dashes and underscores; 64 at most"
            value={name}
            aria-describedby="override-name-error"
            aria-invalid={error !== ''}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <p class="soft">An override of this name is replaced.</p>
        <p id="override-name-error" class="fault" role="alert">
          {error}
        </p>
        <button class="main">Keep</button>
      </form>
    </Dialog>
  );
}
