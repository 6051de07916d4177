import { onceFor } from '../../../base/once.ts';
import type { Scheme } from '../../../contract/security.ts';
import type { Expire } from '../../../pipeline/credentials/authenticate.ts';
import { listSpellings } from '../../../pipeline/credentials/credential-forms.ts';
import { presentedCredential } from '../../../pipeline/credentials/credentials.ts';
import type { AccessGrant, Reply, Routed } from '../../../pipeline/exchange.ts';
import { markForced } from '../../../pipeline/intervene.ts';
import type { CredentialBook } from '../../../store/credentials/book.ts';
import { createDraw } from '../draws.ts';
import type { HeldOverride } from '../override-list.ts';
import { leftOf, tallyIn } from '../override-list.ts';
import type { Renewals } from './renewals.ts';

/** Which credentials of one request count as expired. */
export interface Expiry {
  readonly expire: Expire;
  /** Marks the reply to a request that an override refused. */
  mark(this: void, reply: Reply): Reply;
}

interface ExpiringWorld {
  readonly name: string;
  readonly seed: string;
  readonly credentials: CredentialBook;
}

/** Only a request that is refused for it uses such an override up. */
export function createExpiry(
  overrides: readonly HeldOverride[],
  world: ExpiringWorld,
  routed: Routed,
  renewals: Renewals,
): Expiry {
  let decider: HeldOverride | undefined;
  const renewedAt = onceFor((scheme: Scheme): number => {
    const value = presentedCredential(scheme, routed);
    // The server cannot see a client certificate, nor when it expires.
    if (value === undefined) return Infinity;
    return renewals.last(
      world.name,
      listSpellings(world.credentials, scheme, value, routed.method),
    );
  });
  return {
    expire(admissions) {
      const expired = new Set<Scheme>();
      let left = admissions;
      for (const held of overrides) {
        const old = schemesOf(left).filter((scheme) => renewedAt(scheme) < held.serial);
        if (old.length === 0 || !isDrawn(held, world)) continue;
        for (const scheme of old) expired.add(scheme);
        left = left.filter((grant) => !schemesOf([grant]).some((scheme) => expired.has(scheme)));
        if (left.length > 0) continue;
        tallyIn(held, world.name).hits += 1;
        decider = held;
        break;
      }
      return { left, expired: [...expired] };
    },
    mark(reply) {
      if (!decider || reply.forced) return reply;
      return markForced(reply, { by: 'fault', id: decider.id, what: 'expired credentials' });
    },
  };
}

function schemesOf(admissions: readonly AccessGrant[]): readonly Scheme[] {
  return admissions.flatMap(({ requirement }) => requirement.map(({ scheme }) => scheme));
}

/** Chance is drawn once for each override and request. */
function isDrawn(held: HeldOverride, world: ExpiringWorld): boolean {
  const tally = tallyIn(held, world.name);
  if (leftOf(held, tally) === 0) return false;
  const draw = createDraw(held.seed ?? world.seed, held.id, tally.matched);
  tally.matched += 1;
  return held.probability >= 1 || draw('whether') < held.probability;
}
