import { onTestFinished, vi } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { bookIds } from './bookshop.ts';
import type { Ask, Said } from './open-bookshop.ts';
import { openBookshop } from './open-bookshop.ts';

export const field = 'X-Stuntdouble-World';
export const first: string = bookIds[0] ?? '';
const token = 'a token of sixteen';
export const control = { Authorization: `Bearer ${token}` };
export const operator: Readonly<Record<string, string>> = { 'X-Stuntdouble-Token': token };

/** A browser that keeps its cookie, on a page of this server or of another. */
export interface Browser {
  ask: Ask;
  /** What it was given to keep. */
  cookie(): string | undefined;
}

export function openBrowser(ask: Ask, site = 'same-origin', more = {}): Browser {
  let cookie: string | undefined;
  return {
    async ask(method, path, { headers, ...asked } = {}) {
      const own = { 'Sec-Fetch-Site': site, ...more, ...(cookie && { Cookie: cookie }) };
      const said = await ask(method, path, { ...asked, headers: { ...own, ...headers } });
      cookie = said.headers.get('Set-Cookie')?.split(';', 1)[0] ?? cookie;
      return said;
    },
    cookie: () => cookie,
  };
}

export async function openDemo(
  options: MockOptions = {},
): Promise<Awaited<ReturnType<typeof openBookshop>>> {
  return openBookshop({ visitorWorlds: true, controlToken: token, ...options });
}

export const create = (ask: Ask, title = 'Mine', headers = {}): Promise<Said> =>
  ask('POST', '/books', { body: { title }, headers });

export async function countBooks(ask: Ask): Promise<number> {
  const { json } = await ask('GET', '/books');
  return (json as { readonly data: readonly unknown[] }).data.length;
}

/** The names of the worlds that visitors have made, in the order of their last use. */
export async function listVisitors(ask: Ask): Promise<readonly string[]> {
  const { json } = await ask('GET', '/_mock/worlds', { headers: control });
  const names = (json as readonly { readonly name: string }[]).map(({ name }) => name);
  return names.filter((name) => name.startsWith('visitor-'));
}

/** Time goes on only as the test says. */
export function holdTime(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds);
}
