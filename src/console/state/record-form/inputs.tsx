import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Json } from '../../api/documents.ts';
import type { Field } from '../../api/record-documents.ts';
import { isSame } from '../records.ts';
import type { InputProps } from './form-context.ts';
import type { FieldKind } from './values.ts';
import { readNumber, wallTimeOf, withWallTime } from './values.ts';

type FieldInputProps = InputProps & { readonly field: Field };

export function ScalarInput({
  kind,
  ...props
}: FieldInputProps & { readonly kind: FieldKind }): ComponentChild {
  if (kind === 'enum') return <EnumInput {...props} />;
  if (kind === 'boolean') return <BooleanInput {...props} />;
  if (kind === 'number') return <NumberInput {...props} />;
  if (kind === 'long') return <LongInput {...props} />;
  if (kind === 'date-time') return <DateTimeInput {...props} />;
  if (kind === 'json') return <JsonInput {...props} />;
  return <TextInput {...props} isDate={kind === 'date'} />;
}

interface ControlProps {
  readonly id: string;
  readonly disabled: boolean;
  readonly 'aria-required': boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

function controlProps(props: InputProps): ControlProps {
  return {
    id: props.id,
    disabled: props.isDisabled,
    'aria-required': props.isRequired,
    'aria-invalid': props.isInvalid,
    'aria-describedby': props.describedBy,
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function TextInput({ isDate, ...props }: FieldInputProps & { isDate: boolean }): ComponentChild {
  const { field, value, onChange } = props;
  const text = textOf(value);
  // A date input would show nothing for what is no date, and lose it.
  const isPicker = isDate && (text === '' || /^\d{4}-\d\d-\d\d$/.test(text));
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    onChange(currentTarget.value);
  if (isPicker)
    return <input {...controlProps(props)} type="date" value={text} onInput={onInput} />;
  return (
    <input
      {...controlProps(props)}
      inputmode={field.format === 'email' ? 'email' : 'text'}
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={onInput}
    />
  );
}

function LongInput(props: FieldInputProps): ComponentChild {
  const text = textOf(props.value);
  return (
    <textarea
      {...controlProps(props)}
      rows={Math.min(12, Math.max(3, text.split('\n').length, Math.ceil(text.length / 60)))}
      value={text}
      onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  );
}

/** Keeps what is typed, such as “1.”, while the value is a number. */
function NumberInput(props: FieldInputProps): ComponentChild {
  const { value, onChange } = props;
  const [text, setText] = useState(numberText(value));
  useEffect(() => {
    if (readNumber(text) !== value) setText(numberText(value));
  }, [value]);
  return (
    <input
      {...controlProps(props)}
      class="number"
      inputmode="decimal"
      autocomplete="off"
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readNumber(currentTarget.value) ?? '');
      }}
    />
  );
}

function numberText(value: Json | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function BooleanInput(props: FieldInputProps): ComponentChild {
  const { value, onChange } = props;
  return (
    <input
      {...controlProps(props)}
      type="checkbox"
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

/** What stands in the record and not in the enum can stay. */
function EnumInput(props: FieldInputProps): ComponentChild {
  const { field, value, onChange } = props;
  const known = field.enum ?? [];
  const isMissing = value === undefined;
  const isKnown = isMissing || known.some((one) => isSame(one, value));
  const all = isKnown ? known : [value, ...known];
  return (
    <select
      {...controlProps(props)}
      value={String(all.findIndex((one) => isSame(one, value)))}
      onChange={({ currentTarget }) => onChange(all[Number(currentTarget.value)])}
    >
      {isMissing && <option value="-1">choose</option>}
      {all.map((one, at) => (
        <option key={at} value={String(at)}>
          {typeof one === 'string' ? one : JSON.stringify(one)}
          {!isKnown && at === 0 && ' (not in the contract)'}
        </option>
      ))}
    </select>
  );
}

/** The text is the value; the picker beside it changes it, and keeps its offset. */
function DateTimeInput(props: FieldInputProps): ComponentChild {
  const { value, onChange, isDisabled, field } = props;
  const text = textOf(value);
  return (
    <span class="date-time">
      <input
        {...controlProps(props)}
        class="mono"
        placeholder="2026-03-02T09:14:07Z"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {!isDisabled && (
        <input
          type="datetime-local"
          step={1}
          class="picker"
          aria-label={`Pick ${field.name}`}
          title="On the value's own clock: the offset stays"
          value={wallTimeOf(text)}
          onChange={({ currentTarget }) => onChange(withWallTime(text, currentTarget.value))}
        />
      )}
    </span>
  );
}

/** What is no JSON yet stays here, and is told. */
function JsonInput(props: InputProps): ComponentChild {
  const { value, onChange } = props;
  const [text, setText] = useState(() => jsonText(value));
  const [error, setError] = useState('');
  const last = useRef(value);
  useEffect(() => {
    if (isSame(last.current, value)) return;
    last.current = value;
    setText(jsonText(value));
    setError('');
  }, [value]);
  const read = (next: string): void => {
    setText(next);
    try {
      // A trust edge: any JSON is a value.
      const parsed = JSON.parse(next) as Json;
      setError('');
      last.current = parsed;
      onChange(parsed);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <>
      <textarea
        {...controlProps(props)}
        aria-invalid={props.isInvalid || error !== ''}
        class="mono"
        rows={Math.min(16, Math.max(2, text.split('\n').length))}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      {error !== '' && (
        <small class="fault" role="alert">
          This is no JSON yet, and is not saved: {error}
        </small>
      )}
    </>
  );
}

const jsonText = (value: Json | undefined): string => JSON.stringify(value ?? null, null, 2);
