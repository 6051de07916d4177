import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { ContractIndex } from '../../behaviors/contract-index.ts';
import { referencesIn } from '../../behaviors/records/letting-go.ts';
import type { Collection } from '../../contract/plan/plan.ts';
import type { Field } from '../../contract/schema/fields.ts';
import { describeFields } from '../../contract/schema/fields.ts';
import type { CollectionShapeReport, Reference } from '../../control/collection-ports.ts';

/** How the records of a collection look, and how they hang together with others. */
export function describeShape(index: ContractIndex, collection: Collection): CollectionShapeReport {
  const { documents, collections } = index.contract;
  const { name, parents, schema } = collection;
  const others = collections.flatMap((other) => findReferring(index, other, name));
  return {
    parents: parents.map(({ parameter, collection: of, isOptional }) => {
      return { parameter, collection: of, isOptional };
    }),
    references: findReferences(index, collection),
    referredBy: others,
    fields: schema ? describeFields(documents, schema).map(writeField) : [],
  };
}

/** The members that hold keys of other records, those of its parents first. */
function findReferences(index: ContractIndex, collection: Collection): readonly Reference[] {
  const { parents, kind, key, of } = collection;
  const above = parents.flatMap(({ parameter, member, collection: target }) =>
    target === undefined ? [] : [{ member: member ?? parameter, collection: target }],
  );
  // A link has the key of the record that it leads to.
  const linked =
    kind === 'links' && of !== undefined && key ? [{ member: key.join('.'), collection: of }] : [];
  const told = referencesIn(index, collection).map(({ name, target }) => {
    return { member: name, collection: target.name };
  });
  return [...above, ...linked, ...told];
}

function findReferring(
  index: ContractIndex,
  other: Collection,
  name: string,
): CollectionShapeReport['referredBy'] {
  const below = other.parents.flatMap(({ parameter, collection }) =>
    collection === name ? [{ collection: other.name, parameter }] : [],
  );
  const parents = new Set(other.parents.map(({ parameter, member }) => member ?? parameter));
  const members = findReferences(index, other).flatMap(({ member, collection }) =>
    collection === name && !parents.has(member) ? [{ collection: other.name, member }] : [],
  );
  return [...below, ...members];
}

const otherNames: Readonly<Record<string, string>> = {
  minLength: 'min_length',
  maxLength: 'max_length',
};

function writeField(field: Field): JsonObject {
  const { name, types, listed, hints, fields, items } = field;
  const renamed = Object.entries(hints).map(([hint, value]): [string, JsonValue] => [
    otherNames[hint] ?? hint,
    value,
  ]);
  return {
    name,
    types,
    ...writeListed(listed),
    ...Object.fromEntries(renamed),
    is_required: field.isRequired,
    is_read_only: field.isReadOnly,
    is_write_only: field.isWriteOnly,
    is_nullable: field.isNullable,
    ...(fields && { fields: fields.map(writeField) }),
    ...(items && { items: writeField(items) }),
    ...(types.includes('object') && { is_open: field.isOpen }),
  };
}

function writeListed(listed: readonly JsonValue[] | undefined): JsonObject {
  if (!listed || listed.length === 0) return {};
  const [only, ...others] = listed;
  return others.length === 0 && only !== undefined ? { const: only } : { enum: listed };
}
