import type { ComponentChild } from 'preact';

import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { Question } from './question.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { SeedDialog } from './seed-dialog.tsx';
import type { Undo } from './undo.ts';
import type { ColumnChoice } from './use-columns.ts';

export type OpenDialog =
  | { readonly kind: 'removal'; readonly rows: readonly RecordRow[] }
  | { readonly kind: 'seed' | 'columns' | 'import' | 'export' };

interface CollectionDialogsProps {
  readonly dialog: OpenDialog;
  readonly shape: CollectionShape;
  readonly question: Question;
  readonly undo: Undo;
  readonly choices: ColumnChoice;
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

function ColumnDialog({ choices, onClose }: CollectionDialogsProps): ComponentChild {
  const { all, shown, choose, hasImages, chooseImages } = choices;
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
                  choose(
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
      <label class="check">
        <input
          type="checkbox"
          checked={hasImages}
          onChange={({ currentTarget }) => chooseImages(currentTarget.checked)}
        />
        Load images of this server: each is a request in the traffic
      </label>
      <p class="row">
        <button class="main" onClick={onClose}>
          Done
        </button>
        <button onClick={() => choose(undefined)}>Default columns</button>
      </p>
    </Dialog>
  );
}
