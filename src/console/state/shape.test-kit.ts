import type { CollectionShape, Field } from '../api/record-documents.ts';

/** A collection for tests: lines of orders, unless the test says otherwise. */
export function makeShape(members: Partial<CollectionShape> = {}): CollectionShape {
  return {
    name: 'lines',
    count: 0,
    made_up: 0,
    kind: 'items',
    key: 'id',
    is_complete: true,
    of: null,
    parents: [{ parameter: 'order_id', collection: 'orders', is_optional: false }],
    references: [],
    referred_by: [],
    fields: [],
    ...members,
  };
}

/** A text that may be missing, unless the test says otherwise. */
export function makeField(name: string, members: Partial<Field> = {}): Field {
  return {
    name,
    types: ['string'],
    is_required: false,
    is_read_only: false,
    is_write_only: false,
    is_nullable: false,
    ...members,
  };
}
