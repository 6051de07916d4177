import type { Violation } from '../../base/errors.ts';
import { describeViolation, messageOf } from '../../base/errors.ts';
import type { Answered } from '../../http/entry-route.ts';
import { describeUnknown, isOfUnknown } from '../../pipeline/checks/unknown-query.ts';
import type { Reply, ReplyVerdict } from '../../pipeline/exchange.ts';
import { describeForced } from '../../pipeline/intervene.ts';
import type { Watched } from '../../traffic/answered.ts';
import type { Journal } from '../../traffic/journal/journal.ts';
import type { Disclosed } from '../../traffic/redaction/found/found-secrets.ts';
import type { Secrets } from '../../traffic/redaction/found/secrets.ts';
import type { Redactor } from '../../traffic/redaction/redactor.ts';
import {
  createRedactor,
  rememberPaths,
  rememberRedactors,
} from '../../traffic/redaction/redactor.ts';

/** One request and its result, for a line of the log, without its secrets. */
export interface Exchange {
  /** The entry route that it took: `contract`, `control`, `page` or `files`. */
  readonly lane: string;
  /** Empty if the request could not be read that far; so is the path. */
  readonly method: string;
  readonly path: string;
  /** The private world that it used; undefined: the default world. */
  readonly world: string | undefined;
  /** That of the reply, also where `unsent` says that the client did not get it. */
  readonly status: number;
  /** Which fault kept the whole reply back, its status too; undefined: none. */
  readonly unsent?: 'reset' | 'hang' | undefined;
  readonly milliseconds: number;
  readonly operation: string | undefined;
  readonly verdict: 'served' | 'refused' | 'breach';
  /** Why it was refused, is a breach, or was not answered as usual; empty: none of these. */
  readonly reason: string;
  /**
   * Which names in its query the operation does not declare, a sentence for each of the first ten;
   * undefined: there are none, or `reason` tells of them.
   */
  readonly unknownQuery?: readonly string[] | undefined;
}

interface Listeners {
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
  readonly onNotice:
    | ((notice: { readonly level: 'error'; readonly message: string }) => void)
    | undefined;
}

interface Watchers {
  readonly watchers: readonly ((watched: Watched) => void)[];
  /** Told when the delivery of a reply to the contract is over. */
  readonly journal: Pick<Journal, 'noteDelivered'>;
  /** Where requests and replies of the present contract have secrets. */
  secrets(this: void): Secrets;
}

export interface Observer {
  observe(this: void, answered: Answered): void;
  observeDelivered(this: void, answered: Answered): void;
}

/**
 * Tells watchers of the requests to the contract, and `onExchange` also of the control API: that one
 * when the request is over, since it tells how long it took. A request that hangs may never be over.
 */
export function createObserver(
  { onExchange, onNotice }: Listeners,
  { watchers, journal, secrets }: Watchers,
): Observer {
  const describe = openDescriber(secrets);
  const tell = (answered: Answered): void => {
    // An error of the listener must not fail the request.
    try {
      onExchange?.(describe(answered));
    } catch (error) {
      onNotice?.({ level: 'error', message: `onExchange threw: ${messageOf(error)}` });
    }
  };
  return {
    observe(answered) {
      if (answered.entryRoute.name === 'contract') for (const watch of watchers) watch(answered);
      if (onExchange && (!answered.progress || hangs(answered))) tell(answered);
    },
    observeDelivered(answered) {
      if (answered.entryRoute.name === 'contract') journal.noteDelivered();
      if (onExchange && !hangs(answered)) tell(answered);
    },
  };
}

function hangs({ passage }: Answered): boolean {
  return passage.reply.delivery?.end.kind === 'hang';
}

/** Most requests have no reason to describe: then it redacts their path alone. */
function openDescriber(findSecrets: () => Secrets): (answered: Answered) => Exchange {
  const redactPath = rememberPaths();
  const findRedactor = openRedactors(findSecrets);
  return (answered) => {
    const { entryRoute, path, milliseconds, passage } = answered;
    const { method, world } = passage.reached;
    const { status, operation, verdict, from } = passage.reply;
    const reason = from === undefined ? reasonOf(passage.reply) : '';
    const unsent = findUnsent(passage.reply);
    const unknown = listUnknown(answered);
    const isPlain = reason === '' && !unknown;
    const redactor = isPlain ? undefined : findRedactor(answered);
    return {
      lane: entryRoute.name,
      method,
      path: redactor?.path(path) ?? redactPath(disclose(answered), findSecrets()),
      world: world && findSecrets().known.hideIn(world),
      status,
      ...(unsent ? { unsent } : {}),
      operation: operation?.id,
      verdict: verdict.kind,
      reason: from === undefined ? (redactor?.text(reason) ?? '') : `forwarded to ${from}`,
      milliseconds: Math.round(milliseconds * 10) / 10,
      ...(unknown ? { unknownQuery: unknown.map((text) => redactor?.text(text) ?? '') } : {}),
    };
  };
}

function findUnsent({ delivery }: Reply): Exchange['unsent'] {
  const kind = delivery?.end.kind;
  return kind === 'reset' || kind === 'hang' ? kind : undefined;
}

/** A refusal for such names tells of them itself. */
function listUnknown({ passage: { reached, reply } }: Answered): readonly string[] | undefined {
  const { unknownQuery } = reached;
  if (!unknownQuery || violationsOf(reply).some(isOfUnknown)) return undefined;
  return unknownQuery.listed.map(describeUnknown);
}

/** The reason of a served request can not quote its body, so the head is enough. */
function openRedactors(findSecrets: () => Secrets): (answered: Answered) => Redactor {
  const redactorOfHead = rememberRedactors();
  return (answered) => {
    const { reached, reply } = answered.passage;
    const disclosed = disclose(answered);
    const violations = violationsOf(reply);
    const body = reply.verdict.kind === 'served' ? undefined : reached.content?.value;
    return body === undefined && violations.length === 0
      ? redactorOfHead(disclosed, findSecrets())
      : createRedactor({ ...disclosed, body }, findSecrets(), violations);
  };
}

/** The contract does not describe paths of other entry routes. */
function disclose({ entryRoute, path, passage: { reached } }: Answered): Disclosed {
  const { query, headers } = reached;
  return entryRoute.name === 'contract'
    ? {
        path,
        placeAt: path.length - reached.path.length,
        operation: reached.operation?.id,
        query,
        headers,
      }
    : { path, placeAt: Infinity, operation: undefined, query, headers };
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

function describeVerdict(verdict: ReplyVerdict): string {
  if (verdict.kind === 'breach') return verdict.breach.message;
  if (verdict.kind === 'served') return '';
  const { violations, message } = verdict.error;
  return violations.length > 0 ? violations.map(describeViolation).join('; ') : message;
}
