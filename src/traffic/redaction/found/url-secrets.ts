import { mask } from './secret-names.ts';

/**
 * Hides the name and the password in URLs. People do not always escape a password: it extends to
 * the last `@`, across slashes, question marks and quotation marks within it.
 */
export function hideUrlUsers(text: string): string {
  return text.replaceAll(/\S+/g, (run) =>
    mayHaveUser.test(run) ? run.split(endOfQuotation).map(hideUsers).join('') : run,
  );
}

/** The same for an address or a host, also without a scheme: hides all up to the last `@`. */
export function hideAddressUser(address: string): string {
  const [front = ''] = /^(?:[a-z][a-z0-9+.-]{0,30}:)?\/\//i.exec(address) ?? [];
  const end = address.lastIndexOf('@');
  return end <= front.length ? address : front + mask + address.slice(end);
}

/** The same for a request target: a path, `//host/path` or `host:port`. */
export function hideTargetUser(target: string): string {
  return target.includes('@') ? target.replace(/^(\/\/|(?!\/))[^/]*@/, `$1${mask}@`) : target;
}

/** Whether a text may hold a URL, or a reference without a scheme such as `//user@host`. */
export const mayHaveUser: RegExp = /:\/|\/\/[^\s/]*@/;

const endOfQuotation = /(?<=["'])(?=[,:;}\])])/;

/** A URL may have become a file path, in which two slashes become one. */
const beginning = /:\/\/|\bhttps?:\/(?!\/)|(?<![\w:/])\/\/(?=[^\s/?#"'<>]*@)/g;
const name = /[^/?#@:"'<>\\]*/y;
/** A port: the text before it is a host, and not a user. */
const port = /:\d{0,5}(?:[/?#"'<>,;)…]|$)/y;

function hideUsers(text: string): string {
  const lastAt = text.lastIndexOf('@');
  const lastCut = text.lastIndexOf(mask);
  let shown = '';
  let done = 0;
  for (const found of text.matchAll(beginning)) {
    const start = found.index + found[0].length;
    if (start < done) continue;
    const end = findEnd(text, start, lastAt, lastCut);
    if (end === undefined) continue;
    shown += text.slice(done, start) + mask;
    done = end;
  }
  return shown + text.slice(done);
}

/** The index where name and password end; undefined where there are none. */
function findEnd(text: string, start: number, lastAt: number, lastCut: number): number | undefined {
  name.lastIndex = start;
  const [found = ''] = name.exec(text) ?? [];
  const after = start + found.length;
  if (text.charAt(after) === '@') return found === '' ? undefined : after;
  if (text.charAt(after) !== ':' || found.startsWith('[')) return undefined;
  port.lastIndex = after;
  if (port.test(text)) return undefined;
  if (lastAt > after) return lastAt;
  // A message has cut the URL before the `@`.
  return lastCut > after ? text.indexOf(mask, after) + mask.length : undefined;
}
