import type { Disclosed } from './found/found-secrets.ts';
import { findInPath, isSecretField, isSecretQuery } from './found/found-secrets.ts';
import { mask, isTelling } from './found/secret-names.ts';
import type { Secrets } from './found/secrets.ts';
import type { TextRules } from './found/text-secrets.ts';
import { hideInText, decodeName, decodeText } from './found/text-secrets.ts';
import { hideAddressUser, hideTargetUser, hideUrlUsers } from './found/url-secrets.ts';
import type { SecretSearch } from './search.ts';
import { hideCutParts, hideParts } from './search.ts';

/** What to hide of one request and its reply. */
export interface RedactionRules extends TextRules {
  readonly search: SecretSearch;
  readonly secrets: Secrets;
  readonly disclosed: Disclosed;
  /** Whether no path parameter has a secret value. */
  readonly hasPlainPath: boolean;
}

export function createRules(
  search: SecretSearch,
  secrets: Secrets,
  disclosed: Disclosed,
  hasPlainPath = false,
): RedactionRules {
  const { members, names, known } = secrets;
  const hideKnown = (text: string): string =>
    hideParts(known.hideIn(hideCutParts(text, search)), search);
  return { search, secrets, disclosed, hasPlainPath, members, names, hideKnown };
}

/** Whether a whole value is a secret. */
export function isKnown(value: string, { search, secrets }: RedactionRules): boolean {
  return search.values.has(value) || secrets.known.has(value);
}

export function hide(text: string, rules: RedactionRules): string {
  const { search } = rules;
  const isSecret = (value: string): boolean => search.isPartial || isKnown(value, rules);
  const plain = hideQuotes(hideCutParts(text, search), isSecret);
  return hideInText(plain, rules);
}

/** How a message quotes a value of a request. It cuts a long value. */
const quote = /\bthe (string|number) ("(?:[^"\\]|\\.)*(?:"|$)|-?\d[\d.e+-]*)/gi;

/** Hides secrets of any length where a message quotes them. */
export function hideQuotes(text: string, isSecret: (value: string) => boolean): string {
  if (!text.includes('the string "') && !text.includes('the number ')) return text;
  return text.replaceAll(quote, (whole, kind: string, quoted: string) => {
    if (!isSecret(readQuoted(quoted))) return whole;
    return kind === 'string' ? `the string "${mask}"` : `the ${kind} ${mask}`;
  });
}

function readQuoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

export function redactPath(path: string, rules: RedactionRules): string {
  const { disclosed, secrets } = rules;
  const isOwn = path === disclosed.path;
  if (isOwn && rules.hasPlainPath && !mayTell(path)) return rules.hideKnown(path);
  const found = isOwn ? findInPath(disclosed, secrets) : secrets.paths.find(path, 0);
  // A URL in a path has slashes of its own, so its user is hidden before the path is split.
  const segments = hideUrlUsers(hideTargetUser(found?.shown ?? path))
    .split('/')
    .map((segment) => redactSegment(segment, rules));
  const shown = rules.hideKnown(segments.join('/'));
  // A secret with slashes may be escaped in part, so it shows only in the decoded path.
  const plain = decodeText(shown);
  const hidden = rules.hideKnown(plain);
  return hidden === plain ? shown : hidden;
}

/** Without any of these, nothing in a path looks like a secret. */
const telling = /[%=:@]|eyJ/;

export function mayTell(path: string): boolean {
  return telling.test(path);
}

function redactSegment(segment: string, rules: RedactionRules): string {
  const shown = hideInText(segment, rules);
  if (!segment.includes('%')) return shown;
  const plain = decodeText(segment);
  return hide(plain, rules) === plain ? shown : mask;
}

export function redactQuery(query: string, rules: RedactionRules): string {
  if (query === '') return query;
  const pairs = query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const name = decodeName(pair.slice(0, equals));
    const value = decodeName(pair.slice(equals + 1));
    const isNamed = equals !== -1 && isSecretQuery(name, rules.secrets) && isTelling(name, value);
    const isSecret = isNamed || isKnown(value, rules) || hide(value, rules) !== value;
    return isSecret ? maskPair(pair, rules) : hide(pair, rules);
  });
  return pairs.join('&');
}

/** A header with a secret still shows that it was sent. */
export function redactHeader(name: string, value: string, rules: RedactionRules): string {
  const { secrets } = rules;
  const field = name.toLowerCase();
  if (!isSecretField(field, secrets) || !isTelling(field, value)) {
    if (secrets.known.has(value)) return mask;
    return hide(field.endsWith('host') ? hideAddressUser(value) : value, rules);
  }
  if (field === 'cookie') {
    return value
      .split(';')
      .map((pair) => maskPair(pair, rules))
      .join(';');
  }
  if (field === 'set-cookie') return maskSetCookie(value, rules);
  if (!field.endsWith('authorization')) return mask;
  const [word = '', ...rest] = value.trim().split(' ');
  return rest.length > 0 && secrets.words.has(word.toLowerCase()) ? `${word} ${mask}` : mask;
}

function maskPair(pair: string, rules: RedactionRules): string {
  const equals = pair.indexOf('=');
  return equals === -1 ? mask : `${hideInText(pair.slice(0, equals), rules)}=${mask}`;
}

/** The attributes after the first pair say how to store a cookie, and are no secrets. */
function maskSetCookie(value: string, rules: RedactionRules): string {
  const [pair = '', ...attributes] = value.split(';');
  return [maskPair(pair, rules), ...attributes.map((one) => hideInText(one, rules))].join(';');
}
