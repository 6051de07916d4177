import { describeViolation, messageOf } from './errors.ts';
import type { Answered } from './http/answer.ts';
import type { Reply, Verdict } from './pipeline/exchange.ts';
import { describeForced } from './pipeline/intervene.ts';
import type { Watched } from './traffic/watched.ts';

/** What happened to one request, for a line of the log. */
export interface Exchange {
  /** Which road it took. */
  readonly lane: string;
  readonly method: string;
  readonly path: string;
  /** The private world that it played in; undefined: the one that is kept. */
  readonly world: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly operation: string | undefined;
  readonly verdict: 'served' | 'refused' | 'breach';
  /** Why, in words. */
  readonly reason: string;
}

interface Listeners {
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onNotice?: (notice: { readonly level: 'error'; readonly message: string }) => void;
}

/** Tells of each request those who want to know; of the control API's only who listens to all. */
export function createObserver(
  { onExchange, onNotice }: Listeners,
  watchers: readonly ((watched: Watched) => void)[],
): (answered: Answered) => void {
  const tell = (answered: Answered): void => {
    // What a listener throws is no fault of the request that it was told of.
    try {
      onExchange?.(toExchange(answered));
    } catch (error) {
      onNotice?.({ level: 'error', message: `onExchange threw: ${messageOf(error)}` });
    }
  };
  return (answered) => {
    if (answered.lane.name === 'contract') for (const watch of watchers) watch(answered);
    if (onExchange) tell(answered);
  };
}

function toExchange({ lane, path, milliseconds, passage }: Answered): Exchange {
  const { received } = passage.reached;
  const { status, operation, verdict, from } = passage.reply;
  return {
    lane: lane.name,
    method: received.method,
    path,
    world: received.world,
    status,
    operation: operation?.id,
    verdict: verdict.kind,
    reason: from === undefined ? reasonOf(passage.reply) : `forwarded to ${from}`,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

function reasonOf({ verdict, forced, delivery }: Reply): string {
  const by = forced ?? delivery?.by;
  const reason = describeVerdict(verdict);
  if (!by) return reason;
  return reason === '' ? describeForced(by) : `${describeForced(by)}; ${reason}`;
}

function describeVerdict(verdict: Verdict): string {
  if (verdict.kind === 'breach') return verdict.breach.message;
  if (verdict.kind === 'served') return '';
  const { violations, message } = verdict.error;
  return violations.length > 0 ? violations.map(describeViolation).join('; ') : message;
}
