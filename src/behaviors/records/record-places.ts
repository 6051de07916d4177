import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordKeys } from '../writing/filing.ts';

/** Where a record's generated values are drawn for: the same place, the same values. */
export function recordPlace({ name, kind }: Collection, { key, parents }: RecordKeys): string {
  const own = kind === 'singleton' ? parents.join(',') : key;
  // A slash would be a step down.
  return `${name}/${own.replaceAll('/', '~1')}`;
}
