import type { ComponentChild, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { useSaid } from '../parts/said.tsx';

interface BoundedTableProps<Row extends { readonly name: string }> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The heads of the columns. */
  readonly columns: readonly string[];
  /** Stands beside the search. */
  readonly children?: ComponentChildren;
  row(this: void, row: Row): ComponentChild;
}

/** Rows that are shown at first: a page of thousands would be slow. */
const firstRows = 200;
/** Up to this many are found at a glance. */
const few = 8;

/** A table with a search by name. */
export function BoundedTable<Row extends { readonly name: string }>(
  props: BoundedTableProps<Row>,
): ComponentChild {
  const { label, rows, columns, children, row } = props;
  const [text, setText] = useState('');
  const [most, setMost] = useState(firstRows);
  const found = rows.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  useSaid(`${found.length.toLocaleString('en')} found`, text);
  return (
    <>
      <div class="worlds-bar row">
        {children}
        {rows.length > few && (
          <input
            type="search"
            class="search"
            aria-label={`Search the ${label.toLowerCase()}`}
            placeholder="Search"
            title="By name"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
      </div>
      <div class="sheet-box" role="region" aria-label={label} tabindex={0}>
        <table class="sheet">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{found.slice(0, most).map(row)}</tbody>
        </table>
        {found.length === 0 && <p class="soft padded">None is named so.</p>}
        {found.length > most && (
          <p class="padded">
            <button onClick={() => setMost(most + firstRows)}>
              Show more of {found.length.toLocaleString('en')}
            </button>
          </p>
        )}
      </div>
    </>
  );
}
