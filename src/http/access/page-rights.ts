import { hostOf, isLoopbackName, isPrivateAddress } from '../../base/addresses.ts';
import type { AllowedOrigins, PageOrigin } from '../../base/origins.ts';
import { isServedAt, isWeb, readOrigin } from '../../base/origins.ts';

/** What the page that sends a request may do: one row of the table in docs/browsers.md. */
export interface PageRights {
  /** Whether it may read the replies to its requests, also to those with cookies or credentials. */
  readonly reads: 'no' | 'as-any-page' | 'without-credentials' | 'with-credentials';
  /** Whether it may call from a public network into a private one. */
  readonly hasPrivateNetwork: boolean;
  /** Whether it may send more than GET, HEAD and OPTIONS, and gets answers to its preflights. */
  readonly writes: boolean;
}

/** The headers of a request that tell which page sends it. */
export interface PageHeaders {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  readonly site: string | undefined;
}

/** For servers, command lines, images and links: no page reads the reply. */
export const noPage: PageRights = { reads: 'no', hasPrivateNetwork: false, writes: true };

const foreign: PageRights = { reads: 'no', hasPrivateNetwork: false, writes: false };

const trusted: PageRights = { reads: 'with-credentials', hasPrivateNetwork: true, writes: true };

/** For a page from another machine of the local network. */
const neighbour: PageRights = { ...trusted, reads: 'without-credentials' };

/** With `--cors-origin '*'`. */
const anyPage: PageRights = { reads: 'as-any-page', hasPrivateNetwork: false, writes: true };

/** With `--cors-origin null`. */
const nullPage: PageRights = { ...anyPage, reads: 'without-credentials' };

/** Finds the rights of a page from its origin, the server's name and the configured origins. */
export function findPageRights(page: PageHeaders, allowed: AllowedOrigins): PageRights {
  const { origin: text, site } = page;
  // No page can set this header. A development proxy may change `Host`, but passes this one on.
  const isSameOrigin = site === 'same-origin';
  if (text === undefined) {
    return site === 'cross-site' ? foreignIn(allowed) : noPage;
  }
  // A page that hides its origin (by a referrer policy) needs no CORS headers to read its own
  // server. With CORS headers a sandboxed frame, whose origin is also null, could read the reply
  // from a cache.
  if (text === 'null' && isSameOrigin) return noPage;
  if (isSameOrigin) return trusted;
  const origin = readOrigin(text);
  if (origin && (isTrusted(origin, page) || allowed.includes(origin))) return trusted;
  if (origin && isWeb(origin) && isPrivateAddress(origin.host)) return neighbour;
  const isNull = text === 'null' || origin?.scheme === 'file';
  return isNull && allowed.hasNull ? nullPage : foreignIn(allowed);
}

function isTrusted(origin: PageOrigin, { host = '' }: PageHeaders): boolean {
  if (isServedAt(origin, host)) return true;
  // The same machine serves the page, on another port.
  if (isPrivateAddress(origin.host) && isWeb(origin)) return origin.host === hostOf(host);
  if (isExtension(origin) || notOfApps.has(origin.scheme)) return false;
  return isLoopbackName(origin.host) || !isWeb(origin);
}

/** Schemes of files and peer-to-peer networks: some browsers show pages of any author in them. */
const notOfApps: ReadonlySet<string> = new Set(
  'file content ipfs ipns ipld hyper dat ssb bzz bzz-raw web3 ens ar bittorrent bt magnet gemini gopher i2p freenet zeronet hns swarm'.split(
    ' ',
  ),
);

/** Extensions are not apps: an extension of a browser runs beside the pages of all sites. */
function isExtension({ scheme }: PageOrigin): boolean {
  return scheme === 'extension' || scheme.endsWith('-extension');
}

function foreignIn({ hasAny }: AllowedOrigins): PageRights {
  return hasAny ? anyPage : foreign;
}
