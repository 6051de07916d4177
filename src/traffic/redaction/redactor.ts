import type { Violation } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { defineMember, pointerSteps } from '../../json.ts';
import type { BodyPlace } from './body-places.ts';
import {
  isNamedBeside,
  isSecretLeaf,
  isSecretMember,
  placeOfMember,
  topOfBody,
} from './body-places.ts';
import type { Disclosed } from './found-secrets.ts';
import {
  chooseSecretHeaders,
  findInBodies,
  findInHead,
  findInHeaders,
  findInTarget,
  isSecretField,
  isKnownSegment,
  isSecretQuery,
} from './found-secrets.ts';
import { hideQuotes } from './quotes.ts';
import type { Search } from './search.ts';
import { compileSearch, hideCutParts, hideParts } from './search.ts';
import { isSecretName, isTelling, mask } from './secret-names.ts';
import type { Secrets } from './secrets.ts';
import { decodeName, decodeText, hideInText } from './text-secrets.ts';

declare const isRedacted: unique symbol;

/** A text without its secrets; only a redactor makes one, so that the compiler knows what may be kept and shown. */
export type Redacted = string & { readonly [isRedacted]: true };

/** Hides the secrets of one request and its reply in all that is shown of them. */
export interface Redactor {
  /** A message, or any other text. */
  text(text: string): Redacted;
  path(path: string): Redacted;
  /** What follows the `?`. */
  query(query: string): Redacted;
  header(name: string, value: string): Redacted;
  body(body: JsonValue): JsonValue;
  /** Path parameters by name. */
  parameters(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  violation(violation: Violation): Violation & Record<'message' | 'pointer', Redacted>;
}

/** `violations` are those that texts to be shown speak of. */
export function createRedactor(
  disclosed: Disclosed,
  secrets: Secrets,
  violations: readonly Violation[] = [],
): Redactor {
  const { inBodies, isPartial } = findInBodies(disclosed, secrets);
  const inHead = [...findInHead(disclosed, secrets), ...secrets.tokens];
  const search = compileSearch(inHead, inBodies, isPartial);
  return build({ search, secrets, disclosed }, violations);
}

/**
 * For texts that speak of no body, as nearly all lines of a log. Most clients send the same secrets again and
 * again, and to compare them costs less than to get ready to look for them.
 */
export function rememberRedactors(): (disclosed: Disclosed, secrets: Secrets) => Redactor {
  let last: Remembered | undefined;
  return (disclosed, secrets) => {
    const headers = chooseSecretHeaders(disclosed.headers, secrets);
    if (last?.of !== secrets || !isSameList(last.headers, headers)) {
      last = {
        headers,
        of: secrets,
        search: compileSearch([...findInHeaders(headers, secrets), ...secrets.tokens]),
      };
    }
    const inTarget = findInTarget(disclosed, secrets);
    if (inTarget.length === 0) {
      return build({ search: last.search, secrets, disclosed, hasPlainPath: true }, []);
    }
    const search = compileSearch([
      ...inTarget,
      ...findInHeaders(headers, secrets),
      ...secrets.tokens,
    ]);
    return build({ search, secrets, disclosed }, []);
  };
}

interface Remembered {
  readonly of: Secrets;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly search: Search;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}

interface Rules {
  readonly search: Search;
  readonly secrets: Secrets;
  readonly disclosed: Disclosed;
  /** Whether the path has no secret in a place for one. */
  readonly hasPlainPath?: boolean;
}

function build(rules: Rules, violations: readonly Violation[]): Redactor {
  let known: ReadonlyMap<string, string> | undefined;
  const text = (whole: string): Redacted => {
    // Nearly always there is nothing to say of a request.
    if (whole === '') return markRedacted(whole);
    known ??= redactKnownTexts(violations, rules);
    let shown = whole;
    for (const [one, instead] of known) shown = shown.replaceAll(one, instead);
    return markRedacted(hide(shown, rules));
  };
  return {
    text,
    path: (path) => markRedacted(redactPath(path, rules)),
    query: (query) => markRedacted(redactQuery(query, rules)),
    header: (name, value) => markRedacted(redactHeader(name, value, rules)),
    body: (body) => redactBody(body, topOfBody, rules, text),
    parameters: (texts) =>
      Object.fromEntries(
        Object.entries(texts).map(([name, value]) => {
          const isSecret = rules.secrets.parameters.has(name) || isSecretName(name);
          return [name, isSecret || isKnown(value, rules) ? mask : text(value)];
        }),
      ),
    violation: (violation) => redactViolation(violation, rules),
  };
}

/** Texts that others quote whole: on its own a short secret in them is not looked for. */
function redactKnownTexts(
  violations: readonly Violation[],
  rules: Rules,
): ReadonlyMap<string, string> {
  const { path } = rules.disclosed;
  const texts = violations.map(({ message }) => message);
  const shown = violations.map((one): string => redactViolation(one, rules).message);
  return new Map(
    [...texts, path]
      .map((text, at): [string, string] => [text, shown[at] ?? redactPath(path, rules)])
      .filter(([text, instead]) => text !== instead)
      // The longest first: one may hold another.
      .toSorted(([one], [other]) => other.length - one.length),
  );
}

/** The one place that vouches for a text. */
function markRedacted(text: string): Redacted {
  return text as Redacted;
}

/** A whole value that is a secret. */
function isKnown(value: string, { search, secrets, disclosed }: Rules): boolean {
  return search.values.has(value) || secrets.isCredential(value, disclosed.world);
}

function hide(text: string, rules: Rules): string {
  const { search } = rules;
  const isSecret = (value: string): boolean => search.isPartial || isKnown(value, rules);
  const plain = hideQuotes(hideCutParts(text, search), isSecret);
  return hideParts(hideInText(plain, rules.secrets.members), search);
}

function redactPath(path: string, rules: Rules): string {
  const { disclosed, secrets, search } = rules;
  const isOwn = path === disclosed.path;
  if (isOwn && rules.hasPlainPath && !telling.test(path)) return hideParts(path, search);
  const found = secrets.paths.find(path, isOwn ? (disclosed.placeAt ?? 0) : 0);
  // A URL in a path has slashes of its own.
  const segments = hidePathUser(found?.shown ?? path)
    .split('/')
    .map((segment) => redactSegment(segment, rules));
  return hideParts(segments.join('/'), search);
}

/** Without any of these nothing in a path looks like a secret. */
const telling = /[%=:@]|eyJ/;

function hidePathUser(path: string): string {
  return path.includes('://') ? path.replaceAll(/(:\/\/)[^/@]+@/g, `$1${mask}@`) : path;
}

function redactSegment(segment: string, rules: Rules): string {
  if (isKnownSegment(segment, rules.secrets, rules.disclosed.world)) return mask;
  const shown = hideInText(segment, rules.secrets.members);
  if (!segment.includes('%')) return shown;
  const plain = decodeText(segment);
  return hide(plain, rules) === plain ? shown : mask;
}

function redactQuery(query: string, rules: Rules): string {
  if (query === '') return query;
  const pairs = query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const name = decodeName(pair.slice(0, equals));
    const value = decodeName(pair.slice(equals + 1));
    const isNamed = equals !== -1 && isSecretQuery(name, rules.secrets) && isTelling(name, value);
    const isSecret = isNamed || isKnown(value, rules) || hide(value, rules) !== value;
    return isSecret ? maskPair(pair) : hide(pair, rules);
  });
  return pairs.join('&');
}

function redactBody(
  value: JsonValue,
  place: BodyPlace,
  rules: Rules,
  redactText: (text: string) => string,
): JsonValue {
  if (typeof value !== 'object' || value === null) {
    if (isSecretLeaf(value, place, rules.secrets.members)) return mask;
    if (typeof value !== 'string') return value;
    return isKnown(value, rules) ? mask : redactText(value);
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => redactBody(item, place, rules, redactText));
  }
  const shown: Record<string, JsonValue> = {};
  const members = value as JsonObject;
  const isBeside = isNamedBeside(members, rules.secrets.members);
  for (const [name, member] of Object.entries(members)) {
    const below = placeOfMember(place, name, isBeside, rules.secrets.members);
    defineMember(shown, name, redactBody(member, below, rules, redactText));
  }
  return shown;
}

function redactViolation(violation: Violation, rules: Rules): ReturnType<Redactor['violation']> {
  const { message, pointer } = violation;
  const words = isSecretPlace(violation, rules.secrets) ? hideQuotes(message, () => true) : message;
  const isSyntax = violation.in === 'body' && violation.keyword === 'syntax';
  // Of a body that could not be read nobody knows what is a name and what is a value.
  const safe = isSyntax ? words.replaceAll(/"[^"]*"|'[^']*'/g, `"${mask}"`) : words;
  return {
    ...violation,
    pointer: markRedacted(redactPointer(pointer, rules)),
    message: markRedacted(hide(safe, rules)),
  };
}

function redactPointer(pointer: string, { search }: Rules): string {
  return search.parts.reduce((shown, secret) => shown.replaceAll(secret, mask), pointer);
}

function isSecretPlace(violation: Violation, secrets: Secrets): boolean {
  // Items of a list have its name.
  const steps = pointerSteps(violation.pointer).filter((step) => !/^(?:\d+|\*)$/.test(step));
  const [first = ''] = steps;
  const isNamed = steps.some((step, at) =>
    isSecretMember(step, steps[at - 1] ?? '', secrets.members),
  );
  switch (violation.in) {
    case 'header':
      return isSecretField(first.toLowerCase(), secrets);
    case 'cookie':
      return true;
    case 'query':
      return secrets.queries.has(first) || isNamed;
    case 'path':
      return secrets.parameters.has(first) || isNamed;
    case 'body':
      return isNamed;
  }
}

/** Of a header with a secret it still tells that there is one. */
function redactHeader(name: string, value: string, rules: Rules): string {
  const { secrets, disclosed } = rules;
  const field = name.toLowerCase();
  if (!isSecretField(field, secrets) || !isTelling(field, value)) {
    return secrets.isCredential(value, disclosed.world) ? mask : hide(value, rules);
  }
  if (field === 'cookie') return value.split(';').map(maskPair).join(';');
  if (field === 'set-cookie') return maskSetCookie(value);
  if (!field.endsWith('authorization')) return mask;
  const [word = '', ...rest] = value.trim().split(' ');
  return rest.length > 0 && secrets.words.has(word.toLowerCase()) ? `${word} ${mask}` : mask;
}

function maskPair(pair: string): string {
  const equals = pair.indexOf('=');
  return equals === -1 ? mask : `${pair.slice(0, equals)}=${mask}`;
}

/** What stands behind the first pair says how a cookie is kept, and is no secret. */
function maskSetCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [maskPair(pair), ...attributes].join(';');
}
