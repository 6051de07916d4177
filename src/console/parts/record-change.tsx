import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { Change, Json } from '../api/documents.ts';
import { useConsole } from '../shell/console.ts';
import type { MemberChange } from './diff.ts';
import { diffRecords } from './diff.ts';
import { JsonView } from './json-view.tsx';
import { formatCount } from './count.ts';

/** Members that are shown at first of a record that came or went. */
const firstMembers = 8;

/** A record that was made, changed or removed, with its members before and after. */
export function RecordChange({
  change,
  world,
}: {
  readonly change: Change;
  readonly world: string;
}): ComponentChild {
  const [isWhole, setWhole] = useState(false);
  const { before, after, collection, key } = change;
  const members = diffRecords(before, after);
  const isBoth = before !== null && after !== null;
  const shown = isBoth ? members : members.slice(0, firstMembers);
  const whole = after ?? before ?? {};
  return (
    <div class="record-change">
      <div class="row">
        <span class={`badge ${wordOf(change)}`}>{wordOf(change)}</span>
        <RecordLink change={change} world={world} />
        <button class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Changed members' : 'Whole record'}
        </button>
      </div>
      {isWhole ? (
        <JsonView value={whole} label={`The record ${key} of ${collection}`} />
      ) : (
        <DiffTable members={shown} isBoth={isBoth} hasAfter={after !== null} />
      )}
      {!isWhole && shown.length < members.length && (
        <p class="soft">{formatCount(members.length - shown.length, 'more member')}</p>
      )}
    </div>
  );
}

function RecordLink({
  change: { collection, key, parents },
  world,
}: {
  readonly change: Change;
  readonly world: string;
}): ComponentChild {
  const { linkTo } = useConsole();
  const named = Object.entries(parents).map(([name, value]) => [`parent.${name}`, value]);
  const query = { world, ...Object.fromEntries(named) };
  return (
    <a class="mono" href={linkTo(['state', collection, key === '' ? '-' : key], query)}>
      {collection}
      {key !== '' && `/${key}`}
    </a>
  );
}

function DiffTable({
  members,
  isBoth,
  hasAfter,
}: {
  readonly members: readonly MemberChange[];
  readonly isBoth: boolean;
  readonly hasAfter: boolean;
}): ComponentChild {
  if (members.length === 0) return <p class="soft">All members are as they were.</p>;
  return (
    <table class="pairs diff">
      <thead>
        <tr>
          <th scope="col">Member</th>
          {(isBoth || !hasAfter) && <th scope="col">Before</th>}
          {(isBoth || hasAfter) && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {members.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            {(isBoth || !hasAfter) && <Value value={before} kind="removed" />}
            {(isBoth || hasAfter) && <Value value={after} kind="added" />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({
  value,
  kind,
}: {
  readonly value: Json | undefined;
  readonly kind: string;
}): ComponentChild {
  if (value === undefined) return <td class="soft">—</td>;
  return <td class={`mono ${kind}`}>{JSON.stringify(value)}</td>;
}

function wordOf({ before, after }: Change): string {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'changed';
}
