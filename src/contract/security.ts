import type { Complaint } from '../errors.ts';
import type { JsonValue } from '../json.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Documents, Part } from './documents.ts';

/** Where a scheme's credential travels. */
export type Carrier =
  | { readonly kind: 'header'; readonly name: string; readonly field: string }
  | { readonly kind: 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string };

export interface Scheme {
  readonly name: string;
  readonly carrier: Carrier;
}

/** Schemes that are needed together, each with the scopes that its credential must carry. */
export type Requirement = readonly {
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
}[];

export function compileSchemes(
  documents: Documents,
  complaints: Complaint[],
): ReadonlyMap<string, Scheme> {
  const schemes = new Map<string, Scheme>();
  const declared = documents.child(documents.root, 'components', 'securitySchemes');
  if (!declared || !isJsonObject(declared.value)) return schemes;
  for (const name of Object.keys(declared.value)) {
    const part = documents.child(declared, name);
    const carrier = part && compileCarrier(part.value);
    if (carrier) schemes.set(name, { name, carrier });
    else
      complaints.push(
        documents.complain(
          part ?? declared,
          `the security scheme "${name}" has no type that is known`,
        ),
      );
  }
  return schemes;
}

/** The alternatives of an operation: one fully satisfied is enough. None means that it is open. */
export function compileSecurity(
  documents: Documents,
  operation: Part,
  schemes: ReadonlyMap<string, Scheme>,
  complaints: Complaint[],
): readonly Requirement[] {
  const own = documents.child(operation, 'security');
  const security = own ?? documents.child(documents.root, 'security');
  if (!security || !Array.isArray(security.value)) return [];
  return security.value.map((alternative: JsonValue, index) => {
    if (!isJsonObject(alternative)) return [];
    return Object.entries(alternative).flatMap(([name, scopes]) => {
      const scheme = schemes.get(name);
      if (!scheme) {
        const at = { uri: security.uri, pointer: `${security.pointer}/${index}` };
        complaints.push(documents.complain(at, `the security scheme "${name}" is not declared`));
        return [];
      }
      return [{ scheme, scopes: Array.isArray(scopes) ? scopes.map(textOf) : [] }];
    });
  });
}

function compileCarrier(scheme: JsonValue): Carrier | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const { type, in: place, name } = scheme;
  if (type === 'apiKey' && typeof name === 'string') {
    if (place === 'header') return { kind: place, name, field: name.toLowerCase() };
    if (place === 'query' || place === 'cookie') return { kind: place, name };
  }
  if (type === 'http' && typeof scheme['scheme'] === 'string') {
    return { kind: 'authorization', scheme: scheme['scheme'].toLowerCase() };
  }
  if (type === 'oauth2' || type === 'openIdConnect')
    return { kind: 'authorization', scheme: 'bearer' };
  return undefined;
}
