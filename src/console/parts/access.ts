import type { Credential, SecuredOperation } from '../api/documents.ts';

/** Whether a credential opens an operation, and if not, why. */
export type Access =
  /** The operation needs none. */
  | { readonly kind: 'open' }
  /** With those of other schemes, if any, that the same request needs. */
  | { readonly kind: 'may'; readonly besides: readonly string[] }
  | { readonly kind: 'lacks'; readonly scopes: readonly string[] }
  /** The operation takes other schemes. */
  | { readonly kind: 'other'; readonly schemes: readonly string[] };

export function accessOf(
  { security }: Pick<SecuredOperation, 'security'>,
  { scheme, scopes }: Pick<Credential, 'scheme' | 'scopes'>,
): Access {
  if (security.length === 0 || security.some((one) => one.length === 0)) return { kind: 'open' };
  const asking = security
    .filter((alternative) => alternative.some((part) => part.scheme === scheme))
    .map((alternative) => ({
      besides: alternative.map((part) => part.scheme).filter((name) => name !== scheme),
      lacking: alternative
        .filter((part) => part.scheme === scheme)
        .flatMap((part) => part.scopes.filter((scope) => !scopes.includes(scope))),
    }));
  const byLack = asking.toSorted(
    (one, other) =>
      one.lacking.length - other.lacking.length || one.besides.length - other.besides.length,
  );
  const [best] = byLack;
  if (!best) {
    const schemes = new Set(security.flat().map((part) => part.scheme));
    return { kind: 'other', schemes: [...schemes] };
  }
  return best.lacking.length === 0
    ? { kind: 'may', besides: best.besides }
    : { kind: 'lacks', scopes: best.lacking };
}

/** What keeps the credential of a name from an operation, in a few words; empty: nothing does. */
export function hindranceOf(
  operation: Pick<SecuredOperation, 'security'>,
  credentials: readonly Credential[],
  now: number,
): string {
  const words = credentials.map((credential) => {
    const { expires_at: end } = credential;
    if (end !== undefined && Date.parse(end) <= now) return 'expired';
    const access = accessOf(operation, credential);
    if (access.kind === 'lacks') return `lacks ${access.scopes.join(', ')}`;
    return access.kind === 'other' ? 'not asked for' : '';
  });
  return words.includes('')
    ? ''
    : (words.toSorted((one) => (one === 'not asked for' ? 1 : -1))[0] ?? '');
}

/** What a request needs, in words: alternatives of schemes with their scopes. */
export function describeNeeds({ security }: Pick<SecuredOperation, 'security'>): string {
  if (security.length === 0) return 'no credential';
  const ways = security.map((schemes) => {
    const parts = schemes.map(({ scheme, scopes }) =>
      scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`,
    );
    return parts.join(' and ') || 'nothing';
  });
  return ways.join(', or ');
}
