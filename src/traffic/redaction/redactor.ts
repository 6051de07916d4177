import type { Violation } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { defineMember, pointerSteps, stepDown, textOf } from '../../base/json.ts';
import type { BodyPlace } from './found/body-places.ts';
import {
  hasSecretNames,
  hideSteps,
  isSecretLeaf,
  isSecretPointer,
  isSecretStep,
  placeNamedIn,
  placeOfItem,
  placeOfMember,
  pointersIn,
  topOfBody,
} from './found/body-places.ts';
import type { Disclosed } from './found/found-secrets.ts';
import {
  chooseSecretHeaders,
  findInBodies,
  findInHead,
  findInHeaders,
  findInTarget,
  isSecretField,
} from './found/found-secrets.ts';
import { isSecretName, mask } from './found/secret-names.ts';
import type { Secrets } from './found/secrets.ts';
import { hideInText } from './found/text-secrets.ts';
import type { RedactionRules } from './rules.ts';
import {
  createRules,
  hide,
  isKnown,
  hideQuotes,
  mayTell,
  redactHeader,
  redactPath,
  redactQuery,
} from './rules.ts';
import type { SecretSearch } from './search.ts';
import { compileSearch, hideParts } from './search.ts';

declare const isRedacted: unique symbol;

/** A text without its secrets. Only a redactor makes one: so the compiler checks what is shown. */
export type Redacted = string & { readonly [isRedacted]: true };

/** Hides the secrets of one request and its reply in everything that is shown of them. */
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

/** `violations` are those that the shown texts quote. */
export function createRedactor(
  disclosed: Disclosed,
  secrets: Secrets,
  violations: readonly Violation[] = [],
): Redactor {
  const { inBodies, isPartial } = findInBodies(disclosed, secrets);
  const search = compileSearch(findInHead(disclosed, secrets), inBodies, isPartial);
  return build(createRules(search, secrets, disclosed), violations);
}

/**
 * Makes redactors for texts that quote no body, such as nearly all log lines. Most clients send the
 * same secrets again and again. Comparing headers costs less than compiling a search, so the last
 * search is kept.
 */
export function rememberRedactors(): (disclosed: Disclosed, secrets: Secrets) => Redactor {
  const findSearch = rememberSearch();
  return (disclosed, secrets) => {
    const inTarget = findInTarget(disclosed, secrets);
    if (inTarget.length === 0) {
      return build(createRules(findSearch(disclosed, secrets), secrets, disclosed, true), []);
    }
    const headers = chooseSecretHeaders(disclosed.headers, secrets);
    const search = compileSearch([...inTarget, ...findInHeaders(headers, secrets)]);
    return build(createRules(search, secrets, disclosed), []);
  };
}

/**
 * Redacts paths for log lines that say nothing else of a request, which are most of them. Where the
 * operation has no secrets in its path, and no character of the path tells of one, this looks only
 * for known credentials and for the secrets of headers.
 */
export function rememberPaths(): (disclosed: Disclosed, secrets: Secrets) => Redacted {
  const findSearch = rememberSearch();
  const findRedactor = rememberRedactors();
  return (disclosed, secrets) => {
    const { path, query, operation } = disclosed;
    const isPlain = query === '' && secrets.paths.isPlain(operation) && !mayTell(path);
    if (!isPlain) return findRedactor(disclosed, secrets).path(path);
    return markRedacted(hideParts(secrets.known.hideIn(path), findSearch(disclosed, secrets)));
  };
}

/** Compiles the search for the secrets of headers. Equal headers use the last search again. */
function rememberSearch(): (disclosed: Disclosed, secrets: Secrets) => SecretSearch {
  let last: Remembered | undefined;
  return (disclosed, secrets) => {
    const headers = chooseSecretHeaders(disclosed.headers, secrets);
    if (last?.of !== secrets || !isSameList(last.headers, headers)) {
      last = { headers, of: secrets, search: compileSearch(findInHeaders(headers, secrets)) };
    }
    return last.search;
  };
}

interface Remembered {
  readonly of: Secrets;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly search: SecretSearch;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

function build(rules: RedactionRules, violations: readonly Violation[]): Redactor {
  let known: ReadonlyMap<string, string> | undefined;
  const text = (whole: string): Redacted => {
    // Most requests have no reason to show, so this text is often empty.
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

/**
 * Texts that messages quote whole, with their redacted forms. A search for secrets does not find
 * the short ones in them.
 */
function redactKnownTexts(
  violations: readonly Violation[],
  rules: RedactionRules,
): ReadonlyMap<string, string> {
  const { path } = rules.disclosed;
  const texts = violations.flatMap((violation): readonly [string, string][] => {
    const shown = redactViolation(violation, rules);
    return [
      [violation.message, shown.message],
      [violation.pointer, shown.pointer],
    ];
  });
  return new Map(
    [...texts, [path, redactPath(path, rules)] as const]
      .filter(([text, instead]) => text !== instead)
      // The longest first: one may hold another.
      .toSorted(([one], [other]) => other.length - one.length),
  );
}

/** The only place that makes a text `Redacted`. */
function markRedacted(text: string): Redacted {
  return text as Redacted;
}

function redactBody(
  value: JsonValue,
  place: BodyPlace,
  rules: RedactionRules,
  redactText: (text: string) => string,
): JsonValue {
  if (typeof value !== 'object' || value === null) {
    if (isSecretLeaf(value, place, rules.secrets.members)) return mask;
    if (typeof value === 'string') return isKnown(value, rules) ? mask : redactText(value);
    return rules.secrets.known.has(textOf(value)) ? mask : value;
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue) => redactBody(item, placeOfItem(place), rules, redactText));
  }
  const shown: Record<string, JsonValue> = {};
  const members = value as JsonObject;
  const named = placeNamedIn(members, rules.secrets.members);
  const isBelow = hasSecretNames(place, rules.members);
  const redactName = createNames(members, shown, rules, isBelow);
  const pointers = pointersIn(members);
  for (const [name, sent] of Object.entries(members)) {
    const pointer = pointers.find(([one]) => one === name)?.[1];
    const member = pointer === undefined ? sent : hideSteps(pointer, rules.members, rules.names);
    const below = placeOfMember(place, name, named, rules.secrets.members);
    defineMember(shown, redactName(name), redactBody(member, below, rules, redactText));
  }
  return shown;
}

/**
 * A client may send as a name what it also sends as a value. Names that look the same once they are
 * hidden get a number.
 */
function createNames(
  members: JsonObject,
  shown: JsonObject,
  rules: RedactionRules,
  isBelow: boolean,
): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const isSecret = isBelow && isSecretStep(name, rules.names);
    const masked = isSecret ? mask : hideInText(name, rules);
    if (masked === name) return name;
    let numbered = masked;
    let count = counts.get(masked) ?? 0;
    do {
      count += 1;
      numbered = count === 1 ? masked : `${masked} (${count})`;
    } while (Object.hasOwn(members, numbered) || Object.hasOwn(shown, numbered));
    counts.set(masked, count);
    return numbered;
  };
}

function redactViolation(
  violation: Violation,
  rules: RedactionRules,
): ReturnType<Redactor['violation']> {
  const { message, pointer } = violation;
  const words = isSecretPlace(violation, rules.secrets) ? hideQuotes(message, () => true) : message;
  const isSyntax = violation.in === 'body' && violation.keyword === 'syntax';
  // In a body that could not be parsed, names and values cannot be told apart.
  const safe = isSyntax ? words.replaceAll(/"[^"]*"|'[^']*'/g, `"${mask}"`) : words;
  return {
    ...violation,
    pointer: markRedacted(redactPointer(pointer, rules)),
    message: markRedacted(hide(safe, rules)),
  };
}

function redactPointer(whole: string, rules: RedactionRules): string {
  const pointer = hideSteps(whole, rules.members, rules.names);
  const steps = pointerSteps(pointer).map((step) => [step, hideInText(step, rules)] as const);
  return steps.some(([step, shown]) => step !== shown)
    ? steps.reduce((above, [, shown]) => stepDown(above, shown), '')
    : pointer;
}

function isSecretPlace(violation: Violation, secrets: Secrets): boolean {
  const { pointer } = violation;
  const [first = ''] = pointerSteps(pointer);
  const isNamed = isSecretPointer(pointer, secrets.members);
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
