import { createHash, createHmac, randomBytes } from 'node:crypto';

import { splitCookies } from '../base/cookies.ts';
import { createRecentlyUsed } from '../base/recently-used.ts';
import type { Received } from '../pipeline/exchange.ts';

/** The clients that have shown the control token once, and show the id of a cookie since then. */
export interface Sessions {
  /** Whether the cookie of a request names a session; that session then counts as used. */
  isOf(this: void, request: SessionRequest): boolean;
  /**
   * What the console of this session shows in the header of the control token to name a world, where
   * each visitor has its own. No page keeps the token, and a cookie for all paths would come with the
   * requests of all other pages. Undefined: the request has no session.
   */
  passOf(this: void, request: SessionRequest): string | undefined;
  /** Whether a text is the pass of a session; it does not count as a use of that. */
  isPass(this: void, text: string): boolean;
  /** Makes a session, which counts once `open` was called. */
  prepare(this: void): PreparedSession;
  /** Ends the session that the cookie of a request names. */
  end(this: void, request: SessionRequest): void;
}

interface PreparedSession {
  /** For the cookie. */
  readonly id: string;
  open(this: void): void;
}

type SessionRequest = Pick<Received, 'headers'>;

const cookieName = 'stuntdouble_session';

/** Further sessions replace those that were not used for the longest time. */
const mostSessions = 100;

/** In milliseconds. A console that is open all day asks more often. */
const longestIdle = 12 * 3_600_000;

/** In bytes, about. */
const weightOfSession = 100;

/**
 * Keeps sessions in memory: a restart forgets them. It holds no id and no pass, only the digest of the pass.
 * `note` hears of each id and pass that begins to count, which are secrets wherever they stand.
 */
export function createSessions(now: () => number, note: (id: string) => void): Sessions {
  const usedAt = createRecentlyUsed<number>(mostSessions, () => weightOfSession);
  const findIn = (request: SessionRequest): readonly string[] =>
    usedAt.size === 0
      ? []
      : readIds(request)
          .map(passFor)
          .filter((pass) => isInUse(usedAt.get(digestOf(pass)), now()));
  return {
    isOf(request) {
      const found = findIn(request);
      for (const pass of found) usedAt.set(digestOf(pass), now());
      return found.length > 0;
    },
    passOf: (request) => findIn(request)[0],
    isPass: (text) => usedAt.size > 0 && isInUse(usedAt.get(digestOf(text)), now()),
    prepare() {
      const id = randomBytes(32).toString('base64url');
      const open = (): void => {
        const pass = passFor(id);
        note(id);
        note(pass);
        usedAt.set(digestOf(pass), now());
      };
      return { id, open };
    },
    end(request) {
      for (const pass of findIn(request)) usedAt.delete(digestOf(pass));
    },
  };
}

function isInUse(usedAt: number | undefined, present: number): boolean {
  return usedAt !== undefined && present - usedAt < longestIdle;
}

/** A page of another port of this machine can add a cookie of the same name, so each one counts. */
function readIds({ headers }: SessionRequest): readonly string[] {
  const { cookie } = headers;
  return [cookie ?? []]
    .flat()
    .flatMap(splitCookies)
    .flatMap(({ name, value }) => (name === cookieName && value !== undefined ? [value] : []));
}

/** The pass of the session with an id. It does not tell the id. */
function passFor(id: string): string {
  return createHmac('sha256', id).update('pass').digest('base64url');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

type CookieRequest = Pick<Received, 'prefix' | 'headers'>;

/** The Set-Cookie header for a session. Its path is that of the control API, as the client sees it. */
export function writeCookie(id: string, request: CookieRequest): string {
  return [`${cookieName}=${id}`, ...attributesFor(request)].join('; ');
}

/** The Set-Cookie header that makes a browser forget its session. */
export function clearCookie(request: CookieRequest): string {
  return [`${cookieName}=`, ...attributesFor(request), 'Max-Age=0'].join('; ');
}

function attributesFor(request: CookieRequest): readonly string[] {
  // A semicolon would end the path, and begin an attribute that the client has chosen.
  const path = request.prefix.replaceAll(';', '%3B');
  return [
    'HttpOnly',
    'SameSite=Strict',
    `Path=${path}`,
    ...(cameByHttps(request) ? ['Secure'] : []),
  ];
}

/** The server itself speaks HTTP. A browser tells of the scheme in `Origin`, else a proxy does. */
function cameByHttps({ headers }: CookieRequest): boolean {
  const { origin, 'x-forwarded-proto': scheme } = headers;
  return typeof origin === 'string'
    ? origin.startsWith('https:')
    : /^\s*https\b/i.test(String(scheme ?? ''));
}
