import type { Api } from '../api/client.ts';
import type { RequestList, SentCredential, Session } from '../api/documents.ts';
import type { Console } from '../shell/console.ts';
import type { TriedRequest } from './swagger.ts';

/** Adds to a request the world and the credential that the user has chosen. */
export function prepareRequest(
  request: TriedRequest,
  { api, worldPass }: Pick<Console, 'api' | 'worldPass'>,
  sent: readonly SentCredential[],
): void {
  // Also the default one: the browser may have the cookie of another.
  request.headers['X-Stuntdouble-World'] = api.world;
  if (worldPass !== null) request.headers['X-Stuntdouble-Token'] = worldPass;
  for (const { send } of sent) {
    Object.assign(request.headers, send?.headers);
    const pairs = Object.entries(send?.query ?? {});
    if (pairs.length === 0) continue;
    const mark = request.url.includes('?') ? '&' : '?';
    request.url += mark + new URLSearchParams(pairs).toString();
  }
}

/**
 * The pass to show: that of the present session, which may have begun in another tab since this one
 * was told the pass that is known.
 */
export async function findPass(
  api: Pick<Api, 'get'>,
  known: string | null,
): Promise<string | null> {
  if (known === null) return null;
  try {
    const { world_pass: pass } = await api.get<Session>('session');
    return pass;
  } catch {
    return known;
  }
}

/** Sets the cookies of a credential; returns how to take them away again. Without that they go by themselves. */
export function lendCookies(sent: readonly SentCredential[]): () => void {
  const cookies = sent.flatMap(({ send }) => Object.entries(send?.cookies ?? {}));
  for (const [name, value] of cookies)
    document.cookie = `${name}=${value}; Path=/; SameSite=Strict; Max-Age=60`;
  return () => {
    for (const [name] of cookies) document.cookie = `${name}=; Path=/; SameSite=Strict; Max-Age=0`;
  };
}

/** Milliseconds between looks for a request: the server notes it after it has answered. */
const pause = 100;
const mostLooks = 20;

/** The id of the newest request; undefined where the server keeps none. */
export async function findLast(api: Api): Promise<number | undefined> {
  try {
    const { requests } = await api.get<RequestList>('requests', { limit: 1, brief: true });
    return requests.at(-1)?.id ?? 0;
  } catch {
    return undefined;
  }
}

/** The id of a request that was tried, among those after another one. */
export async function findTried(
  api: Api,
  { method, url }: Pick<TriedRequest, 'method' | 'url'>,
  after: number,
): Promise<number | undefined> {
  const { pathname } = new URL(url, location.href);
  for (let count = 0; count < mostLooks; count += 1) {
    const question = { since: String(after), world: api.world, limit: 100, brief: true };
    const { requests } = await api.get<RequestList>('requests', question);
    const found = requests.findLast(
      ({ request }) => request.method === method.toUpperCase() && pathname.endsWith(request.path),
    );
    if (found) return found.id;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return undefined;
}
