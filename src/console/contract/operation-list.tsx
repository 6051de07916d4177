import type { ComponentChild } from 'preact';

import { tellFound, useSaid } from '../parts/said.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { useConsole } from '../shell/console.ts';
import type { IndexRow } from './operation-rows.ts';

interface OperationListProps {
  readonly rows: readonly IndexRow[];
  readonly opened: string | undefined;
}

const rowHeight = 44;

/** All operations, by their tags. */
export function OperationList({ rows, opened }: OperationListProps): ComponentChild {
  const { route, refine } = useConsole();
  const active = rows.findIndex((row) => row.kind === 'operation' && row.operation.id === opened);
  const { search = '' } = route.query;
  useSaid(tellFound(rows), search);
  return (
    <section class="operation-index" aria-label="Operations">
      <input
        type="search"
        class="operation-search"
        aria-label="Search the operations"
        placeholder="Search"
        value={search}
        onInput={({ currentTarget: { value } }) => refine({ search: value })}
      />
      {rows.length === 0 ? (
        <p class="soft padded">No operation has “{search}” in its name, path, summary or tag.</p>
      ) : (
        <VirtualRows
          count={rows.length}
          rowHeight={rowHeight}
          label="Operations by tag"
          role="list"
          active={active === -1 ? undefined : active}
          activeKey={opened}
          row={(index) => <Row key={index} row={rows[index]} opened={opened} />}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly row: IndexRow | undefined;
  readonly opened: string | undefined;
}

function Row({ row, opened }: RowProps): ComponentChild {
  const { linkTo, route } = useConsole();
  if (!row) return null;
  if (row.kind === 'tag')
    return (
      <div class="index-row index-tag" role="listitem">
        <span class="cut" title={row.name}>
          {row.name === '' ? 'Without a tag' : row.name}
        </span>
        <small>{row.count}</small>
      </div>
    );
  const { id, method, path, summary, deprecated } = row.operation;
  const { search = '' } = route.query;
  return (
    <div class="index-row" role="listitem">
      <a
        class="index-link"
        href={linkTo(['contract', id], { search })}
        aria-current={id === opened ? 'true' : undefined}
        title={[`${method} ${path}`, id, summary].filter(Boolean).join('\n')}
      >
        <span class="method mono">{method}</span>
        <span class={deprecated ? 'cut mono deprecated' : 'cut mono'}>{path}</span>
        <small class="cut">
          {deprecated && 'deprecated: '}
          {summary ?? id}
        </small>
      </a>
    </div>
  );
}
