import { findInPath, isSecretField, isSecretQuery } from './found/found-secrets.ts';
import { isTelling, mask } from './found/secret-names.ts';
import { decodeName, decodeText, hideInText } from './found/text-secrets.ts';
import { hideAddressUser, hideTargetUser, hideUrlUsers } from './found/url-secrets.ts';
import type { RedactionRules } from './rules.ts';
import { hide, isKnown } from './rules.ts';

export function redactPath(path: string, rules: RedactionRules): string {
  const { disclosed, secrets } = rules;
  const isOwn = path === disclosed.path;
  if (isOwn && rules.hasPlainPath && !mayTell(path)) return rules.hideKnown(path);
  const found = isOwn ? findInPath(disclosed, secrets) : secrets.paths.find(path, 0);
  // A URL in a path has slashes of its own.
  const segments = hideUrlUsers(hideTargetUser(found?.shown ?? path))
    .split('/')
    .map((segment) => redactSegment(segment, rules));
  const shown = rules.hideKnown(segments.join('/'));
  // One that has slashes may be escaped in part.
  const plain = decodeText(shown);
  const hidden = rules.hideKnown(plain);
  return hidden === plain ? shown : hidden;
}

/** Without any of these nothing in a path looks like a secret. */
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

/** Of a header with a secret it still tells that there is one. */
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

/** What stands behind the first pair says how a cookie is kept, and is no secret. */
function maskSetCookie(value: string, rules: RedactionRules): string {
  const [pair = '', ...attributes] = value.split(';');
  return [maskPair(pair, rules), ...attributes.map((one) => hideInText(one, rules))].join(';');
}
