import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import { hostOf, isLoopbackName } from '../../base/addresses.ts';
import { ApiError } from '../../base/errors.ts';
import type { AllowedOrigins } from '../../base/origins.ts';
import { readOrigin } from '../../base/origins.ts';
import { corsHeaders, isPreflight } from './cors.ts';
import type { PageHeaders, PageRights } from './page-rights.ts';
import { findPageRights, noPage } from './page-rights.ts';

export interface AccessRules {
  readonly origins: AllowedOrigins;
  /** Whether `--allow-host` names the host. */
  isAllowedHost(this: void, host: string): boolean;
  /** Is called once for each origin whose pages are refused, for a limited number of origins. */
  onRefusedPage(this: void, message: string): void;
}

/** The decision about a request before its road begins. */
export interface Access {
  /** Undefined: the request may go on. */
  readonly refusal: ApiError | undefined;
  readonly rights: PageRights;
  /** The CORS headers of the reply, for the browser of the page. Names and values in turn. */
  readonly headers: readonly string[];
}

/** How requests from pages are treated below a prefix. */
export interface PageRules {
  /** Whether browsers get CORS headers and answers to their preflights. */
  readonly hasCors: boolean;
  /** Whether the writes of foreign pages are refused here; otherwise the road refuses them. */
  readonly refusesForeignPages: boolean;
}

/** `isLocal`: whether the server listens on a loopback address. */
export type DecideAccess = (request: IncomingMessage, rules: PageRules, isLocal: boolean) => Access;

export function createAccess(rules: AccessRules): DecideAccess {
  const findRights = rememberRights(rules.origins);
  const tell = tellOnce(rules.onRefusedPage);
  return (request, { hasCors, refusesForeignPages }, isLocal) => {
    const { origin, host = '', 'sec-fetch-site': site } = request.headers;
    const access =
      origin === undefined && site !== 'cross-site' ? plain : findRights({ origin, host, site });
    if (isLocal && !isKnown(hostOf(host), rules.isAllowedHost)) {
      return { ...access, refusal: refuseHost(host) };
    }
    if (access.rights.writes || !refusesForeignPages) return access;
    const isAsking = hasCors && isPreflight(request);
    if (!isAsking && safeMethods.has(request.method ?? '')) return access;
    const refusal = refusePage(request, isAsking);
    tell(origin ?? '', refusal.message);
    return { ...access, refusal };
  };
}

const plain: Access = {
  refusal: undefined,
  rights: noPage,
  headers: corsHeaders(undefined, noPage),
};

/** Safe methods change nothing (RFC 9110, section 9.2.1): hiding the reply from pages is enough. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isSafe(method: string | undefined): boolean {
  return safeMethods.has(method ?? '');
}

/**
 * A web site can make its name in the public DNS lead to this machine (DNS rebinding), so such a
 * name must be allowed. Names without a dot and names of local networks are not in the public DNS.
 */
function isKnown(host: string, isAllowed: (host: string) => boolean): boolean {
  if (!host.includes('.') || isIP(host) !== 0 || isLoopbackName(host)) return true;
  return localDomains.some((domain) => host.endsWith(domain)) || isAllowed(host);
}

const localDomains = ['.local', '.internal', '.test'];

/** Caches the rights of the last page: most pages send more than one request. */
function rememberRights(origins: AllowedOrigins): (page: PageHeaders) => Access {
  let last: PageHeaders = { origin: undefined, host: undefined, site: undefined };
  let access = plain;
  return (page) => {
    if (page.origin !== last.origin || page.host !== last.host || page.site !== last.site) {
      const rights = findPageRights(page, origins);
      access = { refusal: undefined, rights, headers: corsHeaders(page.origin, rights) };
      last = page;
    }
    return access;
  };
}

/** Tells each origin once, as refused pages try again. Limited, as clients can invent origins. */
function tellOnce(tell: (message: string) => void): (origin: string, message: string) => void {
  const told = new Set<string>();
  return (origin, message) => {
    if (told.has(origin) || told.size >= mostTold) return;
    told.add(origin);
    tell(message);
  };
}

const mostTold = 100;
const longestQuote = 100;

function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote - 1)}…` : text);
}

function refuseHost(authority: string): ApiError {
  const host = hostOf(authority);
  const isName = /^[\w.-]{1,253}$/.test(host);
  const remedy = isName
    ? `If it is a name of this server, start with --allow-host ${host} (in the library allowHost).`
    : 'Call it by a name such as localhost.';
  return new ApiError(
    'foreign-host',
    `The request is for the host ${quote(authority)}. This server listens on a loopback address, where a public host name may be that of a web site that attacks it from a browser (DNS rebinding). ${remedy}`,
  );
}

function refusePage({ method = '', headers }: IncomingMessage, isAsking: boolean): ApiError {
  const { origin, 'access-control-request-method': wanted = '' } = headers;
  const what = isAsking ? `ask to send ${quote(wanted)}` : `send ${quote(method)}`;
  const [pages, option] = describePages(origin);
  return new ApiError(
    'origin-not-allowed',
    `${pages} may not ${what} to this server, nor read its replies: only its own pages, and those of this machine, of the local network and of apps may. If these are pages of yours, start with --cors-origin ${option} (in the library corsOrigin).`,
  );
}

/** Returns the refused pages in words, and the value of `--cors-origin` that allows them. */
function describePages(origin: string | undefined): readonly [string, string] {
  if (origin === undefined) return ['Pages of other sites that hide their origin', "'*'"];
  const isFile = origin.toLowerCase().startsWith('file:');
  if (origin === 'null' || isFile) {
    return ['Pages without an origin, such as files and sandboxed frames (Origin: null),', 'null'];
  }
  if (readOrigin(origin)) return [`Pages of ${origin}`, origin];
  return [`Pages whose Origin is none that a browser sends, ${quote(origin)},`, "'*'"];
}
