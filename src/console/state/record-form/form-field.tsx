import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';

import type { Json, JsonObject } from '../../api/documents.ts';
import type { Field } from '../../api/record-documents.ts';
import { isObject } from '../records.ts';
import { faultsAt, useForm } from './form-context.ts';
import { ScalarInput } from './inputs.tsx';
import { ListInput } from './list-input.tsx';
import { ReferenceInput } from './reference-input.tsx';
import type { FieldKind } from './values.ts';
import { childPointer, firstValue, isAtOrBelow, kindOf, withMember } from './values.ts';
import { memberOf } from '../../parts/member-of.ts';

interface FormFieldProps {
  readonly field: Field;
  readonly pointer: string;
  /** Undefined: the record has no such member. */
  readonly value: Json | undefined;
  onChange(this: void, value: Json | undefined): void;
}

/** A member with its label, its input, and what is wrong with it. */
function FormField(props: FormFieldProps): ComponentChild {
  const { field, pointer, value } = props;
  const { faults, isUnlocked, isReadOnly, fixed } = useForm();
  const id = useId();
  const kind = kindOf(field, value);
  const isGroup = kind === 'object' && value !== undefined && value !== null;
  const isDeep = kind === 'json' || value === undefined || value === null;
  const messages = faultsAt(faults, pointer, isDeep);
  const isDisabled = isReadOnly || fixed.has(pointer) || (field.is_read_only && !isUnlocked);
  const hasText = messages.length > 0 || field.description !== undefined;
  const content = (
    <>
      <FieldBody
        {...props}
        id={id}
        kind={kind}
        isDisabled={isDisabled}
        isRequired={field.is_required}
        isInvalid={messages.length > 0}
        describedBy={hasText ? `${id}-text` : undefined}
      />
      <small id={`${id}-text`} class="hint">
        {messages.map((message) => (
          <span key={message} class="fault">
            {message}
          </span>
        ))}
        {field.description !== undefined && <span class="soft">{field.description}</span>}
      </small>
    </>
  );
  const head = <FieldHead {...props} isDisabled={isDisabled} />;
  return isGroup ? (
    <fieldset class="field group" data-pointer={pointer}>
      <legend>{shownName(field)}</legend>
      {head}
      {content}
    </fieldset>
  ) : (
    <div class="field" data-pointer={pointer}>
      <div class="field-head">
        <label for={id}>{shownName(field)}</label>
        {field.is_required && (
          <span class="required" title="Required" aria-hidden="true">
            *
          </span>
        )}
        {head}
      </div>
      {content}
    </div>
  );
}

/** What kind of value it takes, and the ways to have none. */
function FieldHead({
  field,
  value,
  onChange,
  isDisabled,
}: FormFieldProps & { readonly isDisabled: boolean }): ComponentChild {
  const kind = [field.types.join(' or '), field.format, field.is_read_only && 'read-only']
    .filter(Boolean)
    .join(', ');
  return (
    <span class="field-tools">
      <small class="soft cut" title={kind}>
        {kind}
      </small>
      {!isDisabled && field.is_nullable && value !== null && value !== undefined && (
        <button type="button" class="quiet small" onClick={() => onChange(null)}>
          <span class="unseen">Set {field.name} to </span>null
        </button>
      )}
      {!isDisabled && !field.is_required && value !== undefined && (
        <button type="button" class="quiet small" onClick={() => onChange(undefined)}>
          remove<span class="unseen"> {field.name}</span>
        </button>
      )}
    </span>
  );
}

interface FieldBodyProps extends FormFieldProps {
  readonly id: string;
  readonly kind: FieldKind;
  readonly isDisabled: boolean;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
}

function FieldBody(props: FieldBodyProps): ComponentChild {
  const { field, pointer, kind, value, onChange } = props;
  const { references } = useForm();
  const isOpen = value === undefined && field.is_required && isWritten(kind);
  if ((value ?? undefined) === undefined && !isOpen) return <NoValue {...props} />;
  if (kind === 'object')
    return <FieldList fields={field.fields ?? []} {...{ pointer, value, onChange }} />;
  if (kind === 'list' && field.items) return <ListInput {...props} items={field.items} />;
  const refersTo = references.get(pointer);
  if (refersTo !== undefined && (kind === 'text' || kind === 'number'))
    return <ReferenceInput {...props} collection={refersTo} />;
  return <ScalarInput {...props} />;
}

/** Null or missing, and the ways to have a value. */
function NoValue({ id, field, value, isDisabled, onChange }: FieldBodyProps): ComponentChild {
  const isNull = value === null;
  return (
    <span class="none" id={isDisabled ? id : undefined}>
      <span class={isNull ? 'value-null' : 'value-missing'}>{isNull ? 'null' : 'not set'}</span>
      {!isDisabled && (
        <button type="button" id={id} class="small" onClick={() => onChange(firstValue(field))}>
          Add<span class="unseen"> {field.name}</span> value
        </button>
      )}
      {!isDisabled && !isNull && field.is_nullable && (
        <button type="button" class="small" onClick={() => onChange(null)}>
          <span class="unseen">Add {field.name} as </span>null
        </button>
      )}
    </span>
  );
}

/** What the user has to write anyway begins with an empty input. */
function isWritten(kind: FieldKind): boolean {
  return kind !== 'object' && kind !== 'list' && kind !== 'json' && kind !== 'boolean';
}

interface FieldListProps {
  readonly fields: readonly Field[];
  readonly pointer: string;
  readonly value: Json | undefined;
  onChange(this: void, value: JsonObject): void;
}

/** The members of an object; those that the contract doesn't name stand last, as JSON. */
export function FieldList({ fields, pointer, value, onChange }: FieldListProps): ComponentChild {
  const object = isObject(value) ? value : {};
  const known = new Set(fields.map(({ name }) => name));
  const others = Object.keys(object)
    .filter((name) => !known.has(name))
    .map(unknownField);
  return (
    <>
      {[...fields, ...others].map((field) => (
        <FormField
          key={field.name}
          field={field}
          pointer={childPointer(pointer, field.name)}
          value={memberOf(object, field.name)}
          onChange={(member) => onChange(withMember(object, field.name, member))}
        />
      ))}
    </>
  );
}

/** A name may be empty. */
function shownName({ name }: Field): string {
  return name === '' ? '""' : name;
}

function unknownField(name: string): Field {
  return {
    name,
    types: [],
    description: 'The contract does not name this member.',
    is_required: false,
    is_read_only: false,
    is_write_only: false,
    is_nullable: true,
  };
}

/** Messages of places that the form shows nowhere. */
export function hasPlace(pointer: string, fields: readonly Field[], value: Json): boolean {
  const names = [...fields.map(({ name }) => name), ...Object.keys(isObject(value) ? value : {})];
  return names.some((name) => isAtOrBelow(pointer, childPointer('', name)));
}
