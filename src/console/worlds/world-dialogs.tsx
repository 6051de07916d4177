import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { defaultWorld, part } from '../api/client.ts';
import type { WorldDocument } from '../api/documents.ts';
import { useConsole } from '../shell/console.ts';
import { ActionDialog } from './action-dialog.tsx';
import { copyWorld } from './actions.ts';
import { findNameFault } from './addresses.ts';
import { NameField } from './name-field.tsx';
import { SaveScenarioDialog } from './save-scenario-dialog.tsx';
import { useReplacing } from './use-replacing.ts';
import type { WorldsData } from './use-worlds.ts';

export type WorldDialog = 'save' | 'scenario' | 'copy' | 'reset' | 'drop';

interface WorldDialogProps {
  readonly world: WorldDocument;
  readonly data: WorldsData;
  onClose(this: void): void;
}

export function WorldDialogs({
  dialog,
  ...props
}: WorldDialogProps & { readonly dialog: WorldDialog }): ComponentChild {
  const Shown = dialogs[dialog];
  return <Shown {...props} />;
}

function SaveDialog({ world, data, onClose }: WorldDialogProps): ComponentChild {
  const { api, go, tell } = useConsole();
  const [name, setName] = useState('');
  const before = data.snapshots.value?.find((one) => one.name === name);
  const run = async (): Promise<void> => {
    await api.within(world.name).send('PUT', `snapshots/${part(name)}`);
    tell({
      text: `Saved “${world.name}” as the snapshot “${name}”`,
      action: { label: 'Show', run: () => go(['worlds'], { show: 'snapshots' }) },
    });
    data.snapshots.reload();
  };
  return (
    <ActionDialog
      title={`Save “${world.name}” as a snapshot`}
      label={before ? 'Replace it' : 'Save'}
      isOpen={findNameFault(name) !== undefined}
      {...{ run, onClose }}
    >
      <NameField
        value={name}
        onInput={setName}
        notice={before && `There is such a snapshot, of “${before.world}”: it is replaced.`}
      />
      <p class="soft">It holds the records, in memory; neither the clock nor credentials.</p>
    </ActionDialog>
  );
}

function ScenarioDialog({ world, data, onClose }: WorldDialogProps): ComponentChild {
  return <SaveScenarioDialog world={world.name} {...{ data, onClose }} />;
}

function CopyDialog({ world, data, onClose }: WorldDialogProps): ComponentChild {
  const { api, go, tell, worlds } = useConsole();
  const [name, setName] = useState('');
  const isTaken = worlds.some((one) => one.name === name);
  const isSaved = data.snapshots.value?.some((one) => one.name === name) ?? false;
  const run = async (): Promise<void> => {
    const { seed, now, frozen } = world;
    const clock = { now: frozen ? now : '', isFrozen: frozen };
    await copyWorld(api.within(world.name), name, { seed, ...clock });
    tell({ text: `Made the world “${name}”, like “${world.name}”` });
    go(['worlds', name]);
  };
  const replaced = [isTaken ? 'world' : '', isSaved ? 'snapshot' : ''].filter(Boolean);
  return (
    <ActionDialog
      title={`Make a world like “${world.name}”`}
      label={isTaken ? 'Make it anew' : 'Make it'}
      isOpen={findNameFault(name) !== undefined || name === defaultWorld}
      {...{ run, onClose }}
    >
      <NameField
        value={name}
        label="Name of the new world"
        onInput={setName}
        notice={
          replaced.length === 0
            ? undefined
            : `The ${replaced.join(' and the ')} of that name is replaced.`
        }
      />
      <p class="soft">
        The records as they are now become a snapshot of that name, and the new world begins with
        it: a reset goes back there. It has the same seed, and the same clock where that is frozen;
        minted credentials and overrides stay behind.
      </p>
    </ActionDialog>
  );
}

function ResetDialog({ world: { name }, onClose }: WorldDialogProps): ComponentChild {
  const { api } = useConsole();
  const replace = useReplacing(name);
  const run = (): Promise<void> =>
    replace(`Reset “${name}”`, () => api.within(name).send('POST', 'reset'));
  return (
    <ActionDialog title={`Reset “${name}”`} label="Reset" {...{ run, onClose }}>
      <p>
        Its records become what they were at its beginning. Its clock is set back, minted
        credentials are forgotten, revoked ones admitted again, and its overrides go. Undo puts the
        records back alone.
      </p>
    </ActionDialog>
  );
}

function DropDialog({ world: { name }, onClose }: WorldDialogProps): ComponentChild {
  const { api, go, tell } = useConsole();
  const run = async (): Promise<void> => {
    await api.send('DELETE', `worlds/${part(name)}`);
    tell({ text: `Dropped the world “${name}”` });
    go(['worlds'], name === api.world ? { world: defaultWorld } : {});
  };
  return (
    <ActionDialog title={`Drop “${name}”`} label="Drop it" isDangerous {...{ run, onClose }}>
      <p>
        Its records, clock, credentials and overrides go, and there is no undo: save a snapshot or a
        scenario first to keep what is in it. Snapshots and its requests in the traffic stay.
      </p>
    </ActionDialog>
  );
}

const dialogs = {
  save: SaveDialog,
  scenario: ScenarioDialog,
  copy: CopyDialog,
  reset: ResetDialog,
  drop: DropDialog,
};
