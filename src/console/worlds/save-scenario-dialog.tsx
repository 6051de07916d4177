import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { messageOf, part, Refusal } from '../api/client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { findNameFault } from './addresses.ts';
import { NameField } from './name-field.tsx';
import type { WorldsData } from './use-worlds.ts';

interface SaveScenarioDialogProps {
  readonly world: string;
  readonly data: WorldsData;
  onClose(this: void): void;
}

export function SaveScenarioDialog(props: SaveScenarioDialogProps): ComponentChild {
  const { world, data, onClose } = props;
  const { api, tell } = useConsole();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [refused, setRefused] = useState({ name: '', text: '', isOfName: false });
  const before = data.scenarios.value?.find((one) => one.name === name);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = description === '' ? {} : { description };
    try {
      await api.within(world).send('POST', `scenarios/${part(name)}`, body);
      tell({ text: `Saved “${world}” as the scenario “${name}”` });
      data.scenarios.reload();
      onClose();
    } catch (error) {
      const isOfName = error instanceof Refusal && error.problem.status === 409;
      setRefused({ name, text: messageOf(error), isOfName });
    }
  };
  const isRefused = refused.isOfName && refused.name === name;
  return (
    <Dialog title={`Save “${world}” as a scenario`} onClose={onClose}>
      <form class="stack" noValidate onSubmit={(event) => void save(event)}>
        <NameField
          value={name}
          onInput={setName}
          fault={isRefused ? refused.text : undefined}
          notice={
            before &&
            'There is such a scenario: it is replaced, unless it is a file beside the contract.'
          }
        />
        <label class="stack">
          Description
          <input
            value={description}
            maxLength={1000}
            placeholder="A sentence for those who choose one"
            onInput={({ currentTarget }) => setDescription(currentTarget.value)}
          />
        </label>
        <Told />
        {refused.text !== '' && !refused.isOfName && (
          <p class="fault" role="alert">
            {refused.text}
          </p>
        )}
        <p class="row">
          <button class="main" disabled={findNameFault(name) !== undefined}>
            {before ? 'Replace it' : 'Save'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function Told(): ComponentChild {
  return (
    <p class="soft">
      It tells what is other than in the fixtures: records, credentials, clock, seed, and overrides
      of this world. The server keeps it in the data folder, or in memory without one.
    </p>
  );
}
