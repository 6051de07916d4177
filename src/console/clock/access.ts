import type {
  Credential,
  SecuredOperation,
  SecurityPlan,
  SecurityScheme,
} from '../api/documents.ts';

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

export interface ScopeRow {
  /** Undefined: operations that want the scheme, and no scope. */
  readonly scope: string | undefined;
  readonly description: string | null;
  /** How many operations want it. */
  readonly operations: number;
}

export interface SchemeTable {
  readonly scheme: SecurityScheme;
  readonly rows: readonly ScopeRow[];
  readonly credentials: readonly Credential[];
  /** How many operations take the scheme. */
  readonly operations: number;
}

/** A table for each scheme that operations take or credentials have. */
export function tabulate(
  { security_schemes: schemes, operations }: SecurityPlan,
  credentials: readonly Credential[],
): readonly SchemeTable[] {
  return schemes
    .map((scheme) => {
      const taking = operations
        .map(({ security }) => security.flat().filter((part) => part.scheme === scheme.name))
        .filter((parts) => parts.length > 0);
      const count = (scope: string): number =>
        taking.filter((parts) => parts.some((part) => part.scopes.includes(scope))).length;
      const free = taking.filter((parts) => parts.some((part) => part.scopes.length === 0)).length;
      const rows = scheme.scopes.map(({ name, description }) => ({
        scope: name,
        description,
        operations: count(name),
      }));
      const without = { scope: undefined, description: null, operations: free };
      return {
        scheme,
        rows: free > 0 || rows.length === 0 ? [...rows, without] : rows,
        credentials: credentials.filter((one) => one.scheme === scheme.name),
        operations: taking.length,
      };
    })
    .filter((table) => table.operations > 0 || table.credentials.length > 0);
}

/** Where a request has a credential of the scheme. */
export function describeScheme({ in: place, carrier, authorization }: SecurityScheme): string {
  if (place === null) return 'certificate of the client';
  if (authorization !== null) return `${carrier}: ${authorization}`;
  return `${place === 'query' ? 'query parameter' : place} ${carrier}`;
}

/** `workspace: northwind or southwind`. */
export function describeOnly(only: Credential['only'] = {}): string {
  return Object.entries(only)
    .map(([name, values]) => `${name}: ${values.length === 0 ? 'none' : values.join(' or ')}`)
    .join('; ');
}
