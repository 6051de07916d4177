import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { RecordRow, Removal } from '../api/record-documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useConsole } from '../shell/console.ts';
import { countByCollection, countText, removeRows, showRemoval } from './edits.ts';
import { titleOf } from './records.ts';
import type { Undo } from './undo.ts';

interface RemovalDialogProps {
  readonly collection: string;
  readonly rows: readonly RecordRow[];
  readonly undo: Undo;
  onClose(this: void): void;
  onDone(this: void): void;
}

/** Says what goes along before anything is deleted. */
export function RemovalDialog(props: RemovalDialogProps): ComponentChild {
  const { collection, rows, undo, onClose, onDone } = props;
  const { api, complain } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const { value: removal, error } = useAnswer(() => showRemoval(api, collection, rows), []);
  const remove = async (): Promise<void> => {
    if (!removal) return;
    setBusy(true);
    try {
      undo.offer(await removeRows(api, collection, { rows, removal }));
    } catch (failure) {
      complain(failure);
    }
    onDone();
  };
  const [first] = rows;
  const what =
    first && rows.length === 1
      ? titleOf(collection, first)
      : `${rows.length} records of ${collection}`;
  return (
    <Dialog title={`Delete ${what}?`} onClose={onClose}>
      <div class="removal">
        {error !== undefined && (
          <p class="fault" role="alert">
            {error}
          </p>
        )}
        {removal && <Along removal={removal} collection={collection} chosen={rows.length} />}
      </div>
      <p class="row">
        <DeleteButton isReady={removal !== undefined && !isBusy} onClick={() => void remove()} />
        <button onClick={onClose}>Cancel</button>
      </p>
    </Dialog>
  );
}

/** Has the focus as soon as it can be pressed. */
function DeleteButton({
  isReady,
  onClick,
}: {
  readonly isReady: boolean;
  onClick(this: void): void;
}): ComponentChild {
  const button = useRef<HTMLButtonElement>(null);
  // At once: until then, Enter would press what closes the dialog.
  useLayoutEffect(() => {
    if (isReady) button.current?.focus();
  }, [isReady]);
  return (
    <button ref={button} class="danger" disabled={!isReady} onClick={onClick}>
      Delete
    </button>
  );
}

interface AlongProps {
  readonly removal: Removal;
  readonly collection: string;
  readonly chosen: number;
}

function Along({ removal: { count, records }, collection, chosen }: AlongProps): ComponentChild {
  const along = countByCollection(records)
    .map(([name, all]) => [name, name === collection ? all - chosen : all] as const)
    .filter(([, all]) => all > 0);
  return (
    <>
      {along.length === 0 ? (
        <p>No stored record goes along. Made-up ones below are no longer shown.</p>
      ) : (
        <>
          <p>What stands below goes along:</p>
          <ul>
            {along.map(([name, all]) => (
              <li key={name}>
                <b>{all.toLocaleString('en')}</b> {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {count > records.length && (
        <p class="fault">
          {countText(count - records.length, 'more record')} would go that undo can’t put back. Save
          a snapshot first.
        </p>
      )}
      <p class="soft">Undo puts it back: press z, or the button in the notice.</p>
    </>
  );
}
