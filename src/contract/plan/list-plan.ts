import { isJsonObject } from '../../json.ts';
import type { Documents, Part } from '../documents.ts';
import type { Operation } from '../operations.ts';
import { memberOf, wholeOf } from '../schema-parts.ts';

/** What a list's query parameters and the members around its records mean. */
export interface ListPlan {
  readonly queries: ReadonlyMap<string, QueryMeaning>;
  /** The members of the body besides the records whose value follows from them. */
  readonly members: readonly EnvelopeMember[];
}

/** What a query parameter does to a list. */
export type QueryMeaning =
  /** Keeps the records that have this value in this member, stepwise. */
  | { readonly kind: 'filter'; readonly steps: readonly string[] }
  | {
      readonly kind:
        | 'limit'
        | 'offset'
        | 'page'
        /** What follows the record, or the place, that it names. */
        | 'after'
        /** What stands before it. */
        | 'before'
        /** Members to order by, with their directions. */
        | 'sort'
        /** The direction alone. */
        | 'order'
        | 'search';
    };

export interface EnvelopeMember {
  readonly steps: readonly string[];
  readonly meaning: EnvelopeMeaning;
}

export type EnvelopeMeaning =
  | 'total'
  | 'count'
  | 'limit'
  | 'offset'
  | 'page'
  | 'pages'
  | 'has-more'
  | 'has-previous'
  | 'next-cursor'
  | 'previous-cursor'
  | 'next-page'
  | 'previous-page'
  | 'next-link'
  | 'previous-link'
  | 'first-link'
  | 'last-link'
  | 'self-link';

/** The array of records in a body. */
export interface RecordArray {
  /** The members to step down to it; none where the body is the array. */
  readonly steps: readonly string[];
  readonly items: Part;
}

/** Finds the array of records in the body of a list: the body itself, or the one array of objects in it. */
export function findRecordArray(documents: Documents, schema: Part): RecordArray | undefined {
  const items = itemsOf(documents, schema);
  if (items) return { steps: [], items };
  const whole = wholeOf(documents, schema);
  const names = whole.flatMap(({ value }) =>
    isJsonObject(value['properties']) ? Object.keys(value['properties']) : [],
  );
  const arrays = [...new Set(names)].flatMap((name): readonly RecordArray[] => {
    const [member] = memberOf(documents, whole, name);
    const found = member && itemsOf(documents, member);
    return found ? [{ steps: [name], items: found }] : [];
  });
  return arrays.length === 1 ? arrays[0] : undefined;
}

/** What the query parameters and the envelope of a list mean. */
export function planList(
  _documents: Documents,
  _operation: Operation,
  _array: RecordArray,
): ListPlan {
  return { queries: new Map(), members: [] };
}

function itemsOf(documents: Documents, schema: Part): Part | undefined {
  for (const part of wholeOf(documents, schema)) {
    const items = documents.own(part, 'items');
    if (items) return items;
  }
  return undefined;
}
