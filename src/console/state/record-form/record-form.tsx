import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';

import type { JsonObject } from '../../api/documents.ts';
import type { CollectionShape } from '../../api/record-documents.ts';
import { useConsole } from '../../shell/console.ts';
import { FieldList } from './form-field.tsx';
import { fieldsOf, placeMembers } from './fields.ts';
import { FormContext } from './form-context.ts';
import type { FormSetting } from './form-context.ts';
import { childPointer } from './values.ts';
import { memberOf } from '../../parts/member-of.ts';

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
  const { recording } = useConsole();
  const fields = useMemo(() => fieldsOf(shape, isNew), [shape, isNew]);
  const setting = useMemo(
    () => ({
      faults,
      isUnlocked,
      isReadOnly: recording !== undefined,
      references: referencesOf(shape),
      fixed: new Set(isNew ? [] : placeMembers(shape).map((name) => childPointer('', name))),
    }),
    [shape, isNew, isUnlocked, faults, recording],
  );
  return (
    <FormContext.Provider value={setting}>
      <FieldList
        fields={fields}
        pointer=""
        value={value}
        onChange={(object) => {
          const names = new Set([...Object.keys(object), ...Object.keys(value)]);
          const changed = [...names].find(
            (name) => memberOf(object, name) !== memberOf(value, name),
          );
          onChange(object, childPointer('', changed ?? ''));
        }}
      />
    </FormContext.Provider>
  );
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
