/** What a list's query parameters, and the members and headers around its records, mean. */
export interface ListPlan {
  /** By the parameter's name; a member of a parameter that is an object is called `page[size]`. */
  readonly queries: ReadonlyMap<string, QueryMeaning>;
  /** The members of the body besides the records whose value follows from them. */
  readonly members: readonly EnvelopeMember[];
  /** The headers whose value follows from the records. */
  readonly headers?: readonly ListHeader[];
  /** How many records there are on a page where a request doesn't say; undefined: all. */
  readonly pageSize?: number | undefined;
}

/** What a query parameter does to a list. */
export type QueryMeaning =
  | FilterMeaning
  | {
      readonly kind: 'page' | 'offset';
      /** What the first page, or record, is called. Default: 1 for a page, 0 for a record. */
      readonly first?: number;
    }
  | {
      /** What follows the record, or the place, that it names; or what stands before it. */
      readonly kind: 'after' | 'before';
      /** Whether it is the key of a record. Default: a text that only we can read. */
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
  /** Keeps the records that have this value in this member, stepwise. */
  readonly steps: readonly string[];
  /** How the member is compared with the value. Default: it has to be the same. */
  readonly compare?: Comparison;
  /** Values that keep every record. */
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
  /** All records that the filters keep, and those on the page. */
  | 'total'
  | 'count'
  | 'limit'
  | 'offset'
  | 'page'
  /** How many pages there are. */
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
  /** That of the last record on the page. */
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
