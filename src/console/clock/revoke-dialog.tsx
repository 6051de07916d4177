import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { part } from '../api/client.ts';
import type { Credential } from '../api/documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';

interface RevokeDialogProps {
  readonly name: string;
  /** Those of the name: all of them are revoked. */
  readonly credentials: readonly Credential[];
  onClose(this: void): void;
  onDone(this: void): void;
}

/** Says who is shut out before a credential is revoked. */
export function RevokeDialog(props: RevokeDialogProps): ComponentChild {
  const { name, credentials, onClose, onDone } = props;
  const { api, complain, tell } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const revoke = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.send('DELETE', `credentials/${part(name)}`);
      tell({ text: `Revoked ${name}` });
      onDone();
    } catch (error) {
      complain(error);
      onClose();
    }
  };
  return (
    <Dialog title={`Revoke ${name}?`} onClose={onClose}>
      <p>
        {credentials.length > 1
          ? `${credentials.length} credentials have this name. All of them are shut out of this world:`
          : 'Requests with it get a 401 in this world:'}
      </p>
      <ul>
        {credentials.map((one, index) => (
          <li key={index}>
            <span class="mono">{one.value}</span> of {one.scheme}
            {one.label !== undefined && ` (${one.label})`}, scopes:{' '}
            {one.scopes.join(', ') || 'none'}
          </li>
        ))}
      </ul>
      <p class="soft">
        A reset of the world brings back what stands in <code>credentials.json</code>; minted ones
        do not come back.
      </p>
      <p class="row">
        <button class="danger" disabled={isBusy} onClick={() => void revoke()}>
          Revoke
        </button>
        <button onClick={onClose}>Cancel</button>
      </p>
    </Dialog>
  );
}
