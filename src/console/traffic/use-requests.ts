import { useEffect, useMemo, useState } from 'preact/hooks';

import { defaultWorld } from '../api/client.ts';
import type { RequestList } from '../api/documents.ts';
import { useConsole, useLive } from '../shell/console.ts';
import type { Filters } from './filters.ts';
import { askFor } from './filters.ts';
import type { LogState, RequestLog } from './request-log.ts';
import { createRequestLog, emptyLog } from './request-log.ts';

export interface Requests extends LogState, Pick<RequestLog, 'reach' | 'start'> {
  /** Whether they pass these filters: those of the former ones are shown until the server has answered. */
  readonly isCurrent: boolean;
}

/** The requests that pass the filters, up to date; while it is held, new ones wait. */
export function useRequests(filters: Filters, isHeld: boolean): Requests {
  const { api } = useConsole();
  // The former list stays until the next one is there.
  const [{ state, of }, setState] = useState({ state: emptyLog, of: '' });
  const question = JSON.stringify(askFor(filters, api.world));
  const log = useMemo(() => {
    const query = askFor(filters, api.world);
    // A private world in the header would leave out the requests of the others.
    const asked = api.within(defaultWorld);
    return createRequestLog(
      (more) => asked.get<RequestList>('requests', { ...query, ...more }),
      (next) => setState({ state: next, of: question }),
    );
  }, [question]);
  useEffect(() => {
    log.start();
    return log.close;
  }, [log]);
  useEffect(() => log.hold(isHeld), [log, isHeld]);
  useLive('requests', (event) => log.come(event), [log]);
  const isCurrent = of === question && state.isReady;
  return { ...state, isCurrent, reach: log.reach, start: log.start };
}
