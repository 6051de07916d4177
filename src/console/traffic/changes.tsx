import type { ComponentChild } from 'preact';

import type { RequestDocument } from '../api/documents.ts';
import { formatCount } from '../parts/count.ts';
import { RecordChange } from '../parts/record-change.tsx';

/** What a request changed in the state. */
export function Changes({ entry }: { readonly entry: RequestDocument }): ComponentChild {
  const { changed, changes = [], changes_note: note } = entry;
  if (changed === 0) return null;
  return (
    <section aria-label="What it changed">
      <h3>
        What it changed <small class="soft">{formatCount(changed, 'record')}</small>
      </h3>
      {changes.map((change, index) => (
        <RecordChange key={index} change={change} world={entry.world} />
      ))}
      {note !== undefined && <p class="soft">{note}</p>}
    </section>
  );
}
