import type { Api } from '../api/client.ts';
import { part } from '../api/client.ts';
import type { Clock, Credential, SecurityPlan } from '../api/documents.ts';
import type { CollectionSummary, RecordPage } from '../api/record-documents.ts';
import type { Look } from './moves.ts';

/** Records of one collection that are compared at most. */
export const mostCompared = 1000;

/** The collection in which the server keeps what is not due yet. */
const waiting = 'transitions';

/** Looks at all that a move of the clock may change. */
export async function lookAround(api: Api, { collections }: SecurityPlan): Promise<Look> {
  const moving = collections.filter(({ transitions }) => transitions.length > 0);
  const [clock, credentials, counts, records] = await Promise.all([
    api.get<Clock>('clock').then((heard) => ({ ...heard, heardAt: Date.now() })),
    api.get<readonly Credential[]>('credentials'),
    // Counts of many collections cost the server time: they change only by transitions.
    moving.length === 0 ? [] : api.get<readonly CollectionSummary[]>('collections'),
    Promise.all(
      moving.map(async ({ name }) => {
        const page = await api.get<RecordPage>(`collections/${part(name)}/records`, {
          limit: mostCompared,
        });
        return [name, page.records] as const;
      }),
    ),
  ]);
  return {
    clock,
    credentials,
    counts: new Map(
      counts.filter(({ name }) => name !== waiting).map(({ name, count }) => [name, count]),
    ),
    records: new Map(records),
  };
}
