import type { Credential, SecurityPlan, SecurityScheme } from '../api/documents.ts';

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

/** The scheme that a new credential has at first: one that opens something. */
export function schemeToMint(plan: SecurityPlan): string {
  const used = tabulate(plan, []).map(({ scheme }) => scheme);
  return [...used, ...plan.security_schemes][0]?.name ?? '';
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
