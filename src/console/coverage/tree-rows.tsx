import type { ComponentChild } from 'preact';

import type { CoveredPoint } from '../api/coverage-documents.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { useConsole } from '../shell/console.ts';
import { Bar } from './totals.tsx';
import type { OperationRow, PointRow, TagRow, TreeRow } from './tree.ts';
import { percentOf } from './tree.ts';
import type { TreeFocus } from './use-tree.ts';

interface TreeRowsProps {
  readonly rows: readonly TreeRow[];
  readonly focus: TreeFocus;
  /** The ids of the opened operation and point. */
  readonly opened: { readonly operation: string | undefined; readonly point: string | undefined };
}

/** In pixels. */
const rowHeight = 28;

/** The contract as a tree: tags, operations, and their points. */
export function TreeRows({ rows, focus, opened }: TreeRowsProps): ComponentChild {
  const { active } = focus;
  return (
    <VirtualRows
      label="The contract, and what was tried of it"
      role="treegrid"
      class="cov-tree"
      count={rows.length}
      rowHeight={rowHeight}
      head={<TreeHead />}
      active={active}
      activeKey={rows[active]?.id}
      activeId={rows[active] ? idOf(active) : undefined}
      row={(index) => {
        const row = rows[index];
        if (!row) return null;
        const isOpened =
          row.kind === 'point'
            ? row.point.id === opened.point
            : row.kind === 'operation' &&
              row.operation.id === opened.operation &&
              opened.point === undefined;
        return <Line key={row.id} {...{ row, index, focus, isOpened }} />;
      }}
    />
  );
}

/** Rows that are not drawn have no id: it is that of their place. */
function idOf(index: number): string {
  return `coverage-row-${index}`;
}

function TreeHead(): ComponentChild {
  return (
    <div role="row" class="cov-row cov-head" aria-rowindex={1}>
      <span role="columnheader">Part of the contract</span>
      <span role="columnheader" class="cov-share">
        Tried
      </span>
      <span role="columnheader" class="cov-number">
        Requests
      </span>
      <span role="columnheader" class="cov-number cov-forced">
        Forced
      </span>
      <span role="columnheader" class="cov-place">
        Place
      </span>
    </div>
  );
}

interface LineProps {
  readonly row: TreeRow;
  readonly index: number;
  readonly focus: TreeFocus;
  readonly isOpened: boolean;
}

function Line({ row, index, focus, isOpened }: LineProps): ComponentChild {
  return (
    <div
      id={idOf(index)}
      role="row"
      class={`cov-row level-${row.level}`}
      data-row={row.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={index + 2}
      aria-expanded={row.kind === 'point' ? undefined : row.isOpen}
      aria-selected={index === focus.active}
      aria-current={isOpened ? 'true' : undefined}
      onClick={({ target, ctrlKey, metaKey }) => {
        const isLink = target instanceof Element && target.closest('a') !== null;
        if (!(isLink && (ctrlKey || metaKey))) focus.press(index, target);
      }}
    >
      {row.kind === 'point' ? <PointCells row={row} /> : <BranchCells row={row} />}
    </div>
  );
}

function BranchCells({ row }: { readonly row: TagRow | OperationRow }): ComponentChild {
  const percent = percentOf(row.covered, row.total);
  return (
    <>
      <span role="gridcell" class="cov-name">
        <span class="cov-twist" aria-hidden="true">
          {row.isOpen ? '▾' : '▸'}
        </span>
        {row.kind === 'tag' ? <b title={row.title}>{row.title}</b> : <OperationName row={row} />}
      </span>
      <span role="gridcell" class="cov-share" title={`${percent} %`}>
        <Bar percent={percent} />
        <span>
          {row.covered.toLocaleString('en')}/{row.total.toLocaleString('en')}
        </span>
      </span>
      <Number value={row.count} />
      <Number value={row.forced} isForced />
      <span role="gridcell" class="cov-place" />
    </>
  );
}

function OperationName({ row: { operation } }: { readonly row: OperationRow }): ComponentChild {
  const { linkTo, route } = useConsole();
  const { id, method, path } = operation;
  return (
    <a
      href={linkTo(['coverage', id], withoutPoint(route.query))}
      tabindex={-1}
      title={`${method} ${path} (${id})`}
    >
      <span class="mono cov-method">{method}</span>
      <span class="mono cov-path">{path}</span>
      <small>{id}</small>
    </a>
  );
}

function PointCells({ row: { operation, point } }: { readonly row: PointRow }): ComponentChild {
  const { linkTo, route } = useConsole();
  const isTried = point.count > 0;
  const place = placeOf(point);
  return (
    <>
      <span role="gridcell" class="cov-name">
        <span class={isTried ? 'cov-sign tried' : 'cov-sign'} aria-hidden="true">
          {isTried ? '✓' : '○'}
        </span>
        <a
          href={linkTo(['coverage', operation.id], { ...route.query, point: point.id })}
          tabindex={-1}
          title={point.label}
        >
          {point.label}
        </a>
      </span>
      <span role="gridcell" class={isTried ? 'cov-share tried' : 'cov-share missing'}>
        {isTried ? 'tried' : 'not tried'}
      </span>
      <Number value={point.count} />
      <Number value={point.forced} isForced />
      <span role="gridcell" class="cov-place mono" title={place}>
        <bdi dir="ltr">{place}</bdi>
      </span>
    </>
  );
}

function Number({
  value,
  isForced = false,
}: {
  readonly value: number;
  readonly isForced?: boolean;
}): ComponentChild {
  return (
    <span role="gridcell" class={isForced ? 'cov-number cov-forced' : 'cov-number'}>
      {value === 0 ? '' : value.toLocaleString('en')}
    </span>
  );
}

/** As editors open it: `shop.yaml:12`. */
export function placeOf({ file, line }: CoveredPoint): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}

export function withoutPoint(
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { ...query, point: '' };
}
