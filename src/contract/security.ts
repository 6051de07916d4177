import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, textOf } from '../base/json.ts';
import { suggestNames } from '../base/nearest.ts';
import type { CompileContext } from './compile-context.ts';
import type { Part } from './load/documents.ts';

/** Which part of a request carries a scheme's credential. */
export type Carrier =
  | { readonly kind: 'header'; readonly name: string; readonly field: string }
  | { readonly kind: 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string }
  /** The connection itself, as with client certificates. The server sees nothing of it. */
  | { readonly kind: 'connection' };

export interface Scheme {
  readonly name: string;
  readonly carrier: Carrier;
}

/** Schemes that a request needs together, each with the scopes that its credential needs. */
export type Requirement = readonly {
  readonly scheme: Scheme;
  readonly scopes: readonly string[];
}[];

export function compileSchemes(context: CompileContext): ReadonlyMap<string, Scheme> {
  const { documents, root } = context;
  const schemes = new Map<string, Scheme>();
  const declared = documents.child(root, 'components', 'securitySchemes');
  if (!declared || !isJsonObject(declared.value)) return schemes;
  for (const name of Object.keys(declared.value)) {
    const part = documents.child(declared, name);
    const carrier = part ? compileCarrier(part.value) : 'is not there';
    if (typeof carrier !== 'string') schemes.set(name, { name, carrier });
    else {
      const place = documents.at(declared, name) ?? declared;
      context.tolerate(
        place,
        `the security scheme "${name}" is passed over, and so not asked for: it ${carrier}`,
      );
    }
  }
  return schemes;
}

/** The alternatives of an operation: a request must satisfy one. Without any, it is open. */
export interface Security {
  readonly security: readonly Requirement[];
  /** The place of each alternative. */
  readonly securityPlaces: readonly CredentialPlace[];
}

type CredentialPlace = Pick<Part, 'uri' | 'pointer'>;

interface SecurityAlternative {
  readonly place: CredentialPlace;
  readonly requirement: Requirement;
  /** The names of its schemes, also those that are unknown or not valid. */
  readonly names: readonly string[];
}

export function compileSecurity(
  context: CompileContext,
  operation: Part,
  schemes: ReadonlyMap<string, Scheme>,
): Security {
  const all = compileAlternatives(context, operation, schemes).flatMap((one) =>
    splitHeader(context, one),
  );
  // The server can't check such an alternative, so every request would satisfy it. It is dropped if
  // another alternative has a scheme that the server can check.
  const left = all.some(({ requirement }) => requirement.some(canBeChecked))
    ? all.filter(({ requirement, names }) => names.length > 0 && !requirement.some(canBeChecked))
    : [];
  for (const { place, names } of left) {
    const quoted = names.map((name) => `"${name}"`).join(', ');
    context.warn(
      place,
      `nothing of this alternative can be checked (${quoted}), so that no client gets in by it: one of the others is asked for`,
    );
  }
  const kept = all.filter((alternative) => !left.includes(alternative));
  return {
    security: kept.map(({ requirement }) => requirement),
    securityPlaces: kept.map(({ place }) => place),
  };
}

/** One `Authorization` header can't hold two kinds of credentials: either of them is enough. */
function splitHeader(
  context: CompileContext,
  alternative: SecurityAlternative,
): readonly SecurityAlternative[] {
  const { place, requirement } = alternative;
  const kinds = [...new Set(requirement.flatMap((one) => kindOf(one) ?? []))];
  if (kinds.length < 2) return [alternative];
  const named = requirement.filter((one) => kindOf(one) !== undefined);
  const quoted = named.map(({ scheme }) => `"${scheme.name}"`).join(' and ');
  context.warn(
    place,
    `no request can send ${quoted} in one Authorization header: either is enough`,
  );
  return kinds.map((kind) => ({
    ...alternative,
    requirement: requirement.filter((one) => [undefined, kind].includes(kindOf(one))),
  }));
}

function kindOf({ scheme: { carrier } }: Requirement[number]): string | undefined {
  return carrier.kind === 'authorization' ? carrier.scheme : undefined;
}

function canBeChecked({ scheme }: Requirement[number]): boolean {
  return scheme.carrier.kind !== 'connection';
}

function compileAlternatives(
  context: CompileContext,
  operation: Part,
  schemes: ReadonlyMap<string, Scheme>,
): readonly SecurityAlternative[] {
  const { documents, root } = context;
  const compile = (place: CredentialPlace, value: JsonObject): SecurityAlternative => ({
    place,
    requirement: compileRequirement(context, place, value, schemes),
    names: Object.keys(value),
  });
  const own = documents.child(operation, 'security');
  if (own?.value === null) context.tolerate(own, alternativesWanted);
  const security = own && own.value !== null ? own : documents.child(root, 'security');
  if (!security) return [];
  if (isJsonObject(security.value)) {
    context.tolerate(security, alternativesWanted);
    return [compile(security, security.value)];
  }
  if (!Array.isArray(security.value)) {
    context.complain(security, alternativesWanted);
    return [];
  }
  return security.value.flatMap((value: JsonValue, index) => {
    const place = { uri: security.uri, pointer: `${security.pointer}/${index}` };
    if (isJsonObject(value)) return [compile(place, value)];
    const message = 'an alternative must be an object: schemes and their scopes';
    if (typeof value === 'string') {
      context.tolerate(place, message);
      return [compile(place, { [value]: [] })];
    }
    context.complain(place, message);
    return [];
  });
}

// Any other value means protection, too: to ignore it would leave the operation open.
const alternativesWanted = '"security" must be a list of alternatives';

function compileRequirement(
  context: CompileContext,
  place: CredentialPlace,
  alternative: JsonObject,
  schemes: ReadonlyMap<string, Scheme>,
): Requirement {
  return Object.entries(alternative).flatMap(([name, scopes]) => {
    if (!Array.isArray(scopes)) {
      context.tolerate(place, `the scopes of "${name}" must be a list`);
    }
    const scheme = schemes.get(name);
    if (scheme) return [{ scheme, scopes: Array.isArray(scopes) ? scopes.map(textOf) : [] }];
    if (!isDeclared(context, name)) {
      const advice = suggestNames(name, [...schemes.keys()]);
      context.tolerate(
        place,
        `the security scheme "${name}" is not declared, and so not asked for: ${advice}`,
      );
    }
    return [];
  });
}

/** A scheme that is declared but not valid is reported at its declaration. */
function isDeclared({ documents, root }: CompileContext, name: string): boolean {
  const declared = documents.child(root, 'components', 'securitySchemes')?.value;
  return isJsonObject(declared) && Object.hasOwn(declared, name);
}

/** The carrier of the credential, or the message that says what is wrong. */
function compileCarrier(scheme: JsonValue): Carrier | string {
  if (!isJsonObject(scheme)) return 'must be an object with a "type"';
  const { type, in: place, name, scheme: method } = scheme;
  if (type === 'apiKey' && typeof name === 'string') return compileKey(place, name);
  if (type === 'oauth2' || type === 'openIdConnect') {
    return { kind: 'authorization', scheme: 'bearer' };
  }
  if (type === 'mutualTLS') return { kind: 'connection' };
  if (type === 'http') {
    return typeof method === 'string' && token.test(method)
      ? { kind: 'authorization', scheme: method.toLowerCase() }
      : 'needs a "scheme", such as bearer or basic';
  }
  return type === 'apiKey'
    ? 'needs the "name" of its header, query parameter or cookie'
    : `has no known type: ${suggestNames(textOf(type ?? null), ['http', 'apiKey', 'oauth2', 'openIdConnect', 'mutualTLS'])}`;
}

/** A token, as names of headers, cookies and schemes must be (RFC 9110, section 5.6.2). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

function compileKey(place: JsonValue | undefined, name: string): Carrier | string {
  if (place === 'query') return { kind: place, name };
  if (place !== 'header' && place !== 'cookie')
    return `has no known "in": ${suggestNames(textOf(place ?? null), ['header', 'query', 'cookie'])}`;
  if (!token.test(name)) return `has a name that no ${place} can have`;
  return place === 'cookie'
    ? { kind: place, name }
    : { kind: place, name, field: name.toLowerCase() };
}
