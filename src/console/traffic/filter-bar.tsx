import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { PlannedOperation } from '../api/documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Filters } from './filters.ts';
import { countFilters, verdicts } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  readonly operations: readonly PlannedOperation[];
}

/** The filters of the list; they stand in the address. */
export function FilterBar({ filters, operations }: FilterBarProps): ComponentChild {
  const { api, refine } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);
  const others = count - (filters.search === '' ? 0 : 1);
  return (
    <div class="filters" role="search" aria-label="Filter the requests">
      <TextFilter
        name="search"
        label="Search the requests"
        placeholder="Search"
        title="Method, path, status, operation, credential, world or reason; not the bodies"
        value={filters.search}
      />
      <button
        class="filters-more"
        aria-expanded={isOpen}
        onClick={() => setOpen((isNow) => !isNow)}
      >
        Filters{others > 0 ? ` (${others})` : ''}
      </button>
      <div class={isOpen ? 'filters-rest open' : 'filters-rest'}>
        <Choice
          name="status"
          label="Status"
          value={filters.status}
          options={statusesOf(operations)}
        />
        <Choice name="verdict" label="Verdict" value={filters.verdict} options={verdicts} />
        <Choice
          name="operation"
          label="Operation"
          value={filters.operation}
          options={operations.map(({ id }) => id)}
        />
        <select
          aria-label="World"
          value={filters.worlds}
          onChange={({ currentTarget: { value } }) => refine({ worlds: value })}
        >
          <option value="all">All worlds</option>
          <option value="this">World {api.world}</option>
        </select>
        <TextFilter name="violation" label="Violation" value={filters.violation} />
        {count > 0 && (
          <button class="quiet" onClick={() => refine(noFilters)}>
            Clear filters
          </button>
        )}
      </div>
    </div>
  );
}

export const noFilters = { search: '', status: '', verdict: '', operation: '', violation: '' };

interface FilterProps {
  readonly name: string;
  readonly label: string;
  /** Undefined: the label. */
  readonly placeholder?: string;
  readonly title?: string;
  readonly value: string;
}

function Choice({
  name,
  label,
  value,
  options,
}: FilterProps & { readonly options: readonly string[] }): ComponentChild {
  const { refine } = useConsole();
  const all = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <select
      aria-label={label}
      value={value}
      class={value === '' ? '' : 'chosen'}
      onChange={({ currentTarget }) => refine({ [name]: currentTarget.value })}
    >
      <option value="">Any {label.toLowerCase()}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

/** Milliseconds after the last key, so that not every letter is a question. */
const pause = 200;

/** A text in the address, set when the user rests. */
export function TextFilter({
  name,
  label,
  placeholder = label,
  title,
  value,
}: FilterProps): ComponentChild {
  const { refine } = useConsole();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // The address may change by itself: a link, or a step back.
  useEffect(() => {
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      class={`filter-${name}`}
      aria-label={label}
      placeholder={placeholder}
      title={title}
      maxLength={200}
      value={text}
      onInput={({ currentTarget }) => {
        const next = currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => refine({ [name]: next.trim() }), pause);
      }}
    />
  );
}

/** What the server answers by itself. */
const refusals = ['400', '401', '403', '404', '405', '429', '500'];

function statusesOf(operations: readonly PlannedOperation[]): readonly string[] {
  const declared = operations
    .flatMap(({ responses }) => responses.map(({ status }) => status))
    .filter((status) => /^\d{3}$/.test(status));
  return ['2XX', '3XX', '4XX', '5XX', ...[...new Set([...declared, ...refusals])].toSorted()];
}
