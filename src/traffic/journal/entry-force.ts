import type { DeliveryProgress } from '../../pipeline/delivery-progress.ts';
import type { Delivery, Forced } from '../../pipeline/exchange.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { RequestNote } from './note.ts';

/** What made a reply differ from the usual one. */
export interface EntryForce {
  readonly by: 'override' | 'fault' | 'header' | 'preference';
  readonly id: string;
  readonly what: string;
  /** Others that changed the same reply: one gave the answer, say, and another the delay. */
  readonly also?: readonly Omit<EntryForce, 'also'>[];
}

/** How a reply was delayed, slowed down or cut off, and how far that has come. */
export interface EntryDelivery extends Delivery {
  /**
   * `left`: the client closed the connection before the end; `none`: no client waited for it, since
   * the server itself repeated or made the request.
   */
  readonly state: DeliveryProgress['state'] | 'none';
  /** How much of the reply was sent. */
  readonly sent: DeliveryProgress['sent'];
}

export function describeDelivery(
  { delivery, progress }: RequestNote,
  redactor: Redactor,
): EntryDelivery | undefined {
  if (!delivery) return undefined;
  const { state = 'none', sent = 'nothing' } = progress ?? {};
  return { ...delivery, by: redactForced(delivery.by, redactor), state, sent };
}

function redactForced({ also, ...first }: Forced, redactor: Redactor): Forced {
  const what = redactor.text(first.what);
  if (!also) return { ...first, what };
  const others = also.map((other) => ({ ...other, what: redactor.text(other.what) }));
  return { ...first, what, also: others };
}

export function describeForce(
  { forced, hasPreferences }: RequestNote,
  redactor: Redactor,
): EntryForce | undefined {
  if (forced) return redactForced(forced, redactor);
  return hasPreferences
    ? { by: 'preference', id: '', what: 'answered as the request prefers' }
    : undefined;
}
