import { useEffect, useRef } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import { defaultWorld, part, Refusal } from '../api/client.ts';
import type { JsonObject, Override } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';

/** An override as the server tells it. */
export type Placed = Override & JsonObject;

export interface Overrides {
  /** Undefined: not known yet. */
  readonly list: readonly Placed[] | undefined;
  readonly error: string | undefined;
  /** Rejects with the refusal of the server. `before`: what it takes the place of. */
  put(this: void, id: string, document: JsonObject, before?: Placed): Promise<Placed>;
  /** Removes them, and offers to put them back; `about`: what the notice is about. */
  remove(this: void, all: readonly Placed[], text: string, about?: string): Promise<void>;
}

/** Milliseconds between two looks at the counts. */
const rest = 500;

export function useOverrides(): Overrides {
  const { api, tell, complain } = useConsole();
  const { value, error, reload } = useAnswer(() => api.get<readonly Placed[]>('overrides'), [api]);
  useLive('overrides', reload, [reload]);
  useCounting(reload, (value ?? []).length > 0);
  // Those for every world belong to the default one.
  const homeOf = (world: unknown): Api => (world === '*' ? api.within(defaultWorld) : api);
  const drop = async ({ id, world }: Placed): Promise<void> => {
    try {
      await homeOf(world).send('DELETE', `overrides/${part(id)}`);
    } catch (refusal) {
      // Another tab or a test may have removed it already.
      if (!(refusal instanceof Refusal) || refusal.problem.status !== 404) throw refusal;
    }
  };
  const put: Overrides['put'] = async (id, document, before) => {
    const placed = await api.send<Placed>('PUT', `overrides/${part(id)}`, document);
    // The server replaces one of the same id in the same world.
    if (before && homeOf(before.world).world !== homeOf(placed.world).world) await drop(before);
    reload();
    return placed;
  };
  const restore = async (all: readonly Placed[]): Promise<void> => {
    // The newest is tried first, so the last one of the list comes first.
    for (const one of all.toReversed()) await put(one.id, documentOf(one));
    tell({ text: all.length === 1 ? `${all[0]?.id} is in place again` : 'All are in place again' });
  };
  return {
    list: value,
    error,
    put,
    async remove(all, text, about) {
      try {
        // What stands there now may be newer than what this page shows.
        const now = await api.get<readonly Placed[]>('overrides');
        const gone = all.map((one) => now.find((other) => isSame(one, other)) ?? one);
        for (const one of gone) await drop(one);
        const run = (): void => void restore(gone).catch(complain);
        tell({ text, action: { label: 'Undo', run }, ...(about === undefined ? {} : { about }) });
      } catch (failure) {
        complain(failure);
      }
      reload();
    },
  };
}

function isSame(one: Placed, other: Placed): boolean {
  return one.id === other.id && one.world === other.world;
}

/** What a client would send to have the override again. */
export function documentOf({
  id: _id,
  hits: _hits,
  left: _left,
  notice: _notice,
  ...document
}: Placed): JsonObject {
  return document;
}

/** Hits count up while requests come. */
function useCounting(reload: () => void, isCounting: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(
    'requests',
    () => {
      if (!isCounting || timer.current !== undefined) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        reload();
      }, rest);
    },
    [isCounting],
  );
}
