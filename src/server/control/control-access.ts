import { createAddressRanges } from '../../base/addresses.ts';
import { messageOf } from '../../base/errors.ts';

/** Longer ones leave little room in the head of a request. */
const longestToken = 4096;

/** What keeps a text from being the control token; undefined: nothing. It never quotes the text. */
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

/** A shorter one can be guessed, since nothing limits how often a client tries. */
export const shortestSafeToken = 16;

/** What keeps texts from naming trusted proxies; undefined: nothing. */
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
