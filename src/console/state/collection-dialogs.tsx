import type { ComponentChild } from 'preact';

import type { CollectionShape, RecordRow } from '../api/documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Column } from './columns.ts';
import { firstColumns } from './columns.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { Question } from './question.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { SeedDialog } from './seed-dialog.tsx';
import type { Undo } from './undo.ts';

export type OpenDialog =
  | { readonly kind: 'removal'; readonly rows: readonly RecordRow[] }
  | { readonly kind: 'seed' | 'columns' | 'import' | 'export' };

interface CollectionDialogsProps {
  readonly dialog: OpenDialog;
  readonly shape: CollectionShape;
  readonly question: Question;
  readonly undo: Undo;
  readonly all: readonly Column[];
  readonly shown: readonly string[];
  /** Undefined: as at first. */
  onColumns(this: void, names: readonly string[] | undefined): void;
  onClose(this: void): void;
  /** Something was written. */
  onDone(this: void): void;
}

export function CollectionDialogs(props: CollectionDialogsProps): ComponentChild {
  const { dialog, shape, undo, onClose, onDone } = props;
  if (dialog.kind === 'removal')
    return (
      <RemovalDialog collection={shape.name} rows={dialog.rows} {...{ undo, onClose, onDone }} />
    );
  if (dialog.kind === 'seed') return <SeedDialog {...{ shape, undo, onClose, onDone }} />;
  if (dialog.kind === 'columns') return <ColumnDialog {...props} />;
  if (dialog.kind === 'import') return <ImportDialog {...{ shape, undo, onClose, onDone }} />;
  return <ExportDialog {...{ shape, onClose }} question={props.question} />;
}

function ColumnDialog({ all, shown, onColumns, onClose }: CollectionDialogsProps): ComponentChild {
  const first = firstColumns(all);
  return (
    <Dialog title="Columns" onClose={onClose}>
      <div class="column-choice">
        {all
          .filter(({ role }) => role !== 'key')
          .map(({ name }) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={shown.includes(name)}
                onChange={({ currentTarget }) =>
                  onColumns(
                    currentTarget.checked
                      ? [...shown, name]
                      : shown.filter((other) => other !== name),
                  )
                }
              />
              <span class="cut" title={name}>
                {name}
              </span>
            </label>
          ))}
      </div>
      <p class="row">
        <button class="main" onClick={onClose}>
          Done
        </button>
        <button disabled={shown === first} onClick={() => onColumns(undefined)}>
          As at first
        </button>
      </p>
    </Dialog>
  );
}
