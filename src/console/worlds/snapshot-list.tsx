import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import { part } from '../api/client.ts';
import type { Snapshot } from '../api/documents.ts';
import { Empty } from '../parts/empty.tsx';
import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { WorldWish } from './actions.ts';
import { BoundedTable } from './bounded-rows.tsx';
import { useReplacing } from './use-replacing.ts';
import type { WorldsData } from './use-worlds.ts';
import { WorldDialogs } from './world-dialogs.tsx';

interface SnapshotListProps {
  readonly data: WorldsData;
  onMake(this: void, wish: Partial<WorldWish>): void;
}

interface Opened {
  readonly kind: 'restore' | 'drop';
  readonly snapshot: Snapshot;
}

const columns = ['Name', 'Saved from', 'Saved', 'What to do'];

export function SnapshotList({ data, onMake }: SnapshotListProps): ComponentChild {
  const { api } = useConsole();
  const [opened, setOpened] = useState<Opened>();
  const [isSaving, setSaving] = useState(false);
  const snapshots = data.snapshots.value ?? [];
  const world = data.worlds.value?.find(({ name }) => name === api.world);
  const close = (): void => setOpened(undefined);
  const save = (
    <button class="main" onClick={() => setSaving(true)}>
      Save “{api.world}”
    </button>
  );
  return (
    <>
      {snapshots.length === 0 ? (
        <Empty title="There is no snapshot">
          <p>
            A snapshot keeps the records of a world at one moment. Restore it in any world, or make
            worlds that begin with it, as often as you like: it takes no time.
          </p>
          <p>{save}</p>
        </Empty>
      ) : (
        <BoundedTable
          label="Snapshots"
          columns={columns}
          rows={snapshots.toReversed()}
          row={(one) => (
            <SnapshotRow key={one.name} snapshot={one} onOpen={setOpened} onMake={onMake} />
          )}
        >
          {save}
        </BoundedTable>
      )}
      {isSaving && world && (
        <WorldDialogs dialog="save" {...{ world, data }} onClose={() => setSaving(false)} />
      )}
      {opened?.kind === 'restore' && <RestoreDialog snapshot={opened.snapshot} onClose={close} />}
      {opened?.kind === 'drop' && <DropDialog snapshot={opened.snapshot} onClose={close} />}
    </>
  );
}

interface SnapshotRowProps extends Pick<SnapshotListProps, 'onMake'> {
  readonly snapshot: Snapshot;
  onOpen(this: void, opened: Opened): void;
}

function SnapshotRow({ snapshot, onOpen, onMake }: SnapshotRowProps): ComponentChild {
  const { api, linkTo } = useConsole();
  const { name, world, saved_at: savedAt } = snapshot;
  const compared = linkTo(['worlds', api.world], { show: 'snapshots', compare: name });
  return (
    <tr>
      <th scope="row" class="cut" title={name}>
        {name}
      </th>
      <td class="long" title={world} data-label="Saved from">
        {world}
      </td>
      <td class="number" data-label="Saved">
        {formatMoment(savedAt)}
      </td>
      <td class="tools-cell">
        <button
          class="small"
          aria-label={`Restore ${name}`}
          onClick={() => onOpen({ kind: 'restore', snapshot })}
        >
          Restore
        </button>
        <button
          class="small"
          aria-label={`New world from ${name}`}
          onClick={() => onMake({ beginning: 'snapshot', beginningName: name })}
        >
          New world
        </button>
        <a href={compared} aria-label={`Compare ${name} with ${api.world}`}>
          Compare
        </a>
        <button
          class="small danger"
          aria-label={`Drop ${name}`}
          onClick={() => onOpen({ kind: 'drop', snapshot })}
        >
          Drop
        </button>
      </td>
    </tr>
  );
}

interface SnapshotDialogProps {
  readonly snapshot: Snapshot;
  onClose(this: void): void;
}

function RestoreDialog({ snapshot: { name }, onClose }: SnapshotDialogProps): ComponentChild {
  const { api } = useConsole();
  const replace = useReplacing(api.world);
  const run = (): Promise<void> =>
    replace(`Restored “${name}” in “${api.world}”`, () =>
      api.send('POST', `snapshots/${part(name)}/restore`),
    );
  return (
    <ActionDialog title={`Restore “${name}”`} label="Restore" {...{ run, onClose }}>
      <p>
        The records of the world “{api.world}”, which the console shows, become those of the
        snapshot. The present ones are saved first, and Undo puts them back.
      </p>
    </ActionDialog>
  );
}

function DropDialog({ snapshot: { name }, onClose }: SnapshotDialogProps): ComponentChild {
  const { api, tell } = useConsole();
  const run = async (): Promise<void> => {
    await api.send('DELETE', `snapshots/${part(name)}`);
    tell({ text: `Dropped the snapshot “${name}”` });
  };
  return (
    <ActionDialog title={`Drop “${name}”`} label="Drop it" isDangerous {...{ run, onClose }}>
      <p>Nothing can be restored from it any more. Worlds that were made from it stay.</p>
    </ActionDialog>
  );
}
