import type { Violation } from './errors.ts';
import { describeViolation, messageOf } from './errors.ts';
import type { Answered } from './http/answer.ts';
import type { Reply, Verdict } from './pipeline/exchange.ts';
import { describeForced } from './pipeline/intervene.ts';
import type { Redactor } from './traffic/redaction/redactor.ts';
import { createRedactor, rememberRedactors } from './traffic/redaction/redactor.ts';
import type { Secrets } from './traffic/redaction/secrets.ts';
import type { Watched } from './traffic/watched.ts';

/** What happened to one request, for a line of the log, without its secrets. */
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
  /** Where secrets travel now. */
  secrets(this: void): Secrets;
}

/** Tells of each request those who want to know; of the control API's only who listens to all. */
export function createObserver(
  { onExchange, onNotice }: Listeners,
  { watchers, secrets }: Watchers,
): (answered: Answered) => void {
  const findRedactor = openRedactors(secrets);
  const tell = (answered: Answered): void => {
    // What a listener throws is no fault of the request that it was told of.
    try {
      onExchange?.(toExchange(answered, findRedactor(answered)));
    } catch (error) {
      onNotice?.({ level: 'error', message: `onExchange threw: ${messageOf(error)}` });
    }
  };
  return (answered) => {
    if (answered.lane.name === 'contract') for (const watch of watchers) watch(answered);
    if (onExchange) tell(answered);
  };
}

/** Only what was refused for what it says has a reason that may quote its body. */
function openRedactors(findSecrets: () => Secrets): (answered: Answered) => Redactor {
  const redactorOfHead = rememberRedactors();
  return ({ lane, path, passage: { reached, reply } }) => {
    const { query, headers } = reached.received;
    const placeAt =
      lane.name === 'contract' ? path.length - reached.received.path.length : Infinity;
    const disclosed = { path, placeAt, query, headers };
    const violations = violationsOf(reply);
    const body = reply.verdict.kind === 'served' ? undefined : reached.content?.value;
    if (body === undefined && violations.length === 0) {
      return redactorOfHead(disclosed, findSecrets());
    }
    return createRedactor({ ...disclosed, body }, findSecrets(), violations);
  };
}

function toExchange({ lane, path, milliseconds, passage }: Answered, redactor: Redactor): Exchange {
  const { received } = passage.reached;
  const { status, operation, verdict, from } = passage.reply;
  return {
    lane: lane.name,
    method: received.method,
    path: redactor.path(path),
    world: received.world,
    status,
    operation: operation?.id,
    verdict: verdict.kind,
    reason: from === undefined ? redactor.text(reasonOf(passage.reply)) : `forwarded to ${from}`,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

function violationsOf({ verdict }: Reply): readonly Violation[] {
  if (verdict.kind === 'served') return none;
  return verdict.kind === 'breach' ? verdict.breach.violations : verdict.error.violations;
}

const none: readonly never[] = [];

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
