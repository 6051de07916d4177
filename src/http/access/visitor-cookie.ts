import type { IncomingHttpHeaders } from 'node:http';

import { hostOf } from '../../base/addresses.ts';
import { splitCookies } from '../../base/cookies.ts';

/** The cookie by which a browser is known where each has a world of its own. */
const plainName = 'stuntdouble_visitor';

/** Only the host itself can set this one, and only by https: no other can give a visitor its own id. */
const hostName = `__Host-${plainName}`;

/** The names under which cookies may hold the id of a visitor. */
export const visitorCookies: readonly string[] = [plainName, hostName];

/** The id of a visitor: 128 random bits. */
const idForm = /^[\w-]{22}$/;

/**
 * The id that a browser sends; undefined: it sends none that can be one. The server keeps no list of
 * those it has made: it is enough that no other client can guess one.
 */
export function readVisitor(headers: IncomingHttpHeaders): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined || !cookie.includes(plainName)) return undefined;
  const wanted = cameByHttps(headers) ? hostName : plainName;
  const found = splitCookies(cookie).find(({ name }) => name === wanted)?.value;
  return found !== undefined && idForm.test(found) ? found : undefined;
}

/** The Set-Cookie header that gives a browser an id, until it is closed. */
export function writeVisitor(id: string, headers: IncomingHttpHeaders): string {
  const isSecure = cameByHttps(headers);
  const attributes = isFromOtherSite(headers)
    ? // Browsers take it only with `Secure`, and by http only from this machine.
      ['SameSite=None', 'Secure', 'Partitioned']
    : ['SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  const pair = `${isSecure ? hostName : plainName}=${id}`;
  return [pair, 'Path=/', 'HttpOnly', ...attributes].join('; ');
}

/** Whether a browser certainly keeps the cookie of the reply: the page is of this server. */
export function keepsCookies({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site === 'same-origin' || site === 'none';
}

/** Whether the browser shows the reply as a page, or in a frame of one. */
export function loadsDocument({ 'sec-fetch-dest': destination }: IncomingHttpHeaders): boolean {
  return typeof destination === 'string' && documents.has(destination);
}

const documents: ReadonlySet<string> = new Set(
  'document iframe frame fencedframe embed object'.split(' '),
);

/** Older browsers tell of no site, but of the origin of the page. */
function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (typeof site === 'string') return site === 'cross-site' && !isOpened(headers);
  const [, page] = /^https?:\/\/(.+)$/.exec(origin ?? '') ?? [];
  return page !== undefined && hostOf(page) !== hostOf(host ?? '');
}

/** Whether the user goes on to this server, such as by a link: the site in the address bar is its own. */
function isOpened(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** The server itself speaks HTTP: a proxy in front of it tells of https. */
function cameByHttps(headers: IncomingHttpHeaders): boolean {
  const { 'x-forwarded-proto': scheme, forwarded } = headers;
  if (scheme !== undefined) return /^\s*https\b/i.test(String(scheme));
  return /(?:^|[;,\s])proto="?https\b/i.test(forwarded ?? '');
}
