import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Json } from '../../api/documents.ts';
import type { Field, RecordRow } from '../../api/record-documents.ts';
import { useConsole } from '../../shell/console.ts';
import { cut, textOf } from '../format.ts';
import { nameOf, listRecords } from '../records.ts';
import type { InputProps } from './form-context.ts';
import { readNumber } from './values.ts';

interface ReferenceInputProps extends InputProps {
  readonly field: Field;
  /** The one whose keys it holds. */
  readonly collection: string;
}

const [mostChoices, rest] = [12, 150];

/** A search in the other collection; a key that it has not can be written, too. */
export function ReferenceInput(props: ReferenceInputProps): ComponentChild {
  const { id, field, collection, value, isDisabled, isInvalid, describedBy, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const text = value === undefined || value === null ? '' : textOf(value);
  const choices = useChoices(collection, text, isOpen);
  const put = (key: string): void => onChange(keyValue(field, key));
  const choose = (row: RecordRow | undefined): void => {
    if (row) put(row.key);
    setOpen(false);
  };
  return (
    <span class="reference">
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-choices`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices[active] ? `${id}-${active}` : undefined}
        aria-required={props.isRequired}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        disabled={isDisabled}
        autocomplete="off"
        placeholder={`A key of ${collection}; type to search`}
        value={text}
        onInput={({ currentTarget }) => {
          put(currentTarget.value);
          setOpen(true);
          setActive(0);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            setOpen(true);
            if (isOpen) setActive((active + step + choices.length) % Math.max(1, choices.length));
          } else if (event.key === 'Enter' && isOpen) {
            event.preventDefault();
            choose(choices[active]);
          } else if (event.key === 'Escape' && isOpen) {
            event.stopPropagation();
            setOpen(false);
          }
        }}
      />
      <Choices {...{ id, collection, active, choices, isOpen }} onChoose={choose} />
    </span>
  );
}

interface ChoicesProps {
  readonly id: string;
  readonly collection: string;
  readonly choices: readonly RecordRow[];
  readonly active: number;
  readonly isOpen: boolean;
  onChoose(this: void, row: RecordRow): void;
}

function Choices({
  id,
  collection,
  choices,
  active,
  isOpen,
  onChoose,
}: ChoicesProps): ComponentChild {
  return (
    <ul
      id={`${id}-choices`}
      role="listbox"
      aria-label={`Records of ${collection}`}
      hidden={!isOpen || choices.length === 0}
    >
      {choices.map((row, at) => (
        <li
          key={row.key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // The input keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(row);
          }}
        >
          <b>{row.key}</b> <span class="soft">{cut(nameOf(row.record) ?? '', 80)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A number where the contract wants one. */
function keyValue({ types }: Field, key: string): Json {
  const isNumber = types.some((one) => one === 'integer' || one === 'number');
  return isNumber ? (readNumber(key) ?? '') : key;
}

function useChoices(collection: string, text: string, isOpen: boolean): readonly RecordRow[] {
  const { api } = useConsole();
  const [choices, setChoices] = useState<readonly RecordRow[]>([]);
  const turn = useRef(0);
  useEffect(() => {
    if (!isOpen) return undefined;
    turn.current += 1;
    const mine = turn.current;
    const timer = setTimeout(() => {
      const query = { limit: mostChoices, ...(text === '' ? {} : { search: text }) };
      listRecords(api, collection, query).then(
        ({ records }) => turn.current === mine && setChoices(records),
        // Without choices, the key can still be written.
        () => turn.current === mine && setChoices([]),
      );
    }, rest);
    return () => clearTimeout(timer);
  }, [collection, text, isOpen]);
  return choices;
}
