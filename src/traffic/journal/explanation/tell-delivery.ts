import { tellDuration } from '../../../base/durations.ts';
import type { EntryDelivery, EntryForce } from '../entry-force.ts';
import type { DescribedRequest } from '../entry.ts';

/** The first sentence of an explanation; `what` names the request. */
export function tellReply(
  what: string,
  { reply: { status }, world, delivery }: DescribedRequest,
): string {
  const where = `in the world "${world}"`;
  if (!delivery || delivery.state === 'none' || delivery.sent === 'whole')
    return `${what} was answered with ${status}, ${where}.`;
  const { state, sent, end } = delivery;
  if (sent === 'part')
    return state === 'sending'
      ? `${what} is being answered with ${status}, ${where}.`
      : `${what} was answered with ${status}, ${where}, but not to the end.`;
  return state === 'waiting' && end.kind !== 'hang'
    ? `${what} has no reply yet, ${where}: the ${status} that the server made for it waits.`
    : `${what} got no reply, ${where}: the ${status} that the server made for it was not sent.`;
}

/** All that changed a reply, each with its own words. */
export function actorsOf(forced: EntryForce | undefined): readonly EntryForce[] {
  return forced ? [forced, ...(forced.also ?? [])] : [];
}

type Delivered = Pick<DescribedRequest, 'delivery' | 'durationMs'>;

/** What was done to the reply on its way, by which overrides, and whether the client waited for it. */
export function tellDelivery({ delivery, durationMs }: Delivered): readonly string[] {
  if (!delivery) return [];
  const { state, sent, by } = delivery;
  const actors = actorsOf(by).map(
    (one) => `the ${one.by}${one.id === '' ? '' : ` "${one.id}"`} (${one.what})`,
  );
  const who = actors.length === 0 ? '' : `, by ${actors.join(' and ')}`;
  const before = sent === 'nothing' ? 'anything was sent' : 'all of it was sent';
  const leaving = `The client closed the connection after ${tellDuration(durationMs)}, before ${before}.`;
  return [...tellWay(delivery, who), ...(state === 'left' ? [leaving] : [])];
}

function tellWay(delivery: EntryDelivery, who: string): readonly string[] {
  const { delay, bytesPerSecond, end, state, sent } = delivery;
  if (sent === 'nothing' && end.kind !== 'hang') {
    if (state === 'waiting') return [`Its reply still waits${who}.`];
    if (state === 'left') return [`Its reply waited${who}.`];
  }
  // While it is sent, and where the client left before, there was no cut yet; behind the end, there is none.
  const mayBeCut = end.kind === 'cut' && sent !== 'whole';
  const isCut = mayBeCut && state !== 'sending' && state !== 'left';
  const words = [
    ...(delay > 0 && end.kind !== 'hang' ? [`it was kept back for ${delay} ms`] : []),
    ...(bytesPerSecond === undefined ? [] : [`it went out at ${bytesPerSecond} bytes a second`]),
    ...(end.kind !== 'cut' || isCut ? tellEnd(end) : []),
  ];
  if (words.length === 0) return mayBeCut ? [`Its reply was on its way${who}.`] : [];
  return [`On its way out ${words.join(', and ')}${who}.`];
}

function tellEnd(end: EntryDelivery['end']): readonly string[] {
  if (end.kind === 'reset') return ['the connection was reset before anything was sent'];
  if (end.kind === 'hang') return ['nothing was ever sent'];
  if (end.kind !== 'cut') return [];
  const where = end.after === undefined ? 'half of the body' : `${end.after} bytes of the body`;
  return [`the connection was cut after ${where}`];
}
