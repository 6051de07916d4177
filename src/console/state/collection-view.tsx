import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { Failure } from '../parts/empty.tsx';
import { useConsole } from '../shell/console.ts';
import type { OpenDialog } from './collection-dialogs.tsx';
import { CollectionDialogs } from './collection-dialogs.tsx';
import { NoRecords } from './no-records.tsx';
import { rowAt } from './page-cache.ts';
import { readQuestion } from './question.ts';
import { RecordPanel } from './record-panel.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { RecordTable } from './record-table.tsx';
import { idOf } from './records.ts';
import { TableBar } from './table-bar.tsx';
import type { Undo } from './undo.ts';
import { useOpening } from './use-opening.ts';
import { useColumns } from './use-columns.ts';
import { usePages } from './use-pages.ts';
import type { Drafts } from './use-record.ts';
import { newId } from './use-record.ts';
import { useRows } from './use-rows.ts';
import { useTableKeys } from './use-table-keys.ts';

interface CollectionViewProps {
  readonly shape: CollectionShape;
  readonly undo: Undo;
  readonly drafts: Drafts;
}

/** The table of a collection, and the record that is opened. */
export function CollectionView({ shape, undo, drafts }: CollectionViewProps): ComponentChild {
  const { route } = useConsole();
  const question = readQuestion(route.query);
  const pages = usePages(shape.name, question);
  const opening = useOpening(shape, drafts);
  const choice = useRows(pages, opening.open);
  const choices = useColumns(shape);
  const { all, columns } = choices;
  const [dialog, setDialog] = useState<OpenDialog>();
  const { place, isNew, close } = opening;
  const current = choice.active === undefined ? undefined : rowAt(pages.cache, choice.active);
  const remove = (rows: readonly RecordRow[]): void => setDialog({ kind: 'removal', rows });
  useTableKeys({ choice, opening, current, remove });
  const finish = (): void => {
    setDialog(undefined);
    choice.clear();
    pages.reload();
    const gone = dialog?.kind === 'removal' ? dialog.rows.map(idOf) : [];
    if (place && gone.includes(idOf(place))) close();
  };
  const opened = place && idOf(place);
  return (
    <div class={place || isNew ? 'collection has-panel' : 'collection'}>
      <div class="table-side">
        <TableBar
          {...{ shape, question, pages, choice }}
          columns={all}
          onNew={opening.begin}
          onDialog={setDialog}
          onDelete={remove}
        />
        <TableBody
          {...{ shape, question, pages, choice, columns, opened }}
          onNew={opening.begin}
          onMake={() => setDialog({ kind: 'seed' })}
        />
      </div>
      {(place || isNew) && (
        <RecordPanel
          key={opened ?? newId}
          {...{ shape, place, drafts, undo }}
          onClose={close}
          onDuplicate={opening.duplicate}
          onDelete={remove}
          onWritten={pages.reload}
        />
      )}
      {dialog && (
        <CollectionDialogs
          {...{ dialog, shape, question, undo, choices }}
          onClose={() => setDialog(undefined)}
          onDone={finish}
        />
      )}
    </div>
  );
}

interface TableBodyProps extends RecordTableProps {
  onNew(this: void): void;
  onMake(this: void): void;
}

function TableBody({ onNew, onMake, ...props }: TableBodyProps): ComponentChild {
  const { pages, shape, question } = props;
  const { version, count } = pages.cache;
  if (pages.error !== undefined)
    return <Failure title="The records can't be shown" text={pages.error} />;
  if (version === undefined) return <p class="soft padded">{pages.isSlow ? 'Loading…' : ''}</p>;
  if (count === 0) return <NoRecords {...{ shape, question, onNew, onMake }} />;
  return <RecordTable {...props} />;
}
