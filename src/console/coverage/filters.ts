import type { CoverageKind } from '../api/coverage-documents.ts';

/** What the tree shows; the names are those of the address. */
export interface Filters {
  /** Only what no request has tried. */
  readonly isMissing: boolean;
  /** Empty: all kinds. */
  readonly kind: CoverageKind | '';
  readonly search: string;
}

/** In the order of reports, as a user reads them. */
export const kinds: readonly (readonly [kind: CoverageKind, title: string])[] = [
  ['operations', 'Operations'],
  ['parameters', 'Parameters'],
  ['enum_values', 'Enum values'],
  ['media_types', 'Media types'],
  ['statuses', 'Statuses'],
  ['security', 'Security'],
];

export function readFilters(query: Readonly<Record<string, string>>): Filters {
  const { missing, kind, search = '' } = query;
  return {
    isMissing: missing === 'true',
    kind: kinds.find(([name]) => name === kind)?.[0] ?? '',
    search,
  };
}

export function isFiltered({ isMissing, kind, search }: Filters): boolean {
  return isMissing || kind !== '' || search !== '';
}

/** The members of the address that clear all filters. */
export const noFilters = { missing: '', kind: '', search: '' };
