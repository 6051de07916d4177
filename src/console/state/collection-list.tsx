import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { CollectionSummary } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';

interface CollectionListProps {
  readonly collections: readonly CollectionSummary[];
  readonly shown: string | undefined;
}

/** Up to this many are found at a glance. */
const few = 8;

export function CollectionList({ collections, shown }: CollectionListProps): ComponentChild {
  const { linkTo } = useConsole();
  const [text, setText] = useState('');
  const found = collections.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return (
    <nav class="collections" aria-label="Collections">
      <CollectionChoice collections={collections} shown={shown} />
      {collections.length > few && (
        <input
          type="search"
          aria-label="Search the collections"
          placeholder="Search"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul>
        {found.map((one) => (
          <li key={one.name}>
            <a
              href={linkTo(['state', one.name])}
              aria-current={one.name === shown ? 'page' : undefined}
            >
              <span class="cut" title={titleOf(one)}>
                {one.name}
              </span>
              <small title={`${one.count} stored, ${one.made_up} made up`}>{countOf(one)}</small>
            </a>
          </li>
        ))}
        {found.length === 0 && <li class="soft">None is named so.</li>}
      </ul>
    </nav>
  );
}

/** Stands on top where there is no room beside the table. */
function CollectionChoice({ collections, shown }: CollectionListProps): ComponentChild {
  const { go } = useConsole();
  return (
    <label class="collection-choice">
      <span>Collection</span>
      <select value={shown ?? ''} onChange={({ currentTarget: { value } }) => go(['state', value])}>
        {collections.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name} ({countOf(one)})
          </option>
        ))}
      </select>
    </label>
  );
}

function countOf({ count, made_up: madeUp }: CollectionSummary): string {
  const stored = count.toLocaleString('en');
  return madeUp === 0 ? stored : `${stored} + ${madeUp.toLocaleString('en')} made up`;
}

const kinds = { items: '', singleton: 'one record', links: 'links between records' };

function titleOf({ name, kind, of }: CollectionSummary): string {
  const told = [kinds[kind], of === null ? '' : `below ${of}`].filter(Boolean).join(', ');
  return told === '' ? name : `${name}: ${told}`;
}
