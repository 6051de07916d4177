import '../style/palette.css';

import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { formatCount } from '../parts/count.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useSaid } from '../parts/said.tsx';
import type { KeyBinding } from '../shell/console.ts';
import type { Entry, Group } from './entries.ts';
import { useOffers } from './use-offers.ts';

interface PaletteProps {
  /** What keys do at this moment. */
  readonly keys: readonly KeyBinding[];
  onClose(this: void): void;
}

/** One field that leads everywhere: to operations, records and worlds, and to all that can be done. */
export function Palette({ keys, onClose }: PaletteProps): ComponentChild {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [armed, setArmed] = useState<string>();
  const groups = useOffers(keys, query);
  const entries = groups.flatMap((group) => group.entries);
  useSaid(formatCount(entries.length, 'result'), query);
  const active = entries[Math.min(at, entries.length - 1)];
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    if (entry.warning !== undefined && armed !== entry.id) {
      setArmed(entry.id);
      return;
    }
    onClose();
    // The dialog gives the focus back first; what is chosen may take it.
    setTimeout(entry.run);
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || entries.length === 0) return;
    event.preventDefault();
    setArmed(undefined);
    setAt((Math.min(at, entries.length - 1) + step + entries.length) % entries.length);
  };
  return (
    <Dialog title="Go to, or do" isWide onClose={onClose}>
      <form
        class="palette"
        onSubmit={(event) => {
          event.preventDefault();
          choose(active);
        }}
      >
        <SearchField
          query={query}
          active={active}
          onKeyDown={move}
          onQuery={(text) => {
            setQuery(text);
            setAt(0);
            setArmed(undefined);
          }}
        />
        <Offers groups={groups} active={active} armed={armed} onChoose={choose} />
      </form>
    </Dialog>
  );
}

interface SearchFieldProps {
  readonly query: string;
  readonly active: Entry | undefined;
  onKeyDown(this: void, event: KeyboardEvent): void;
  onQuery(this: void, query: string): void;
}

function SearchField({ query, active, onKeyDown, onQuery }: SearchFieldProps): ComponentChild {
  return (
    <input
      type="text"
      role="combobox"
      aria-label="Search operations, records, worlds, credentials and actions"
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls="palette-offers"
      aria-activedescendant={active && idOf(active)}
      placeholder="An operation, a record, a world, a credential, an action"
      autocomplete="off"
      spellcheck={false}
      value={query}
      onKeyDown={onKeyDown}
      onInput={({ currentTarget: { value } }) => onQuery(value)}
    />
  );
}

interface OffersProps {
  readonly groups: readonly Group[];
  readonly active: Entry | undefined;
  /** The id of the entry that waits to be chosen once more. */
  readonly armed: string | undefined;
  onChoose(this: void, entry: Entry): void;
}

function Offers({ groups, active, armed, onChoose }: OffersProps): ComponentChild {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div
      ref={list}
      class="palette-offers"
      id="palette-offers"
      role="listbox"
      aria-label="What fits"
    >
      {groups.map(({ title, entries, more }) => (
        <div key={title} role="group" aria-label={title}>
          <div class="palette-title" aria-hidden="true">
            {title}
          </div>
          {entries.map((entry) => (
            <div
              key={entry.id}
              id={idOf(entry)}
              class="palette-entry"
              role="option"
              aria-selected={entry.id === active?.id}
              onClick={() => onChoose(entry)}
            >
              <span>{entry.text}</span>
              <span class={armed === entry.id ? 'fault' : 'soft'}>
                {armed === entry.id ? `Once more: ${entry.warning}` : entry.detail}
              </span>
            </div>
          ))}
          {more > 0 && <div class="palette-more soft">and {more} more: type more of the name</div>}
        </div>
      ))}
      {groups.length === 0 && (
        <div class="soft" role="option" aria-selected="false" aria-disabled="true">
          Nothing has all of these words.
        </div>
      )}
    </div>
  );
}

/** An id of an element has no blanks. */
function idOf({ id }: Entry): string {
  return `palette-${encodeURIComponent(id)}`;
}
