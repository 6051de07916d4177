import type { Delivery, Request } from './exchange.ts';
import type { Given, Name } from './given.ts';

/** How a request differs from one that succeeds. */
export interface Changes {
  readonly method?: string;
  readonly path?: string;
  /** Instead of the credential with all scopes. */
  readonly credentials?: Headers;
  /** Besides the usual ones, or instead; an undefined one is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array | undefined;
  readonly delivery?: Delivery;
}

export type Headers = Readonly<Record<string, string>>;

/** `updateWorkspaceAsset`; by default it succeeds, and sets `is_uploaded`. */
export function patchAsset(given: Given, changes: Changes = {}): Request {
  const usual: Request = {
    method: 'PATCH',
    path: changes.path ?? assetPath(given),
    headers: { 'content-type': 'application/json' },
    body: '{"is_uploaded":true}',
  };
  return apply(given, usual, changes);
}

/** `getProjectPage`; by default it succeeds. */
export function getPage(given: Given, changes: Changes = {}): Request {
  const usual: Request = { method: 'GET', path: changes.path ?? pagePath(given), headers: {} };
  return apply(given, usual, changes);
}

/** Segments as they stand in the path, still percent-encoded. */
export interface Segments {
  readonly workspace?: string;
  readonly project?: string;
  readonly page?: string;
  readonly asset?: string;
}

export function assetPath(given: Given, segments: Segments = {}): string {
  const { workspace = segment(given, 'WORKSPACE'), asset = segment(given, 'ASSET') } = segments;
  return `/api/v1/workspaces/${workspace}/assets/${asset}/`;
}

export function pagePath(given: Given, segments: Segments = {}): string {
  const {
    workspace = segment(given, 'WORKSPACE'),
    project = segment(given, 'PROJECT'),
    page = segment(given, 'PAGE'),
  } = segments;
  return `/api/v1/workspaces/${workspace}/projects/${project}/pages/${page}/`;
}

export function segment(given: Given, name: Name): string {
  return encodeURIComponent(given.value(name));
}

export function withKey(value: string): Headers {
  return { 'x-api-key': value };
}

export function withToken(value: string): Headers {
  return { authorization: `Bearer ${value}` };
}

/** One way to send a credential. */
export interface Scheme {
  readonly title: string;
  readonly prefix: 'KEY' | 'TOKEN';
  readonly carry: (value: string) => Headers;
}

export const schemes: readonly Scheme[] = [
  { title: 'API key', prefix: 'KEY', carry: withKey },
  { title: 'OAuth token', prefix: 'TOKEN', carry: withToken },
];

/** An operation, as far as credentials are concerned. */
export interface Subject {
  readonly id: string;
  readonly scope: string;
  /** The credential that has this scope only, and the one that has only that of the other. */
  readonly own: 'ASSETS' | 'PAGES';
  readonly foreign: 'ASSETS' | 'PAGES';
  readonly success: number;
  readonly build: (given: Given, changes?: Changes) => Request;
  readonly path: (given: Given, segments?: Segments) => string;
}

export const subjects: readonly Subject[] = [
  {
    id: 'updateWorkspaceAsset',
    scope: 'assets:write',
    own: 'ASSETS',
    foreign: 'PAGES',
    success: 204,
    build: patchAsset,
    path: assetPath,
  },
  {
    id: 'getProjectPage',
    scope: 'projects.pages:read',
    own: 'PAGES',
    foreign: 'ASSETS',
    success: 200,
    build: getPage,
    path: pagePath,
  },
];

/** A value that no server knows as a credential. */
export const unknownCredential = 'no-such-credential-0123456789';

function apply(given: Given, usual: Request, changes: Changes): Request {
  const headers = {
    ...usual.headers,
    ...(changes.credentials ?? fullAccess(given)),
    ...changes.headers,
  };
  return {
    method: changes.method ?? usual.method,
    path: usual.path,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    body: 'body' in changes ? changes.body : usual.body,
    delivery: changes.delivery,
  };
}

/** Where a server has only one way in, its credential serves all cases that ask for neither. */
function fullAccess(given: Given): Headers {
  return given.has('KEY_ALL') || !given.has('TOKEN_ALL')
    ? withKey(given.value('KEY_ALL'))
    : withToken(given.value('TOKEN_ALL'));
}
