import type { ComponentChild } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { useConsole } from '../shell/console.ts';
import { Cell, MadeUpMark } from './cell.tsx';
import type { ColumnWidths } from './column-widths.ts';
import { layOut, measureColumns } from './column-widths.ts';
import type { Column } from './columns.ts';
import { noMember } from './columns.ts';
import { rowAt } from './page-cache.ts';
import type { Question } from './question.ts';
import { nextSort, tableQuery } from './question.ts';
import { idOf, routeOf } from './records.ts';
import type { RowChoice } from './use-rows.ts';
import type { Pages } from './use-pages.ts';

export interface RecordTableProps {
  readonly shape: CollectionShape;
  readonly columns: readonly Column[];
  readonly question: Question;
  readonly pages: Pages;
  readonly choice: RowChoice;
  /** The id of the record that is opened. */
  readonly opened: string | undefined;
}

const rowHeight = 30;
/** In pixels: the column of the boxes that choose rows. */
const boxWidth = 32;

export function RecordTable(props: RecordTableProps): ComponentChild {
  const { shape, columns, pages, choice } = props;
  const { tracks, least } = useLayout(columns, pages);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Another list begins at its top.
    box.current?.scrollTo(0, 0);
  }, [pages.turn]);
  return (
    <div
      class="records"
      onScrollCapture={({ target }) => {
        // Cells that stick cost time while the table scrolls: they do only when they are needed.
        if (target instanceof Element)
          target.parentElement?.classList.toggle('sideways', target.scrollLeft > 0);
      }}
      style={{
        '--columns': [`${boxWidth}px`, ...tracks].join(' '),
        '--width': `${boxWidth + least}px`,
      }}
    >
      <VirtualRows
        role="grid"
        label={`Records of ${shape.name}`}
        count={pages.cache.count}
        rowHeight={rowHeight}
        head={<Head {...props} />}
        box={box}
        active={choice.active}
        activeKey={choice.steps}
        activeId={choice.active === undefined ? undefined : elementId(choice.active)}
        onRange={pages.see}
        row={(index) => <Row key={index} index={index} {...props} />}
      />
    </div>
  );
}

/** By the first page alone: while a user scrolls, nothing moves aside. */
function useLayout(columns: readonly Column[], { cache }: Pages): ReturnType<typeof layOut> {
  const widths = useRef<ColumnWidths>(new Map());
  const rows = cache.pages.get(0)?.rows;
  return useMemo(() => {
    const setting = { before: widths.current, origin: location.origin };
    widths.current = measureColumns(columns, rows ?? [], setting);
    return layOut(columns, widths.current);
  }, [columns, rows]);
}

function Head({ columns, question: { sort } }: RecordTableProps): ComponentChild {
  const { refine } = useConsole();
  const orders = { [sort]: 'ascending', [sort.slice(1)]: 'descending' } as const;
  return (
    <div role="row" class="record-row head" aria-rowindex={1}>
      <span role="columnheader" class="box">
        <span class="unseen">Chosen</span>
      </span>
      {columns.map(({ name, isRight, role, refersTo }) => {
        const isUp = sort === name && sort !== '';
        const isDown = sort === `-${name}`;
        return (
          <span
            key={`${role} ${name}`}
            role="columnheader"
            class={`${role}${isRight ? ' right' : ''}`}
            aria-sort={isUp ? orders[sort] : isDown ? 'descending' : 'none'}
          >
            {name === noMember ? (
              // Of a member with the empty name, no question can tell the order.
              <span class="soft">{role === 'key' ? 'key' : '""'}</span>
            ) : (
              <button
                class="quiet cut"
                title={`Sort by ${name}${refersTo === undefined ? '' : `, a key of ${refersTo}`}`}
                onClick={() => refine({ sort: nextSort(sort, name) })}
              >
                {name}
                {isUp && ' ↑'}
                {isDown && ' ↓'}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}

type RowProps = RecordTableProps & { readonly index: number };

function Row({ index, ...props }: RowProps): ComponentChild {
  const { pages, choice, opened } = props;
  const row = rowAt(pages.cache, index);
  if (!row)
    return (
      <div role="row" class="record-row waiting" aria-rowindex={index + 2}>
        <span role="gridcell" class="box" />
        <span role="gridcell" class="soft">
          …
        </span>
      </div>
    );
  const id = idOf(row);
  const isChosen = choice.chosen.has(id);
  const classes = [
    ['active', index === choice.active],
    ['opened', id === opened],
    ['made-up', row.is_made_up],
    ['flash', pages.flashing.has(id)],
  ] as const;
  return (
    <div
      role="row"
      id={elementId(index)}
      class={`record-row ${classes.flatMap(([name, is]) => (is ? [name] : [])).join(' ')}`}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      onClick={(event) => choice.click(index, event)}
    >
      <span role="gridcell" class="box">
        <input type="checkbox" tabindex={-1} aria-label={`Choose ${row.key}`} checked={isChosen} />
      </span>
      <Cells {...props} row={row} />
    </div>
  );
}

/** Drawn anew only when the record or the columns change: a table that scrolls has no time for more. */
function Cells({
  row,
  columns,
  shape,
}: Pick<RecordTableProps, 'columns' | 'shape'> & { readonly row: RecordRow }): ComponentChild {
  const { route } = useConsole();
  const query = JSON.stringify(tableQuery(route.query));
  return useMemo(
    () =>
      columns.map((column) => (
        <span
          key={`${column.role} ${column.name}`}
          role="gridcell"
          class={`cell ${column.role}${column.isRight ? ' right' : ''}`}
        >
          {column.role === 'key' ? (
            <KeyCell row={row} collection={shape.name} />
          ) : (
            <Cell column={column} row={row} shape={shape} />
          )}
        </span>
      )),
    [row, columns, shape, query],
  );
}

function KeyCell({
  row,
  collection,
}: {
  readonly row: RecordRow;
  readonly collection: string;
}): ComponentChild {
  const { linkTo, route } = useConsole();
  const [path, query] = routeOf(collection, row);
  return (
    <>
      <a
        href={linkTo(path, { ...tableQuery(route.query), ...query })}
        title={row.key}
        tabindex={-1}
      >
        {row.key}
      </a>
      {row.is_made_up && <MadeUpMark />}
    </>
  );
}

const elementId = (index: number): string => `record-${index}`;
