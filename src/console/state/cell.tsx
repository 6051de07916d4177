import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { Json } from '../api/documents.ts';
import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Column } from './columns.ts';
import type { Shown } from './format.ts';
import { showValue } from './format.ts';
import { parentPlace, routeOf } from './records.ts';
import { memberOf } from '../parts/member-of.ts';

interface CellProps {
  readonly column: Column;
  readonly row: RecordRow;
  readonly shape: CollectionShape;
}

/** A value as what it is; a reference leads to the record that it names. */
export function Cell({ column, row, shape }: CellProps): ComponentChild {
  const { linkTo } = useConsole();
  const { name, field, role, refersTo, hasImages } = column;
  const value = memberOf(row.record, name);
  const shown = showValue(value, {
    name,
    field,
    record: row.record,
    origin: location.origin,
    hasImages,
  });
  if (refersTo === undefined || value === undefined || value === null)
    return <Value shown={shown} />;
  if (role === 'parent')
    return (
      <a href={linkTo(...routeOf(refersTo, parentPlace(shape, row, name)))} title={shown.title}>
        {shown.text}
      </a>
    );
  return <References value={value} collection={refersTo} />;
}

/** At most three of a list: the record shows all. */
const mostLinks = 3;

export function References({
  value,
  collection,
}: {
  readonly value: Json;
  readonly collection: string;
}): ComponentChild {
  const { linkTo } = useConsole();
  const keys = [value].flat().filter((one) => typeof one === 'string' || typeof one === 'number');
  return (
    <>
      {keys.slice(0, mostLinks).map((key, at) => (
        <span key={`${key}${at}`}>
          {at > 0 && ', '}
          <a
            href={linkTo(...routeOf(collection, { key: String(key), parents: {} }))}
            title={`${collection} ${key}`}
          >
            {String(key)}
          </a>
        </span>
      ))}
      {keys.length > mostLinks && ` and ${keys.length - mostLinks} more`}
      {keys.length === 0 && JSON.stringify(value)}
    </>
  );
}

function Value({ shown }: { readonly shown: Shown }): ComponentChild {
  const { kind, text, title, href, tone } = shown;
  if (kind === 'image') return <Thumbnail shown={shown} />;
  if (kind === 'link')
    return (
      <a href={href ?? ''} title={title} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  if (kind === 'colour')
    return (
      <>
        <i class="swatch" style={{ background: text }} /> {text}
      </>
    );
  return (
    <span
      class={`value-${kind}${kind === 'boolean' ? `-${text}` : ''}${tone === undefined ? '' : ` tone-${tone}`}`}
      title={title}
    >
      {text}
    </span>
  );
}

/** What can't be shown as an image is a link. */
function Thumbnail({
  shown: { text, title, href = '' },
}: {
  readonly shown: Shown;
}): ComponentChild {
  const [isBroken, setBroken] = useState(false);
  const content = isBroken ? (
    text
  ) : (
    <img class="thumbnail" src={href} alt={text} loading="lazy" onError={() => setBroken(true)} />
  );
  if (href.startsWith('data:')) return <span title={title}>{content}</span>;
  return (
    <a href={href} title={title} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}

export function MadeUpMark(): ComponentChild {
  return (
    <small class="mark" title="The server makes this record up; a change stores it">
      made up
    </small>
  );
}
