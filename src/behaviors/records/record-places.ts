import type { Collection } from '../../contract/plan/plan.ts';
import type { RecordKeys } from '../writing/filing.ts';

/** The place that a record's generated values depend on. */
export function recordPlace({ name, kind }: Collection, { key, parents }: RecordKeys): string {
  const own = kind === 'singleton' ? parents.join(',') : key;
  // A slash would mean a step down.
  return `${name}#${own.replaceAll('/', '~1')}`;
}
