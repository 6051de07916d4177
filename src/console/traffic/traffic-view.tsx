import '../style/traffic.css';

import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { Failure } from '../parts/empty.tsx';
import type { PlannedOperation } from '../api/documents.ts';
import type { Console } from '../shell/console.ts';
import { useConsole, useKeys } from '../shell/console.ts';
import { EmptyTraffic } from './empty-traffic.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Filters } from './filters.ts';
import { readFilters } from './filters.ts';
import { OverrideStrip } from './override-strip.tsx';
import { RequestPanel } from './request-panel.tsx';
import { RequestRows } from './request-rows.tsx';
import { Splitter, useWidth } from './splitter.tsx';
import { Toolbar } from './toolbar.tsx';
import { useOperations } from './use-plan.ts';
import type { Requests } from './use-requests.ts';
import { useRequests } from './use-requests.ts';

/** The requests as they come in, and one of them opened. */
export function TrafficView(): ComponentChild {
  const { api, route } = useConsole();
  const [isPaused, setPaused] = useState(false);
  const [isDown, setDown] = useState(false);
  const [width, setWidth] = useWidth();
  const filters = readFilters(route.query, api.world);
  const requests = useRequests(filters, isPaused || isDown);
  const operations = useOperations();
  const opened = readId(route.path[1]);
  const pause = (): void => setPaused((isNow) => !isNow);
  const steps = useSteps(requests, opened, pause);
  const deliveryState = requests.rows.find(({ id }) => id === opened)?.delivery?.state;
  return (
    <div
      class={opened === undefined ? 'traffic' : 'traffic split'}
      style={opened === undefined ? {} : { '--panel-width': `${width}%` }}
    >
      <section class="traffic-list" aria-label="Requests">
        <div class="traffic-bar">
          <FilterBar filters={filters} operations={operations} />
          <Toolbar requests={requests} filters={filters} isPaused={isPaused} onPause={pause} />
        </div>
        <OverrideStrip />
        <ListBody {...{ requests, filters, operations, opened, isDown }} onDown={setDown} />
      </section>
      {opened !== undefined && (
        <>
          <Splitter width={width} onWidth={setWidth} />
          <RequestPanel id={opened} {...{ operations, deliveryState }} {...steps} />
        </>
      )}
    </div>
  );
}

interface ListBodyProps {
  readonly requests: Requests;
  readonly filters: Filters;
  readonly operations: readonly PlannedOperation[];
  readonly opened: number | undefined;
  readonly isDown: boolean;
  onDown(this: void, isDown: boolean): void;
}

function ListBody(props: ListBodyProps): ComponentChild {
  const { requests, filters, operations, opened, isDown, onDown } = props;
  const { error, isReady, rows, total } = requests;
  if (error !== undefined && rows.length === 0)
    return <Failure title="The requests can not be shown" text={error} />;
  if (isReady && total === 0) return <EmptyTraffic filters={filters} operations={operations} />;
  // Other filters make another list: it begins at its top.
  return <RequestRows key={JSON.stringify(filters)} {...{ requests, opened, isDown, onDown }} />;
}

interface Steps {
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  onClose(this: void): void;
}

/** The ways from the opened request to its neighbours and back to the list, also by keys. */
function useSteps(requests: Requests, opened: number | undefined, onPause: () => void): Steps {
  const shell = useConsole();
  const latest = useRef<Steps>(noSteps);
  const { rows } = requests;
  const steps = {
    newer: stepTo(
      shell,
      rows.findLast(({ id }) => id > (opened ?? Infinity)),
    ),
    older: stepTo(
      shell,
      rows.find(({ id }) => id < (opened ?? Infinity)),
    ),
    onClose: () => close(shell, opened),
  };
  latest.current = steps;
  useEffect(() => {
    if (opened === undefined) return undefined;
    return () => {
      if (readId(shellPath()) === undefined) focusLine(opened);
    };
  }, [opened]);
  useKeys(
    [
      { keys: 'j', label: 'Open the older request', run: () => latest.current.older?.() },
      { keys: 'k', label: 'Open the newer request', run: () => latest.current.newer?.() },
      { keys: 'Escape', label: 'Close the request', run: () => latest.current.onClose() },
      { keys: 'p', label: 'Pause the list, or resume it', isServerOnly: true, run: onPause },
      { keys: '/', label: 'Search the requests', run: focusSearch },
    ],
    [],
  );
  return steps;
}

const noSteps: Steps = { newer: undefined, older: undefined, onClose: () => undefined };

function stepTo(
  { go, route }: Console,
  entry: { readonly id: number } | undefined,
): (() => void) | undefined {
  return entry && (() => go(['traffic', String(entry.id)], route.query));
}

function close({ go, route }: Console, opened: number | undefined): void {
  if (opened !== undefined) go(['traffic'], route.query);
}

/** The address has changed already when the request is gone from the page. */
function shellPath(): string | undefined {
  return location.hash.split('?', 1)[0]?.split('/')[2];
}

function focusLine(id: number): void {
  document.querySelector<HTMLElement>(`[data-request="${id}"]`)?.focus({ preventScroll: true });
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('.filter-search')?.focus();
}

function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
