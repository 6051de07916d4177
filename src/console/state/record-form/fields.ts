import type { CollectionShape, Field } from '../../api/record-documents.ts';
import { ownFields } from '../columns.ts';

/** What an existing record is found by stays as it is. */
export function placeMembers(shape: CollectionShape): readonly string[] {
  return [
    ...(shape.key === null ? [] : [shape.key]),
    ...shape.parents.map(({ parameter }) => parameter),
  ];
}

/** A new record needs its key and its parents to be written, also where the contract's server chooses them. */
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
  return [...first, ...ownFields(shape).filter(({ name }) => !taken.has(name))];
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
