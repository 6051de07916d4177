import type { Reply } from '../../../pipeline/exchange.ts';
import { markForced } from '../../../pipeline/intervene.ts';
import { createDraw } from '../draws.ts';
import type { HeldOverride } from '../override-list.ts';
import { leftOf, tallyIn } from '../override-list.ts';

/** Whether the credentials of one request count as expired. */
export interface Expiry {
  /** Called with each known credential; the first that is not newer than an override decides. */
  isExpired(this: void, value: string): boolean;
  /** Marks the reply to a request whose credentials counted as expired. */
  mark(this: void, reply: Reply): Reply;
}

/** Only a request with an older known credential uses such an override up. */
export function createExpiry(
  overrides: readonly HeldOverride[],
  world: { readonly name: string; readonly seed: string },
): Expiry {
  let isDecided = false;
  let decider: HeldOverride | undefined;
  return {
    isExpired(value) {
      const older = overrides.filter((held) => !isNewer(value, held, world.name));
      if (older.length === 0) return false;
      if (!isDecided) decider = older.find((held) => isDrawn(held, world));
      isDecided = true;
      return decider !== undefined && older.includes(decider);
    },
    mark(reply) {
      if (!decider || reply.forced) return reply;
      return markForced(reply, { by: 'fault', id: decider.id, what: 'expired credentials' });
    },
  };
}

/** Whether the client got the credential after the override was put in place. */
function isNewer(value: string, { tallies }: HeldOverride, world: string): boolean {
  return tallies.get(world)?.renewals?.has(value) === true;
}

function isDrawn(
  held: HeldOverride,
  world: { readonly name: string; readonly seed: string },
): boolean {
  const tally = tallyIn(held, world.name);
  if (leftOf(held, tally) === 0) return false;
  const draw = createDraw(held.seed ?? world.seed, held.id, tally.matched);
  tally.matched += 1;
  if (held.probability < 1 && draw('whether') >= held.probability) return false;
  tally.hits += 1;
  return true;
}
