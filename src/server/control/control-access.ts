import { createAddressRanges } from '../../base/addresses.ts';
import { messageOf, StartError } from '../../base/errors.ts';
import type { Contract } from '../../contract/compile.ts';

/** In characters. A longer token leaves little room in the head of a request. */
const longestToken = 4096;

/** Why a text can't be the control token; undefined if it can. It never quotes the text. */
export function findTokenFault(token: string): string | undefined {
  if (token === '') return 'must not be empty';
  if (token.length > longestToken) return `must not be longer than ${longestToken} characters`;
  const at = token.search(/[^\x20-\x7e]/);
  if (at !== -1) {
    return `can not be sent in a header: character ${at + 1} is not one of printable ASCII`;
  }
  if (token === token.trim()) return undefined;
  return 'can not be sent in a header: it begins or ends with a blank';
}

/** In characters. A client can guess a shorter token: nothing limits how often it tries. */
export const shortestSafeToken = 16;

/** Why texts can't name trusted proxies; undefined if they can. */
export function findProxyFault(ranges: readonly string[]): string | undefined {
  const all = ranges.find((range) => /\/0+$/.test(range));
  try {
    createAddressRanges(ranges);
  } catch (error) {
    return messageOf(error);
  }
  if (all === undefined) return undefined;
  return `${all} holds every address, so that every client could say where it is: name the addresses of your proxies`;
}

/** Why a text can't be the prefix of the control API; undefined if it can. */
export function findPrefixFault(text: string): string | undefined {
  const segments = text.split('/').slice(1);
  const isPath = /^(?:\/[\w.~-]+)+$/.test(text);
  const isRelative = segments.some((segment) => /^\.+$/.test(segment));
  if (isPath && !isRelative && !text.startsWith('/~')) return undefined;
  return `must be a path such as /_mock or /admin/mock, of letters, digits, ".", "_", "~" and "-", and not begin with "/~", which names a world; not "${text}"`;
}

/** Throws if the control API would hide paths of the contract. */
export function assertPrefixIsFree({ operations, documents }: Contract, prefix: string): void {
  const taken = operations.filter(({ path, bases }) =>
    ['', ...bases].some((base) => `${base}${path}/`.startsWith(`${prefix}/`)),
  );
  const [first] = taken;
  if (!first) return;
  const { method, path, part } = first;
  const rest = taken.length > 1 ? ` and ${taken.length - 1} more` : '';
  const message = `${method} ${path}${rest} would be hidden by the control API, which is at ${prefix}: put it elsewhere with --control-prefix (in the library controlPrefix)`;
  throw new StartError([documents.complain(part, message)]);
}
