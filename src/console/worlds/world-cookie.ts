import { worldField } from './addresses.ts';

/** The world that a browser names by its cookies; undefined: none. The first counts, as for the server. */
export function readWorldCookie(cookies: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    if (at === -1 || pair.slice(0, at).trim() !== worldField) continue;
    const value = pair.slice(at + 1).trim();
    if (value !== '') return value;
  }
  return undefined;
}

/** For `document.cookie`; it ends with the browser, and without a world at once. */
export function writeWorldCookie(world: string | undefined, mount: string): string {
  const end = world === undefined ? '; Max-Age=0' : '';
  return `${worldField}=${world ?? ''}; Path=${mount === '' ? '/' : mount}; SameSite=Lax${end}`;
}
