import type { ComponentChild } from 'preact';

import type { Field, Json } from '../../api/documents.ts';
import { faultsAt, useForm } from './form-context.ts';
import type { InputProps } from './form-context.ts';
import { ScalarInput } from './inputs.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { childPointer, firstValue, kindOf, listOf } from './values.ts';

interface ListInputProps extends InputProps {
  readonly field: Field;
  readonly items: Field;
  readonly pointer: string;
}

/** A row for each item. */
export function ListInput(props: ListInputProps): ComponentChild {
  const { id, field, items, pointer, value, isDisabled, onChange } = props;
  const { faults, references } = useForm();
  const list = listOf(value);
  const refersTo = references.get(pointer);
  const set = (at: number, item: Json | undefined): void =>
    onChange(list.map((one, other) => (other === at ? (item ?? '') : one)));
  return (
    <div class="list" role="group" aria-label={field.name} id={id}>
      {list.map((item, at) => {
        const messages = faultsAt(faults, childPointer(pointer, at), true);
        const input = {
          id: `${id}-${at}`,
          value: item,
          isDisabled,
          isRequired: false,
          isInvalid: messages.length > 0,
          describedBy: messages.length > 0 ? `${id}-${at}-fault` : undefined,
          onChange: (next: Json | undefined) => set(at, next),
        };
        return (
          <div key={at} class="item">
            <label class="unseen" for={input.id}>
              {field.name} {at + 1}
            </label>
            {refersTo === undefined ? (
              <ScalarInput {...input} field={items} kind={kindOf(items, item)} />
            ) : (
              <ReferenceInput {...input} field={items} collection={refersTo} />
            )}
            {!isDisabled && (
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${field.name} ${at + 1}`}
                onClick={() => onChange(list.filter((_, other) => other !== at))}
              >
                ×
              </button>
            )}
            {messages.map((message) => (
              <small key={message} class="fault" id={`${id}-${at}-fault`}>
                {message}
              </small>
            ))}
          </div>
        );
      })}
      {list.length === 0 && <span class="soft">no item</span>}
      {!isDisabled && (
        <button
          type="button"
          aria-label={`Add to ${field.name}`}
          onClick={() => onChange([...list, firstValue(items)])}
        >
          Add
        </button>
      )}
    </div>
  );
}
