import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Field } from '../api/record-documents.ts';
import { useConsole } from '../shell/console.ts';
import type { Column } from './columns.ts';
import { textOf } from './format.ts';
import type { Filter, Operator, Question } from './question.ts';
import { needsValue, operators, writeFilter, writeFilters } from './question.ts';

/** Milliseconds: how long the user has to rest before the table follows. */
const rest = 200;

const words: Readonly<Record<Operator, string>> = {
  is: 'is',
  not: 'is not',
  has: 'contains',
  above: 'above',
  below: 'below',
  empty: 'is empty',
  set: 'is set',
};

export function SearchBox({ question }: { readonly question: Question }): ComponentChild {
  const { refine } = useConsole();
  const [text, setText] = useState(question.search);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The address changed elsewhere, as by going back.
    if (document.activeElement !== input.current) setText(question.search);
  }, [question.search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      ref={input}
      type="search"
      class="search"
      placeholder="Search"
      title="Keys: /"
      aria-label="Search the records"
      value={text}
      onInput={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => refine({ search: value }), rest);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'ArrowDown') {
          event.preventDefault();
          document.querySelector<HTMLElement>('.records .rows')?.focus();
        }
      }}
    />
  );
}

interface FiltersProps {
  readonly question: Question;
  readonly columns: readonly Column[];
}

export function Filters({ question: { filters }, columns }: FiltersProps): ComponentChild {
  const { refine, route } = useConsole();
  const put = (next: readonly Filter[]): void => refine(writeFilters(next, route.query));
  return (
    <>
      {filters.map((filter, at) => (
        <span key={`${at}${writeFilter(filter)}`} class="filter">
          <span class="cut" title={`${filter.member} ${words[filter.operator]} ${filter.value}`}>
            {filter.member} {words[filter.operator]} <b>{filter.value}</b>
          </span>
          <button
            class="quiet"
            aria-label={`Remove the filter ${filter.member} ${words[filter.operator]} ${filter.value}`}
            onClick={() => put(filters.filter((_, other) => other !== at))}
          >
            ×
          </button>
        </span>
      ))}
      <AddFilter columns={columns} onAdd={(filter) => put([...filters, filter])} />
    </>
  );
}

interface AddFilterProps {
  readonly columns: readonly Column[];
  onAdd(this: void, filter: Filter): void;
}

function AddFilter({ columns, onAdd }: AddFilterProps): ComponentChild {
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState<Filter>({ member: '', operator: 'is', value: '' });
  if (!isOpen) return <button onClick={() => setOpen(true)}>Add filter</button>;
  return (
    <form
      class="add-filter"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(filter);
        setFilter({ ...filter, value: '' });
        setOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setOpen(false);
      }}
    >
      <MemberInput
        columns={columns}
        value={filter.member}
        onChange={(member) => setFilter({ ...filter, member })}
      />
      <select
        aria-label="Operator"
        value={filter.operator}
        onChange={({ currentTarget: { value } }) =>
          setFilter({ ...filter, operator: operators.find((one) => one === value) ?? 'is' })
        }
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {words[operator]}
          </option>
        ))}
      </select>
      {needsValue(filter.operator) && (
        <ValueInput
          field={columns.find(({ name }) => name === filter.member)?.field}
          value={filter.value}
          onChange={(value) => setFilter({ ...filter, value })}
        />
      )}
      <button class="main">Filter</button>
      <button type="button" class="quiet" onClick={() => setOpen(false)}>
        Cancel
      </button>
    </form>
  );
}

interface ValueInputProps {
  readonly field: Field | undefined;
  readonly value: string;
  onChange(this: void, value: string): void;
}

function ValueInput({ field, value, onChange }: ValueInputProps): ComponentChild {
  const choices = field?.enum ?? (field?.types.includes('boolean') ? [true, false] : []);
  return (
    <>
      <input
        aria-label="Value"
        list="filter-values"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id="filter-values">
        {choices.map(textOf).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

interface MemberInputProps {
  readonly columns: readonly Column[];
  readonly value: string;
  onChange(this: void, member: string): void;
}

/** Members are suggested, nested ones can be written. */
function MemberInput({ columns, value, onChange }: MemberInputProps): ComponentChild {
  const names = columns.flatMap(({ name, field }) => [
    name,
    ...(field?.fields ?? []).map((nested) => `${name}.${nested.name}`),
  ]);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <>
      <input
        aria-label="Member"
        list="filter-members"
        ref={input}
        required
        placeholder="member"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id="filter-members">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
