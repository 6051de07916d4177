import { findNameFault, worldField } from './addresses.ts';

/** What the cookies of a browser say of its world. */
export interface WorldCookie {
  /** The world that pages of this browser use; undefined: none is named, or none that can be. */
  readonly world: string | undefined;
  /** The texts of cookies that the server refuses; empty: it takes them. */
  readonly refused: readonly string[];
}

/** Any page of this host can set the cookie, also one of another port or for another path. */
export function readWorldCookie(cookies: string): WorldCookie {
  const values = cookies.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at === -1 || pair.slice(0, at).trim() !== worldField) return [];
    const value = pair.slice(at + 1).trim();
    return [/^"(.*)"$/s.exec(value)?.[1] ?? value];
  });
  const named = [...new Set(values)];
  const [world] = named;
  const isTaken = named.length === 1 && findNameFault(world ?? '') === undefined;
  return isTaken ? { world, refused: [] } : { world: undefined, refused: named };
}

/** For `document.cookie`; it ends with the browser. */
export function writeWorldCookie(world: string, mount: string): string {
  return `${worldField}=${world}; Path=${mount === '' ? '/' : mount}; SameSite=Lax`;
}

/** For `document.cookie`: ends each cookie that this page sees, whatever path and domain it was set for. */
export function endWorldCookies({
  hostname,
  pathname,
}: Pick<Location, 'hostname' | 'pathname'>): readonly string[] {
  const steps = pathname.split('/').slice(0, -1);
  const paths = steps.flatMap((_, at) => {
    const path = steps.slice(0, at + 1).join('/');
    return path === '' ? ['/'] : [path, `${path}/`];
  });
  const labels = hostname.split('.');
  const domains = labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`);
  return paths
    .flatMap((path) => ['', ...domains].map((domain) => `; Path=${path}${domain}`))
    .map((place) => `${worldField}=${place}; SameSite=Lax; Max-Age=0`);
}
