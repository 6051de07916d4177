import type { ComponentChild } from 'preact';

import type { Json } from '../../api/documents.ts';
import type { Field } from '../../api/record-documents.ts';
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
  const { id, field, items, value, isDisabled, onChange } = props;
  const list = listOf(value);
  return (
    <div class="list" role="group" aria-label={field.name} id={id}>
      {list.map((item, at) => (
        <Item
          key={at}
          {...props}
          at={at}
          item={item}
          onItem={(next) =>
            onChange(
              list.flatMap((one, other) =>
                other === at ? (next === undefined ? [] : [next]) : [one],
              ),
            )
          }
        />
      ))}
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

interface ItemProps extends ListInputProps {
  readonly at: number;
  readonly item: Json;
  /** Undefined: the item goes. */
  onItem(this: void, item: Json | undefined): void;
}

function Item(props: ItemProps): ComponentChild {
  const { field, items, pointer, at, item, isDisabled, onItem } = props;
  const { faults, references } = useForm();
  const id = `${props.id}-${at}`;
  const messages = faultsAt(faults, childPointer(pointer, at), true);
  const refersTo = references.get(pointer);
  const input = {
    id,
    value: item,
    isDisabled,
    isRequired: false,
    isInvalid: messages.length > 0,
    describedBy: messages.length > 0 ? `${id}-fault` : undefined,
    onChange: (next: Json | undefined) => onItem(next ?? ''),
  };
  return (
    <div class="item">
      <label class="unseen" for={id}>
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
          onClick={() => onItem(undefined)}
        >
          ×
        </button>
      )}
      <small class="fault" id={`${id}-fault`}>
        {messages.join(' ')}
      </small>
    </div>
  );
}
