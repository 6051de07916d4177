/** What a list's query parameters mean, and the members and headers around its records. */
export interface ListPlan {
  /** By the parameter's name; a member of a parameter that is an object is called `page[size]`. */
  readonly queries: ReadonlyMap<string, QueryMeaning>;
  /** The members of the body, besides the records, whose values follow from the records. */
  readonly members: readonly EnvelopeMember[];
  /** The headers whose values follow from the records. */
  readonly headers?: readonly ListHeader[];
  /** How many records a page has where a request does not say; undefined means all. */
  readonly pageSize?: number | undefined;
}

/** What a query parameter does to a list. */
export type QueryMeaning =
  | FilterMeaning
  | {
      readonly kind: 'page' | 'offset';
      /** The number of the first page or record. Default: 1 for a page, 0 for a record. */
      readonly first?: number;
    }
  | {
      /** Keeps the records after, or before, the record or position that the value names. */
      readonly kind: 'after' | 'before';
      /** Whether the value is the key of a record. Default: a text that only the server reads. */
      readonly isKey?: boolean;
    }
  | {
      readonly kind:
        | 'limit'
        /** Members to order by, with their directions. */
        | 'sort'
        /** The direction alone. */
        | 'order'
        | 'search';
    };

export interface FilterMeaning {
  readonly kind: 'filter';
  /** The steps to the compared member: the filter keeps records that have the given value there. */
  readonly steps: readonly string[];
  /** How the filter compares the member with the value. Default: both must be equal. */
  readonly compare?: Comparison;
  /** Values for which the filter keeps every record. */
  readonly everything?: readonly string[];
}

export type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

export interface EnvelopeMember {
  readonly steps: readonly string[];
  readonly meaning: EnvelopeMeaning;
}

export interface ListHeader {
  readonly name: string;
  readonly meaning: EnvelopeMeaning | 'links';
}

export type EnvelopeMeaning =
  /** `total` counts all records that the filters keep, `count` those on the page. */
  | 'total'
  | 'count'
  | 'limit'
  | 'offset'
  | 'page'
  /** The number of pages. */
  | 'pages'
  | 'has-more'
  | 'has-previous'
  | 'is-first'
  | 'is-last'
  | 'is-empty'
  | 'next-cursor'
  | 'previous-cursor'
  | 'next-page'
  | 'previous-page'
  | 'first-page'
  | 'last-page'
  | 'next-offset'
  | 'previous-offset'
  /** The offset of the last record on the page. */
  | 'last-offset'
  /** The keys of the first and the last record on the page, and their numbers, counted from 1. */
  | 'first-key'
  | 'last-key'
  | 'first-number'
  | 'last-number'
  | 'next-link'
  | 'previous-link'
  | 'first-link'
  | 'last-link'
  | 'self-link';
