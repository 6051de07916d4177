import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { useConsole } from '../shell/console.ts';
import type { RecordPanelProps } from './record-editor.tsx';
import { RecordEditor } from './record-editor.tsx';
import { tableQuery } from './question.ts';
import { idOf, onlyKey, routeOf, titleOf } from './records.ts';
import type { FoundRecord } from './use-record.ts';
import { useRecord } from './use-record.ts';
import { MadeUpMark } from './cell.tsx';

export function RecordPanel(props: RecordPanelProps): ComponentChild {
  const { shape, place, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const found = useRecord(shape, place);
  useLayoutEffect(() => {
    panel.current?.focus();
  }, []);
  const name = place ? titleOf(shape.name, place) : `New record of ${shape.name}`;
  return (
    <section
      ref={panel}
      class="record-panel"
      tabindex={-1}
      aria-label={name}
      onKeyDown={(event) => {
        // First out of the field, then out of the record.
        if (event.key !== 'Escape' || event.target === panel.current) return;
        event.preventDefault();
        event.stopPropagation();
        panel.current?.focus();
      }}
    >
      <PanelHead list={shape.name} close="Close the record" onClose={onClose}>
        <h2 class="cut" title={name}>
          {place && place.key !== onlyKey ? (
            <>
              <small>{shape.name}</small> {place.key}
            </>
          ) : (
            name
          )}
        </h2>
        {found.rows?.length === 1 && found.rows[0]?.is_made_up && <MadeUpMark />}
      </PanelHead>
      <PanelBody {...props} found={found} />
    </section>
  );
}

function PanelBody({
  found: { rows, error, isSlow, show },
  ...props
}: RecordPanelProps & { readonly found: FoundRecord }): ComponentChild {
  const { shape, place, drafts } = props;
  if (!rows) {
    if (error !== undefined) return <Failure title="The record can't be shown" text={error} />;
    return <p class="soft padded">{isSlow ? 'Loading…' : ''}</p>;
  }
  const [row, ...others] = rows;
  if (others.length > 0) return <Ambiguous shape={shape} rows={rows} />;
  if (row || !place || drafts.has(idOf(place)))
    return <RecordEditor {...props} row={row} onSaved={show} />;
  return (
    <Empty title="There is no such record">
      <p>
        {shape.name} has no record “{place.key}”. It was deleted, or it never was.
      </p>
    </Empty>
  );
}

/** A key may stand under several parents. */
function Ambiguous({
  shape,
  rows,
}: {
  readonly shape: CollectionShape;
  readonly rows: readonly RecordRow[];
}): ComponentChild {
  const { linkTo, route } = useConsole();
  return (
    <Empty title={`${rows.length} records have this key`}>
      <ul>
        {rows.slice(0, 50).map((row) => {
          const [path, query] = routeOf(shape.name, row);
          const told = Object.entries(row.parents).map(([name, value]) => `${name} ${value}`);
          return (
            <li key={idOf(row)}>
              <a href={linkTo(path, { ...tableQuery(route.query), ...query })}>{told.join(', ')}</a>
            </li>
          );
        })}
      </ul>
    </Empty>
  );
}
