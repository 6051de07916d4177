import type { Query } from '../api/client.ts';
import { defaultWorld } from '../api/client.ts';

/** What the list shows; the names are those of the address. */
export interface Filters {
  readonly search: string;
  readonly status: string;
  readonly verdict: string;
  readonly operation: string;
  readonly violation: string;
  /** Of which worlds. */
  readonly worlds: 'this' | 'all';
}

const filterNames = ['search', 'status', 'verdict', 'operation', 'violation'] as const;

export const verdicts = ['served', 'refused', 'breach', 'unmatched'] as const;

/** The default world has the requests of most clients, so it shows those of all worlds. */
export function readFilters(query: Readonly<Record<string, string>>, world: string): Filters {
  const usual = world === defaultWorld ? 'all' : 'this';
  const { worlds = usual, search = '', status = '', verdict = '', ...rest } = query;
  return {
    search,
    status,
    verdict,
    operation: rest['operation'] ?? '',
    violation: rest['violation'] ?? '',
    worlds: worlds === 'all' ? 'all' : 'this',
  };
}

/** As the control API is asked for it. */
export function askFor(filters: Filters, world: string): Query {
  const { worlds } = filters;
  const chosen = filterNames.flatMap((name) =>
    filters[name] === '' ? [] : [[name, filters[name]]],
  );
  return {
    brief: true,
    ...Object.fromEntries(chosen),
    ...(worlds === 'this' ? { world } : {}),
  };
}

export function countFilters(filters: Filters): number {
  return filterNames.filter((name) => filters[name] !== '').length;
}
