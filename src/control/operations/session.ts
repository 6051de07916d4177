import { ApiError } from '../../base/errors.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import { adviseOnToken, assertConsoleOrigin, assertOwnOrigin, controlRealm } from '../guard.ts';
import type { Behaviors, ControlPorts } from '../ports.ts';
import { doAtOnce, membersOf } from '../ports.ts';
import { clearCookie, writeCookie } from '../sessions.ts';

/**
 * Behaviours for the session of a browser. These operations ask for no credential, so the guard does
 * not see their requests: they look at the origin themselves.
 */
export function createSessionBehaviors({ access }: ControlPorts): Behaviors {
  const { sessions } = access;
  return {
    getSession(request) {
      assertOwnOrigin(request);
      const kind = access.kindFor(request);
      const isSignedIn = kind === 'token' && (sessions.isOf(request) || access.showsToken(request));
      const detail = kind === 'closed' ? adviseOnToken(false) : null;
      const pass = access.worldPassOf(request) ?? null;
      return {
        status: 200,
        body: { access: kind, signed_in: isSignedIn, detail, world_pass: pass },
      };
    },
    startSession(request) {
      assertOwnOrigin(request);
      const { token } = membersOf(request);
      if (typeof token !== 'string' || !access.isToken(token)) throw refuseToken(access, request);
      const { id, open } = sessions.prepare();
      return {
        status: 204,
        headers: { 'Set-Cookie': writeCookie(id, request) },
        commit: doAtOnce(() => {
          // A browser has one session: the new cookie takes the place of the old one.
          sessions.end(request);
          open();
        }),
      };
    },
    endSession(request) {
      assertOwnOrigin(request);
      if (sessions.isOf(request)) assertConsoleOrigin(request);
      return {
        status: 204,
        headers: { 'Set-Cookie': clearCookie(request) },
        commit: doAtOnce(() => sessions.end(request)),
      };
    },
  };
}

function refuseToken({ kindFor }: ControlPorts['access'], request: Validated): ApiError {
  const kind = kindFor(request);
  const detail =
    kind === 'open'
      ? 'This server has no control token, and this client needs none: it may use the control API without a session.'
      : `The token is not the control token. ${adviseOnToken(kind === 'token')}`;
  const headers = { 'WWW-Authenticate': `Bearer realm="${controlRealm}"` };
  return new ApiError('invalid-credentials', detail, { headers });
}
