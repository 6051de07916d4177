import { isPluralName, isSecretName } from './secret-names.ts';

/** What is shown instead of a secret. */
export const mask = '…';

/**
 * Hides what looks like a secret in any text: tokens, the user of a URL, and values behind a secret's name in
 * a query, a form, JSON, XML or the lines of a header. The time it takes grows with the text and no faster.
 */
export function hideInText(text: string): string {
  let shown = text;
  if (shown.includes('eyJ')) shown = shown.replaceAll(jsonWebToken, mask);
  if (shown.includes('://')) shown = shown.replaceAll(urlUser, `$1${mask}@`);
  if (shown.includes(' ') && /bearer |basic /i.test(shown))
    shown = shown.replaceAll(spokenCredential, `$1 ${mask}`);
  if (shown.includes('=')) shown = hidePairs(shown);
  if (shown.includes('":') || shown.includes('" :')) shown = hideMembers(shown);
  if (shown.includes('</')) shown = hideElements(shown);
  return shown.includes(': ') ? hideLines(shown) : shown;
}

/** Whether a text under a secret's name says nothing: `token=true`, `tokens=12`. */
export function isTelling(name: string, text: string): boolean {
  if (/^(?:true|false|null|none|undefined|)$/i.test(text)) return false;
  return !(isPluralName(name) && /^\d{1,15}$/.test(text));
}

/** Decodes what stands in a query or a form; what is broken stays as it is. */
export function decodeName(text: string): string {
  return decodeText(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The same for a path, where a plus sign is one. */
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

const jsonWebToken = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)*/g;
const urlUser = /(:\/\/)[^\s/?#@"'<>\\]+@/g;
const spokenCredential = /\b(bearer|basic) +(?=[\w.~+/-]*[\d=])[\w.~+/-]{6,}=*/gi;
const pair = /(?<![\w$.%+[\]-])([\w$.%+[\]-]+)( ?= ?)("[^"]*"|'[^']*'|[^\s&;,"'<>]+)/g;
const member = /"((?:[^"\\]|\\.){1,100})"(\s?:\s?)("(?:[^"\\]|\\.)*(?:"|$)|[^\s,}\]"{[]+)/g;
const line = /^([\w.-]+)(: +)(\S.*)$/gm;

function hidePairs(text: string): string {
  return text.replaceAll(pair, (whole, name: string, equals: string, value: string) => {
    const plain = decodeName(name);
    const isSecret = isSecretName(plain) && isTelling(plain, value);
    return isSecret ? name + equals + mask : whole;
  });
}

function hideMembers(text: string): string {
  return text.replaceAll(member, (whole, name: string, colon: string, value: string) => {
    const isText = value.startsWith('"');
    const isSecret = isSecretName(name) && isTelling(name, isText ? value.slice(1, -1) : value);
    return isSecret ? `"${name}"${colon}${isText ? `"${mask}"` : mask}` : whole;
  });
}

function hideLines(text: string): string {
  return text.replaceAll(line, (whole, name: string, colon: string, value: string) =>
    isSecretName(name) && isTelling(name, value) ? name + colon + mask : whole,
  );
}

const markup = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([\w.:-]+)([^<>]*)>|[^<]+|</g;

/** All texts within an element of a secret's name; attributes are pairs. */
function hideElements(text: string): string {
  let depth = 0;
  return text.replaceAll(markup, (piece, slash?: string, name?: string, rest = '') => {
    if (name !== undefined) {
      if (!isSecretName(name)) return piece;
      if (slash === '/') depth = Math.max(0, depth - 1);
      else if (!rest.endsWith('/')) depth += 1;
      return piece;
    }
    return depth > 0 && piece.trim() !== '' ? mask : piece;
  });
}
