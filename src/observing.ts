import { describeViolation, messageOf } from './errors.ts';
import type { Answered } from './http/answer.ts';
import type { Received, Reply, Verdict } from './pipeline/exchange.ts';
import { describeForced } from './pipeline/intervene.ts';
import type { Blotter, Secrets } from './traffic/journal/secrets.ts';
import { createBlotter } from './traffic/journal/secrets.ts';
import type { Watched } from './traffic/watched.ts';

/** What happened to one request, for a line of the log. No credential that it showed is in it. */
export interface Exchange {
  /** Which road it took. */
  readonly lane: string;
  /** Empty where the request could not be read so far; the path, too. */
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

interface Watchers {
  readonly watchers: readonly ((watched: Watched) => void)[];
  /** By which names secrets travel now. */
  secrets(this: void): Secrets;
}

/** Tells of each request those who want to know; of the control API's only who listens to all. */
export function createObserver(
  { onExchange, onNotice }: Listeners,
  { watchers, secrets }: Watchers,
): (answered: Answered) => void {
  const findBlotter = rememberBlotter(secrets);
  const tell = (answered: Answered): void => {
    // What a listener throws is no fault of the request that it was told of.
    try {
      onExchange?.(toExchange(answered, findBlotter(answered.passage.reached.received)));
    } catch (error) {
      onNotice?.({ level: 'error', message: `onExchange threw: ${messageOf(error)}` });
    }
  };
  return (answered) => {
    if (answered.lane.name === 'contract') for (const watch of watchers) watch(answered);
    if (onExchange) tell(answered);
  };
}

/** Most clients show the same again and again, and to compare costs less than to look for it. */
function rememberBlotter(findSecrets: () => Secrets): (received: Received) => Blotter {
  let last: (Shown & { readonly blotter: Blotter }) | undefined;
  return ({ query, headers }) => {
    const now = { secrets: findSecrets(), query, headers };
    if (!last || !isSame(last, now)) {
      last = { ...now, blotter: createBlotter(query, headers, now.secrets) };
    }
    return last.blotter;
  };
}

interface Shown extends Pick<Received, 'query' | 'headers'> {
  readonly secrets: Secrets;
}

function isSame(last: Shown, { secrets, query, headers }: Shown): boolean {
  if (last.secrets !== secrets) return false;
  if (secrets.queries.size > 0 && last.query !== query) return false;
  for (const name of secrets.headers) if (last.headers[name] !== headers[name]) return false;
  return true;
}

function toExchange({ lane, path, milliseconds, passage }: Answered, blotter: Blotter): Exchange {
  const { received } = passage.reached;
  const { status, operation, verdict, from } = passage.reply;
  return {
    lane: lane.name,
    method: received.method,
    path: blotter.text(path),
    world: received.world,
    status,
    operation: operation?.id,
    verdict: verdict.kind,
    reason: from === undefined ? blotter.text(reasonOf(passage.reply)) : `forwarded to ${from}`,
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
