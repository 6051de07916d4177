import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Part } from './documents.ts';
import type { Workshop } from './workshop.ts';

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

export function compileSchemes(workshop: Workshop): ReadonlyMap<string, Scheme> {
  const { documents, root } = workshop;
  const schemes = new Map<string, Scheme>();
  const declared = documents.child(root, 'components', 'securitySchemes');
  if (!declared || !isJsonObject(declared.value)) return schemes;
  for (const name of Object.keys(declared.value)) {
    const part = documents.child(declared, name);
    const carrier = part && compileCarrier(part.value);
    if (carrier) schemes.set(name, { name, carrier });
    else {
      const message = `the security scheme "${name}" has no type that is known`;
      workshop.complain(documents.at(declared, name) ?? declared, message);
    }
  }
  return schemes;
}

/** The alternatives of an operation: one fully satisfied is enough. None means that it is open. */
export function compileSecurity(
  workshop: Workshop,
  operation: Part,
  schemes: ReadonlyMap<string, Scheme>,
): readonly Requirement[] {
  const { documents, root } = workshop;
  const own = documents.child(operation, 'security');
  const security = own ?? documents.child(root, 'security');
  if (!security) return [];
  if (!Array.isArray(security.value)) {
    workshop.complain(security, '"security" must be a list of alternatives');
    return [];
  }
  return security.value.map((alternative: JsonValue, index) => {
    const place = { uri: security.uri, pointer: `${security.pointer}/${index}` };
    if (isJsonObject(alternative)) return compileRequirement(workshop, place, alternative, schemes);
    workshop.complain(place, 'an alternative must be an object: schemes and their scopes');
    return [];
  });
}

function compileRequirement(
  workshop: Workshop,
  place: Pick<Part, 'uri' | 'pointer'>,
  alternative: JsonObject,
  schemes: ReadonlyMap<string, Scheme>,
): Requirement {
  return Object.entries(alternative).flatMap(([name, scopes]) => {
    const scheme = schemes.get(name);
    if (scheme && Array.isArray(scopes)) return [{ scheme, scopes: scopes.map(textOf) }];
    const message = scheme
      ? `the scopes of "${name}" must be a list`
      : `the security scheme "${name}" is not declared`;
    workshop.complain(place, message);
    return [];
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
  if (type === 'oauth2' || type === 'openIdConnect') {
    return { kind: 'authorization', scheme: 'bearer' };
  }
  return undefined;
}
