import type { ComponentChild } from 'preact';

import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { Menu } from '../parts/menu.tsx';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import type { OpenDialog } from './collection-dialogs.tsx';
import type { Column } from './columns.ts';
import { countText } from './edits.ts';
import { Filters, SearchBox } from './filters.tsx';
import type { Question } from './question.ts';
import type { Pages } from './use-pages.ts';
import type { RowChoice } from './use-rows.ts';

interface TableBarProps {
  readonly shape: CollectionShape;
  readonly question: Question;
  readonly pages: Pages;
  readonly choice: RowChoice;
  readonly columns: readonly Column[];
  onNew(this: void): void;
  onDialog(this: void, dialog: OpenDialog): void;
  onDelete(this: void, rows: readonly RecordRow[]): void;
}

export function TableBar(props: TableBarProps): ComponentChild {
  const { shape, question, pages, choice, columns, onDelete } = props;
  const { refine } = useConsole();
  const { count, total, version } = pages.cache;
  const counted =
    count === total
      ? countText(total, 'record')
      : `${count.toLocaleString('en')} of ${countText(total, 'record')}`;
  return (
    <div class="table-bar">
      <div class="row">
        <h2 class="cut">{shape.name}</h2>
        <span class="soft" role="status">
          {version === undefined ? '' : counted}
        </span>
        <Tools {...props} />
      </div>
      <div class="row">
        <SearchBox question={question} />
        <Filters question={question} columns={columns} />
        {(shape.made_up > 0 || !question.hasMadeUp) && (
          <label class="check">
            <input
              type="checkbox"
              checked={question.hasMadeUp}
              onChange={({ currentTarget: { checked } }) =>
                refine({ made_up: checked ? '' : 'false' })
              }
            />
            Made-up records
          </label>
        )}
        {choice.chosen.size > 0 && (
          <span class="chosen-bar">
            {countText(choice.chosen.size, 'record')} chosen
            <ServerOnly>
              <button class="danger" onClick={() => onDelete([...choice.chosen.values()])}>
                Delete…
              </button>
            </ServerOnly>
            <button class="quiet" onClick={choice.clear}>
              Clear
            </button>
          </span>
        )}
      </div>
    </div>
  );
}

function Tools({ shape, pages, onNew, onDialog }: TableBarProps): ComponentChild {
  const { go, hasContract } = useConsole();
  // It is alone in its collection.
  const isOnly = shape.kind === 'singleton' && shape.parents.length === 0;
  return (
    <span class="bar-tools">
      <ServerOnly>
        <button
          class="main"
          title={isOnly ? 'There is one record at most' : 'n'}
          disabled={isOnly && pages.cache.total > 0}
          onClick={onNew}
        >
          New
        </button>
      </ServerOnly>
      <Menu
        label="More"
        items={[
          ...(isOnly
            ? []
            : [
                {
                  label: 'Make 20 more…',
                  isServerOnly: true,
                  run: () => onDialog({ kind: 'seed' }),
                },
              ]),
          { label: 'Columns…', run: () => onDialog({ kind: 'columns' }) },
          { label: 'Import…', isServerOnly: true, run: () => onDialog({ kind: 'import' }) },
          { label: 'Export…', run: () => onDialog({ kind: 'export' }) },
          ...(hasContract
            ? [
                {
                  label: 'Operations in the reference',
                  run: () => go(['contract'], { search: shape.name }),
                },
              ]
            : []),
        ]}
      />
    </span>
  );
}
