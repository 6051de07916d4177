import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

import type { Explanation, PlannedOperation, RequestDocument } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Empty } from '../parts/empty.tsx';
import { MethodPath } from '../parts/method-path.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { useConsole } from '../shell/console.ts';
import { Changes } from './changes.tsx';
import { classOfStatus, formatDuration, formatTime } from './format.ts';
import { LongText } from './long-text.tsx';
import { MessagePane } from './message-pane.tsx';
import { RequestActions } from './request-actions.tsx';
import { isSentWithBreach } from './road.ts';
import { RoadView } from './road-view.tsx';
import { targetOf } from './why.ts';

interface RequestPanelProps {
  readonly id: number;
  /** How far its reply has come, where that is delayed: the request is asked for anew when that changes. */
  readonly deliveryState: string | undefined;
  readonly operations: readonly PlannedOperation[];
  /** Undefined: there is none. */
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  onClose(this: void): void;
}

interface Opened {
  readonly entry: RequestDocument;
  readonly explanation: Explanation;
}

/** One request opened: why it was answered so, what was sent, and what it changed. */
export function RequestPanel(props: RequestPanelProps): ComponentChild {
  const { id, operations, deliveryState } = props;
  const { api } = useConsole();
  const panel = useRef<HTMLElement>(null);
  const opened = useAnswer<Opened>(async () => {
    const path = `requests/${id}`;
    const [entry, explanation] = await Promise.all([
      api.get<RequestDocument>(path),
      api.get<Explanation>(`${path}/explain`),
    ]);
    return { entry, explanation };
  }, [api, id, deliveryState]);
  // Who opens a request wants to read it; the list has the focus again when it is closed.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useEffect(() => panel.current?.scrollTo({ top: 0 }), [id]);
  const { value, error } = opened;
  const operation = operations.find((one) => one.id === value?.entry.operation);
  // New requests in the list change nothing of this one, which may be large.
  const shown = useMemo(
    () => value && <OpenedRequest key={value.entry.id} opened={value} operation={operation} />,
    [value, operation],
  );
  return (
    <article ref={panel} class="panel" aria-label={`Request ${id}`} tabindex={-1}>
      <PanelBar {...props} />
      {error !== undefined && (
        <Empty title={`Request ${id} can not be shown`}>
          <p>{error}</p>
        </Empty>
      )}
      {error === undefined && shown}
      {!value && opened.isSlow && <p class="panel-part soft">Loading…</p>}
    </article>
  );
}

function PanelBar({ id, newer, older, onClose }: RequestPanelProps): ComponentChild {
  return (
    <PanelHead
      list="Requests"
      close="Close the request"
      onClose={onClose}
      steps={
        <>
          <button class="quiet" disabled={!newer} onClick={newer} title="Newer request (k)">
            ↑ Newer
          </button>
          <button class="quiet" disabled={!older} onClick={older} title="Older request (j)">
            ↓ Older
          </button>
        </>
      }
    >
      <b class="cut">Request {id}</b>
    </PanelHead>
  );
}

function OpenedRequest({
  opened: { entry, explanation },
  operation,
}: {
  readonly opened: Opened;
  readonly operation: PlannedOperation | undefined;
}): ComponentChild {
  const { request, reply, verdict, violations } = entry;
  const isBreach = verdict === 'breach';
  return (
    <div class="panel-parts">
      <header class="panel-part">
        <h2 class="target">
          <MethodPath method={request.method} path={<LongText text={targetOf(entry)} />} />
        </h2>
        <Facts entry={entry} />
        {entry.problem && (
          <p class={isBreach ? 'fault' : 'reason'}>
            <LongText text={entry.problem.detail} />
          </p>
        )}
        <RequestActions {...{ entry, operation }} parameters={explanation.parameters} />
      </header>
      <div class="panel-part">
        <RoadView entry={entry} explanation={explanation} />
      </div>
      <div class="panel-part messages">
        <MessagePane
          title="Request"
          message={request}
          query={request.query}
          violations={isBreach ? none : violations}
        />
        <MessagePane
          title="Reply"
          message={reply}
          violations={isBreach ? violations : none}
          isOfDropped={!isSentWithBreach(entry)}
        />
      </div>
      <div class="panel-part">
        <Changes entry={entry} />
      </div>
    </div>
  );
}

const none: RequestDocument['violations'] = [];

function Facts({ entry }: { readonly entry: RequestDocument }): ComponentChild {
  const { linkTo, route, hasContract } = useConsole();
  const { reply, time, duration_ms: took, world, operation, credentials, forced } = entry;
  return (
    <p class="facts">
      <b class={`mono ${classOfStatus(reply.status)}`}>{reply.status}</b>
      <span class={`badge verdict-${entry.verdict}`}>{entry.verdict}</span>
      {forced && <span class="badge">{forced.by}</span>}
      <span title={time}>{formatTime(time)}</span>
      <span>{formatDuration(took)}</span>
      {operation === null ? (
        <span>no operation</span>
      ) : (
        <span>
          <a
            href={linkTo(['traffic', String(entry.id)], { ...route.query, operation })}
            title="Show the requests of this operation"
          >
            {operation}
          </a>
          {hasContract && (
            <>
              {' '}
              (<a href={linkTo(['contract', operation])}>in the reference</a>)
            </>
          )}
        </span>
      )}
      <span>world {world}</span>
      <span>{credentials.length === 0 ? 'no credential' : credentials.join(', ')}</span>
    </p>
  );
}
