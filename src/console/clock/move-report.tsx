import type { ComponentChild } from 'preact';

import { formatMoment } from '../parts/moment.ts';
import { useConsole } from '../shell/console.ts';
import { mostCompared } from './look.ts';
import type { ChangedRecord, Move } from './moves.ts';
import { describeMove } from './times.ts';

/** Changes that are told one by one. */
const few = 20;

/** What a move of the clock did. */
export function MoveReport({
  move,
  onClose,
}: {
  readonly move: Move;
  onClose(this: void): void;
}): ComponentChild {
  const { from, to, changed, grown, expired, revived } = move;
  const { linkTo } = useConsole();
  const isQuiet = changed.length + grown.length + expired.length + revived.length === 0;
  return (
    <div class="move-report">
      <p class="row">
        <b>
          {describeMove(to - from)} {to < from ? 'back' : 'on'}, to {formatMoment(to)}
        </b>
        <button class="quiet small" aria-label="Close what the move did" onClick={onClose}>
          ×
        </button>
      </p>
      {isQuiet && <p>Nothing became due: no record changed, and no credential expired.</p>}
      {changed.length > 0 && (
        <>
          <p>
            {changed.length.toLocaleString('en')} {changed.length === 1 ? 'record' : 'records'}{' '}
            changed:
          </p>
          <ul>
            {changed.slice(0, few).map((one) => (
              <Changed key={`${one.collection} ${one.row.key}`} change={one} />
            ))}
            {changed.length > few && <li>and {changed.length - few} more</li>}
          </ul>
          {changed.length >= mostCompared && (
            <p class="soft">Of each collection the first {mostCompared} records are compared.</p>
          )}
        </>
      )}
      {grown.map(([collection, count]) => (
        <p key={collection}>
          {count.toLocaleString('en')} more in{' '}
          <a href={linkTo(['state', collection])}>{collection}</a>
        </p>
      ))}
      <Names title="Expired" names={expired} />
      <Names title="Counts again" names={revived} />
    </div>
  );
}

function Changed({ change }: { readonly change: ChangedRecord }): ComponentChild {
  const { linkTo } = useConsole();
  const { collection, row, members } = change;
  const parents = Object.entries(row.parents).map(([name, value]) => [`parent.${name}`, value]);
  return (
    <li>
      <a href={linkTo(['state', collection, row.key], Object.fromEntries(parents))}>
        {collection} {row.key}
      </a>{' '}
      <span class="mono">{members.join(', ')}</span>
    </li>
  );
}

function Names({
  title,
  names,
}: {
  readonly title: string;
  readonly names: readonly string[];
}): ComponentChild {
  const { linkTo } = useConsole();
  if (names.length === 0) return null;
  return (
    <p>
      {title}:{' '}
      {names.slice(0, few).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a href={linkTo(['clock', name])}>{name}</a>
        </span>
      ))}
      {names.length > few && ` and ${names.length - few} more`}
    </p>
  );
}
