import { tellDuration } from '../base/durations.ts';
import type { RequestEntry } from '../traffic/journal/entry.ts';

/** So much of a request is told. */
export type ToldEntry = Pick<
  RequestEntry,
  'id' | 'operation' | 'verdict' | 'forced' | 'changed' | 'unknownQuery' | 'delivery' | 'durationMs'
> & {
  readonly request: Pick<RequestEntry['request'], 'method' | 'path' | 'query'>;
  readonly reply: Pick<RequestEntry['reply'], 'status'>;
};

type Delivery = NonNullable<ToldEntry['delivery']>;

const widest = 200;

export function cut(text: string): string {
  return text.length > widest ? `${text.slice(0, widest)}…` : text;
}

/** Whether a reader of a failed test wants to see it, also where many requests followed. */
export function isStrange(entry: ToldEntry): boolean {
  return needsReason(entry) || (isDelivered(entry) && entry.delivery?.sent !== 'whole');
}

/** Whether its line doesn't say all: the reply is not the usual one, or the query has other names. */
export function needsReason({
  verdict,
  forced,
  reply,
  unknownQuery,
  delivery,
}: ToldEntry): boolean {
  const isOfDelivery = forced?.id === delivery?.by.id && forced?.what === delivery?.by.what;
  const isUsual = verdict === 'served' && reply.status < 400 && unknownQuery.length === 0;
  return !isUsual || (forced !== undefined && !isOfDelivery);
}

export function tellEntry(entry: ToldEntry): string {
  const { request, operation, verdict, changed } = entry;
  const { method, path, query } = request;
  const target = query === '' ? path : `${path}?${query.replace(/^\?/, '')}`;
  const what = operation === undefined ? '' : `, ${operation}`;
  const outcome = verdict === 'served' ? '' : `, ${verdict}`;
  const written = changed === 0 ? '' : `, changed ${countOf(changed, 'record')}`;
  const sent = tellSent(entry);
  return `  ${method} ${cut(withoutWorld(target))} ${sent}${what}${outcome}${written}${tellDelivery(entry)}`;
}

export const withoutWorld = (path: string): string => path.replace(/^\/~[^/?]+(?=[/?]|$)/, '');

/** The status alone would say that the client got it. */
function tellSent(entry: ToldEntry): string {
  const { reply, delivery } = entry;
  if (!isDelivered(entry) || delivery?.sent !== 'nothing') return String(reply.status);
  return isWaiting(delivery) ? 'no reply yet' : 'no reply';
}

/** A request that the server repeated by itself has a delivery that no client waited for. */
function isDelivered({ delivery }: ToldEntry): boolean {
  return delivery !== undefined && delivery.state !== 'none';
}

function isWaiting({ state, end }: Delivery): boolean {
  return state === 'waiting' && end.kind !== 'hang';
}

function tellDelivery(entry: ToldEntry): string {
  const { delivery, durationMs, reply } = entry;
  if (!delivery || !isDelivered(entry)) return '';
  const { state, sent } = delivery;
  const cause = tellCause(delivery);
  if (isWaiting(delivery)) return `, is still waiting: ${cause}`;
  const after = tellDuration(durationMs);
  if (state === 'left') {
    const before = sent === 'nothing' ? `its ${reply.status}` : 'the end';
    return `, the client left after ${after}, before ${before} was sent: ${cause}`;
  }
  return sent === 'nothing'
    ? `, its ${reply.status} was never sent: ${cause}`
    : tellManner(delivery);
}

/** How a reply went out that the client got, or a part of it. */
function tellManner({ by, delay, bytesPerSecond, end, sent }: Delivery): string {
  const manner = [
    ...(delay > 0 ? [`${tellDuration(delay)} late`] : []),
    ...(bytesPerSecond === undefined ? [] : [`at ${bytesPerSecond} bytes a second`]),
    ...(end.kind === 'cut' && sent !== 'whole' ? ['cut off'] : []),
  ];
  return manner.length === 0 ? '' : `, ${manner.join(', ')} by ${nameActors(by)}`;
}

function nameActors(by: Delivery['by']): string {
  const all = [by, ...(by.also ?? [])];
  return all.map((one) => (one.id === '' ? `its ${one.by}` : one.id)).join(' and ');
}

function tellCause({ by, delay, bytesPerSecond, end }: Delivery): string {
  const speed = bytesPerSecond === undefined ? [] : [`sends ${bytesPerSecond} bytes a second`];
  const does = [
    ...(delay > 0 ? [`delays it by ${tellDuration(delay)}`] : []),
    ...speed,
    ...(end.kind === 'whole' ? [] : [endings[end.kind]]),
  ];
  return `${nameActors(by)} ${does.join(', ')}`;
}

const endings = {
  reset: 'resets the connection',
  hang: 'never answers',
  cut: 'cuts it off',
} as const;

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
