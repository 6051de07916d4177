import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';

import type { CollectionShape, Field, JsonObject } from '../../api/documents.ts';
import { FieldList } from './form-field.tsx';
import { FormContext } from './form-context.ts';
import type { FormSetting } from './form-context.ts';
import { childPointer } from './values.ts';

interface RecordFormProps {
  readonly shape: CollectionShape;
  readonly value: JsonObject;
  readonly isNew: boolean;
  readonly isUnlocked: boolean;
  readonly faults: FormSetting['faults'];
  onChange(this: void, value: JsonObject, pointer: string): void;
}

/** A form made from the fields of a collection: key and parents first. */
export function RecordForm(props: RecordFormProps): ComponentChild {
  const { shape, value, isNew, isUnlocked, faults, onChange } = props;
  const fields = useMemo(() => fieldsOf(shape, isNew), [shape, isNew]);
  const setting = useMemo(
    () => ({
      faults,
      isUnlocked,
      references: referencesOf(shape),
      fixed: new Set(isNew ? [] : placeMembers(shape).map((name) => childPointer('', name))),
    }),
    [shape, isNew, isUnlocked, faults],
  );
  return (
    <FormContext.Provider value={setting}>
      <FieldList
        fields={fields}
        pointer=""
        value={value}
        onChange={(object) => {
          const names = new Set([...Object.keys(object), ...Object.keys(value)]);
          const changed = [...names].find((name) => object[name] !== value[name]);
          onChange(object, childPointer('', changed ?? ''));
        }}
      />
    </FormContext.Provider>
  );
}

/** What an existing record is found by stays as it is. */
function placeMembers(shape: CollectionShape): readonly string[] {
  return [
    ...(shape.key === null ? [] : [shape.key]),
    ...shape.parents.map(({ parameter }) => parameter),
  ];
}

/** A new record needs its key and its parents, whoever chooses them in the contract. */
export function fieldsOf(shape: CollectionShape, isNew: boolean): readonly Field[] {
  const known = new Map(shape.fields.map((field) => [field.name, field]));
  const optional = new Set(shape.parents.flatMap((one) => (one.is_optional ? one.parameter : [])));
  const first = placeMembers(shape).map((name): Field => {
    const field = known.get(name) ?? placeField(name);
    return {
      ...field,
      is_required: !optional.has(name),
      is_read_only: !isNew && field.is_read_only,
    };
  });
  const taken = new Set(first.map(({ name }) => name));
  return [...first, ...shape.fields.filter(({ name }) => !taken.has(name))];
}

function placeField(name: string): Field {
  return {
    name,
    types: ['string'],
    is_required: true,
    is_nullable: false,
    is_read_only: false,
    is_write_only: false,
  };
}

function referencesOf({ parents, references }: CollectionShape): ReadonlyMap<string, string> {
  return new Map([
    ...parents.flatMap(({ parameter, collection }) =>
      collection === null ? [] : [[childPointer('', parameter), collection] as const],
    ),
    ...references.map(
      ({ member, collection }) =>
        [`/${member.split('.').map(escapeName).join('/')}`, collection] as const,
    ),
  ]);
}

const escapeName = (name: string): string => childPointer('', name).slice(1);
