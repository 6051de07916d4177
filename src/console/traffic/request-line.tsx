import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';

import type { RequestDocument } from '../api/documents.ts';
import { classOfStatus, formatDuration, formatTime } from './format.ts';
import { targetOf, tellRequest, tellWhy } from './why.ts';

interface RequestLineProps {
  readonly entry: RequestDocument;
  readonly href: string;
  /** Its place in the list, counted from 0. */
  readonly index: number;
  readonly isOpen: boolean;
  /** Two lines, where there is no room for columns. */
  readonly isNarrow: boolean;
}

/** Drawn anew only when something of it changes: a list that scrolls has no time for more. */
export function RequestLine(props: RequestLineProps): ComponentChild {
  const { entry, href, index, isOpen, isNarrow } = props;
  return useMemo(() => drawLine(props), [entry, href, index, isOpen, isNarrow]);
}

function drawLine(props: RequestLineProps): ComponentChild {
  const { entry, href, index, isOpen, isNarrow } = props;
  const why = tellWhy(entry);
  return (
    <div
      role="row"
      class={`request-line${isNarrow ? ' two-lines' : ''}${why === '' ? '' : ' has-why'}`}
      aria-rowindex={index + (isNarrow ? 1 : 2)}
      aria-current={isOpen ? 'true' : undefined}
      onClick={({ target }) => {
        // The link is for the keyboard and for new tabs; a row is easier to hit.
        if (target instanceof Element && !target.closest('a')) location.hash = href;
      }}
    >
      <span role="cell" class="at mono" title={entry.time}>
        {formatTime(entry.time)}
      </span>
      <span role="cell" class="method mono">
        {entry.request.method === '' ? '—' : entry.request.method}
      </span>
      <span role="cell" class="path mono">
        <a
          href={href}
          data-request={entry.id}
          title={targetOf(entry)}
          aria-label={tellRequest(entry)}
        >
          <Target entry={entry} />
        </a>
      </span>
      <span role="cell" class={`code mono ${classOfStatus(entry.reply.status)}`}>
        {entry.reply.status}
      </span>
      <span role="cell" class="ms mono soft">
        {formatDuration(entry.duration_ms)}
      </span>
      <Cell name="operation" text={entry.operation ?? '—'} />
      <Cell name="world-name" text={entry.world} />
      <Cell name="who" text={entry.credentials.join(', ')} />
      <Marks entry={entry} />
      <span role="cell" class={`why why-${entry.verdict}`} title={entry.problem?.detail ?? why}>
        {why}
      </span>
    </div>
  );
}

export function RequestHead(): ComponentChild {
  return (
    <div role="row" class="request-line request-head has-why" aria-rowindex={1}>
      {columns.map(([name, title]) => (
        <span key={name} role="columnheader" class={name}>
          {title}
        </span>
      ))}
    </div>
  );
}

/** A row whose request is still on its way from the server. */
export function WaitingLine({ index }: { readonly index: number }): ComponentChild {
  return (
    <div role="row" class="request-line" aria-rowindex={index + 2}>
      <span role="cell" class="at soft">
        …
      </span>
    </div>
  );
}

const columns = [
  ['at', 'Time'],
  ['method', 'Method'],
  ['path', 'Path'],
  ['code', 'Status'],
  ['ms', 'Took'],
  ['operation', 'Operation'],
  ['world-name', 'World'],
  ['who', 'Who'],
  ['marks', 'Marks'],
  ['why', 'Why'],
] as const;

/** Characters at the end that stay in sight: long paths begin all the same. */
const tail = 12;

function Target({ entry }: Pick<RequestLineProps, 'entry'>): ComponentChild {
  const text = targetOf(entry);
  const { path } = entry.request;
  if (text === '') return '(could not be read)';
  const cut = text.length > tail * 2 ? text.length - tail : text.length;
  const show = (from: number, to: number): ComponentChild => (
    <>
      {text.slice(from, Math.max(from, Math.min(to, path.length)))}
      <span class="soft">{text.slice(Math.max(from, path.length), to)}</span>
    </>
  );
  return (
    <>
      <span class="path-head">{show(0, cut)}</span>
      {cut < text.length && <span>{show(cut, text.length)}</span>}
    </>
  );
}

function Cell({ name, text }: { readonly name: string; readonly text: string }): ComponentChild {
  return (
    <span role="cell" class={name} title={text}>
      {text}
    </span>
  );
}

function Marks({
  entry: { forced, changed, delivery },
}: Pick<RequestLineProps, 'entry'>): ComponentChild {
  const isWaiting = delivery?.state === 'waiting';
  const by = isWaiting ? 'waiting' : (forced?.by ?? (delivery ? 'delayed' : undefined));
  return (
    <span role="cell" class="marks">
      {by !== undefined && (
        <span class="badge" title={forced?.what ?? 'The delivery was changed'}>
          {by}
        </span>
      )}
      {changed > 0 && (
        <span class="badge changed" title={`Records that it changed: ${changed}`}>
          Δ {changed}
        </span>
      )}
    </span>
  );
}
