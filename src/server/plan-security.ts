import { isJsonObject } from '../base/json.ts';
import type { Contract } from '../contract/compile.ts';
import type { Part } from '../contract/load/documents.ts';
import type { Operation } from '../contract/operations.ts';
import type { Carrier, Scheme } from '../contract/security.ts';

/** A security scheme, for those who choose a credential. */
export interface PresentedScheme {
  readonly name: string;
  /** `apiKey`, `http`, `oauth2`, `openIdConnect` or `mutualTLS`. */
  readonly type: string;
  readonly description: string | null;
  /** Null: the connection carries it, as with client certificates. */
  readonly in: 'header' | 'query' | 'cookie' | null;
  /** The name of the header, parameter or cookie. */
  readonly carrier: string | null;
  /** In the header `Authorization`: `bearer`, `basic` and so on. */
  readonly authorization: string | null;
  /** Those that operations require. */
  readonly scopes: readonly { readonly name: string; readonly description: string | null }[];
}

/** Schemes that a request needs together. */
export type PresentedRequirement = readonly {
  readonly scheme: string;
  readonly scopes: readonly string[];
}[];

type Declared = Pick<Contract, 'operations' | 'documents' | 'schemes'>;

export function presentSchemes(contract: Declared): readonly PresentedScheme[] {
  const scopes = collectScopes(contract.operations);
  return [...contract.schemes.values()].map(({ name, carrier }) => {
    const declaration = findDeclaration(contract, name);
    const { type, description } = isJsonObject(declaration?.value) ? declaration.value : {};
    const told = scopeTexts(contract, declaration);
    return {
      name,
      type: typeof type === 'string' ? type : '',
      description: typeof description === 'string' ? description : null,
      ...placeOf(carrier),
      scopes: [...(scopes.get(name) ?? [])].map((scope) => ({
        name: scope,
        description: told.get(scope) ?? null,
      })),
    };
  });
}

/** The alternatives of an operation; none where it needs no credential. */
export function presentSecurity({
  security,
}: Pick<Operation, 'security'>): readonly PresentedRequirement[] {
  return security.map((requirement) =>
    requirement.map(({ scheme, scopes }) => ({ scheme: scheme.name, scopes })),
  );
}

/** By scheme, in the order in which operations name them. */
function collectScopes(
  operations: readonly Pick<Operation, 'security'>[],
): ReadonlyMap<Scheme['name'], ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { scheme, scopes } of operations.flatMap(({ security }) => security.flat())) {
    const all = found.get(scheme.name) ?? new Set();
    found.set(scheme.name, all);
    for (const scope of scopes) all.add(scope);
  }
  return found;
}

function findDeclaration({ documents }: Declared, name: string): Part | undefined {
  for (const root of documents.roots) {
    const found = documents.child(root, 'components', 'securitySchemes', name);
    if (found) return found;
  }
  return undefined;
}

/** What the flows of OAuth 2 say of scopes. */
function scopeTexts(
  { documents }: Declared,
  declaration: Part | undefined,
): ReadonlyMap<string, string> {
  const flows = declaration && documents.child(declaration, 'flows');
  const told = new Map<string, string>();
  for (const flow of isJsonObject(flows?.value) ? Object.values(flows.value) : []) {
    const scopes = isJsonObject(flow) ? flow['scopes'] : undefined;
    for (const [scope, text] of isJsonObject(scopes) ? Object.entries(scopes) : [])
      if (typeof text === 'string' && text !== '') told.set(scope, text);
  }
  return told;
}

function placeOf(carrier: Carrier): Pick<PresentedScheme, 'in' | 'carrier' | 'authorization'> {
  switch (carrier.kind) {
    case 'connection':
      return { in: null, carrier: null, authorization: null };
    case 'authorization':
      return { in: 'header', carrier: 'Authorization', authorization: carrier.scheme };
    case 'header':
    case 'query':
    case 'cookie':
      return { in: carrier.kind, carrier: carrier.name, authorization: null };
  }
}
