import type { DeclaredNames } from './body-places.ts';
import { hideMembers, unescapeJson } from './json-secrets.ts';
import { isSecretName, isSecretPair, isTelling, mask } from './secret-names.ts';
import { hideUrlUsers, mayHaveUser } from './url-secrets.ts';

/** Quotations that are nested deeper are not searched. */
const deepest = 3;

/** What the contract and the request tell about secrets in a text. */
export interface TextRules {
  /** Body members that the contract declares as secrets. */
  readonly members: ReadonlySet<string>;
  /** Names of all body members that the contract declares. */
  readonly names: DeclaredNames;
  hideKnown(this: void, text: string): string;
}

const noRules: TextRules = {
  members: new Set(),
  names: undefined,
  hideKnown: (text) => text,
};

/**
 * Hides what looks like a secret in any text: tokens, the user of a URL, and values after a
 * secret's name in a query, a form, JSON, XML or header lines. Finds them in quoted and
 * percent-encoded text, too. The time grows only linearly with the length of the text.
 */
export function hideInText(text: string, rules: TextRules = noRules, depth = 0): string {
  let shown = text;
  const isDeep = depth >= deepest;
  if (!isDeep && /[\\…]/.test(shown)) shown = hideQuoted(shown, rules, depth);
  if (mayHaveUser.test(shown)) shown = hideUrlUsers(shown);
  if (!isDeep && shown.includes('%')) shown = hideEncoded(shown, rules, depth);
  if (shown.includes('eyJ')) shown = shown.replaceAll(jsonWebToken, mask);
  if (shown.includes(' ') && /bearer |basic /i.test(shown))
    shown = shown.replaceAll(spokenCredential, `$1 ${mask}`);
  if (shown.includes('=')) shown = hideValues(shown, pairs);
  if (/[:>] ?["']/.test(shown)) shown = hideValues(shown, literals);
  if (/" ?:/.test(shown)) shown = hideMembers(shown, rules);
  if (/<[/a-z]/i.test(shown)) shown = hideElements(shown);
  if (shown.includes(': ')) shown = hideLines(shown);
  return rules.hideKnown(shown);
}

/** A value that a message quotes as JSON, with escapes; `…` ends it where the message cut it. */
const quoted = /"((?:[^"\\…]|\\[^…]|…(?="))*)("|\\?…|\\?$)/g;

function hideQuoted(text: string, rules: TextRules, depth: number): string {
  if (/^[^"]*\\"/.test(text)) {
    // The text comes from inside a quotation, without its outer quotation marks.
    const plain = unescapeJson(text);
    const shown = hideInText(plain, rules, depth + 1);
    if (shown !== plain) return JSON.stringify(shown).slice(1, -1);
  }
  return text.replaceAll(quoted, (whole, inner: string, end: string) => {
    const isCut = end.endsWith(mask);
    if (!isCut && !inner.includes('\\')) return whole;
    const plain = unescapeJson(inner) + (isCut ? mask : '');
    const shown = hideInText(plain, rules, depth + 1);
    return shown === plain ? whole : JSON.stringify(shown).slice(0, -1) + (isCut ? '' : end);
  });
}

/** A run of characters without separators; percent-encoding can hide separators in it. */
const unbroken = /[^\s"'<>&=?;#,]+/g;

function hideEncoded(text: string, rules: TextRules, depth: number): string {
  return text.replaceAll(unbroken, (whole) => {
    if (!whole.includes('%')) return whole;
    const plain = decodeName(whole.replace(halfEscape, mask));
    return plain === whole || hideInText(plain, rules, depth + 1) === plain ? whole : mask;
  });
}

/** An escape that a message has cut. */
const halfEscape = /%[\da-f]?…/i;

/** Decodes a name or a value of a query or a form. Broken escapes stay as they are. */
export function decodeName(text: string): string {
  return decodeText(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The same for a path, where a plus sign is no space. */
export function decodeText(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

// These also match a text that a message has cut.
const jsonWebToken = /(?<![\w-])eyJ[\w-]{5,}(?:\.[\w-]+(?:\.[\w-]*)*…?|…)/g;
const spokenCredential = /\b(bearer|basic) +(?=[\w.~+/-]*[\d=…]|[\w.~+/-]{20})[\w.~+/-]{6,}=*…?/gi;
const line = /^([ \t]*(?:- +)?[\w.-]+)(: +)(\S.*)$/gm;
const quotedLine = /(?<=")([\w.-]+)(: +)([^"\n]+)/g;

/** How a text writes a value after its name. */
interface TextNotation {
  readonly name: RegExp;
  readonly value: RegExp;
  readonly isSecret: (name: string) => boolean;
}

/** Queries, forms and settings of all kinds: `name=value`. */
const pairs: TextNotation = {
  name: /(?<![\w$.%+[\]-])([\w$.%+[\]-]+) ?= ?/g,
  value: /"[^"]*"|'[^']*'|[^\s&;,"'<>]+/y,
  isSecret: isSecretPair,
};
/** GraphQL arguments, YAML and literals of programs, where names need no quotation marks. */
const literals: TextNotation = {
  name: /(?<![\w$.%"'-])'?([\w$-]+)'? ?(?::|=>) ?(?=["'])/g,
  value: /""".*?(?:"""|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/sy,
  isSecret: isSecretName,
};

/** Hides users and values after a secret's name, but only in the URLs of a text. */
export function hideInUrls(text: string): string {
  const shown = mayHaveUser.test(text) ? hideUrlUsers(text) : text;
  return shown.replaceAll(/[^\s"'<>]+/g, (whole) =>
    /:\/|\?/.test(whole) ? hideValues(whole, pairs) : whole,
  );
}

function hideValues(text: string, notation: TextNotation): string {
  let shown = '';
  let done = 0;
  for (const { start, end } of findValues(text, notation)) {
    shown += text.slice(done, start) + mask;
    done = end;
  }
  return shown + text.slice(done);
}

/** The values that follow a secret's name in a text, as written there. */
export function valuesInPairs(text: string): readonly string[] {
  return text.includes('=')
    ? Array.from(findValues(text, pairs), ({ start, end }) => text.slice(start, end))
    : [];
}

/** A value that is not hidden may hold pairs of its own, such as an address with a query. */
function* findValues(
  text: string,
  { name: names, value: values, isSecret }: TextNotation,
): Generator<{ readonly start: number; readonly end: number }> {
  let done = 0;
  for (const found of text.matchAll(names)) {
    const [whole] = found;
    const name = decodeName(found[1] ?? '');
    if (found.index < done || !isSecret(name)) continue;
    const start = found.index + whole.length;
    values.lastIndex = start;
    const [value = ''] = values.exec(text) ?? [];
    if (!isTelling(name, value)) continue;
    done = start + value.length;
    yield { start, end: done };
  }
}

function hideLines(text: string): string {
  return text.replaceAll(line, hideLine).replaceAll(quotedLine, hideLine);
}

function hideLine(whole: string, name: string, colon: string, value: string): string {
  return isSecretName(name) && isTelling(name, value) ? name + colon + mask : whole;
}

/** The lookahead makes the pattern take a name whole: without it, long texts take too long. */
const markup = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([\w.:-]+)(?![\w.:-])([^<>]*)>|[^<]+|</g;

/** The attribute that says what an element is for. */
const attribute = /\s(?:name|key)\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
/** The attribute with the value, where the value is not the text of the element. */
const ownValue = /(\s(?:value|content)\s*=\s*)(?:"[^"]*"|'[^']*')/i;
/** These elements have no text and no end tag. */
const empty = new Set(['input', 'meta']);

/** Hides all texts within an element whose tag, `name` or `key` names a secret. */
function hideElements(text: string): string {
  let depth = 0;
  let named: { readonly name: string; depth: number } | undefined;
  return text.replaceAll(markup, (piece, slash?: string, name?: string, rest = '') => {
    if (name === undefined) {
      return (depth > 0 || named) && piece.trim() !== '' ? mask : piece;
    }
    const change = changeOfDepth(slash, rest);
    if (isSecretName(name)) depth = Math.max(0, depth + change);
    if (named) {
      if (named.name === name) named.depth += change;
      if (named.depth === 0) named = undefined;
    } else if (slash === '' && isNamedSecret(rest)) {
      if (ownValue.test(rest)) return piece.replace(ownValue, `$1"${mask}"`);
      if (change === 1 && !empty.has(name.toLowerCase())) named = { name, depth: 1 };
    }
    return piece;
  });
}

function changeOfDepth(slash: string | undefined, rest: string): number {
  if (slash === '/') return -1;
  return rest.endsWith('/') ? 0 : 1;
}

function isNamedSecret(attributes: string): boolean {
  if (!attributes.includes('=')) return false;
  const [, one, other = ''] = attribute.exec(attributes) ?? [];
  return isSecretName(one ?? other);
}
