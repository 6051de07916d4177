import { createHash } from 'node:crypto';
// `instanceof` knows the bytes of its own realm alone, and Jest's jsdom is another.
import { isUint8Array } from 'node:util/types';

import { splitCookies } from '../../../base/cookies.ts';
import type { JsonValue } from '../../../base/json.ts';
import { tryParseJson } from '../../../base/json.ts';
import { decodeLeniently } from '../../../base/texts.ts';
import type { Operation } from '../../../contract/operations.ts';
import { withoutAuthScheme } from '../../../pipeline/credentials/credential-forms.ts';
import type { Reply } from '../../../pipeline/exchange.ts';

/** The texts that clients got in each world while an override with `expired` was in place. */
export interface Renewals {
  /** Overrides and renewals share one series of serials, which tells what came first. */
  add(world: string, texts: Iterable<string>, serial: number): void;
  /** The serial with which a client got one of these texts last; 0: it got none. */
  last(world: string, texts: readonly string[]): number;
  forget(world: string): void;
  clear(): void;
}

/** In one world. Above it, the text is removed that was longest neither given nor sent. */
const mostRenewed = 10_000;

/** Keeps digests: they are short, and no secrets. */
export function createRenewals(): Renewals {
  const worlds = new Map<string, Map<string, number>>();
  return {
    add(world, texts, serial) {
      const known = worlds.get(world) ?? new Map<string, number>();
      worlds.set(world, known);
      for (const text of texts) {
        touch(known, digestOf(text), serial);
        const [oldest] = known.size > mostRenewed ? known.keys() : [];
        if (oldest !== undefined) known.delete(oldest);
      }
    },
    last(world, texts) {
      const known = worlds.get(world);
      if (!known) return 0;
      const serials = texts.map((text) => {
        const digest = digestOf(text);
        const serial = known.get(digest);
        if (serial !== undefined) touch(known, digest, serial);
        return serial ?? 0;
      });
      return Math.max(0, ...serials);
    },
    forget: (world) => void worlds.delete(world),
    clear: () => worlds.clear(),
  };
}

/** Makes it the youngest: a credential that is in use stays known. */
function touch(known: Map<string, number>, digest: string, serial: number): void {
  known.delete(digest);
  known.set(digest, serial);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * Whether replies of an operation may have new credentials: a log-in, a refresh. One that only reads,
 * and needs a credential, shows what there was before.
 */
export function mayRenew({ method, security }: Operation): boolean {
  const isOpen = security.length === 0 || security.some((requirement) => requirement.length === 0);
  return isOpen || (method !== 'GET' && method !== 'HEAD');
}

/** No log-in answers more, or with longer texts. */
const mostBytes = 1_048_576;
const mostTexts = 200;
const mostBytesOfText = 8192;

/** The texts of a reply that may be credentials, as it has them and without a scheme such as `Bearer`. */
export function findRenewed({ status, headers, body }: Reply): ReadonlySet<string> {
  const found = new Set<string>();
  if (status >= 400) return found;
  let count = 0;
  for (const text of listTexts(headers, body)) {
    const trimmed = text.trim();
    if (trimmed === '' || Buffer.byteLength(trimmed) > mostBytesOfText) continue;
    found.add(trimmed).add(withoutAuthScheme(trimmed));
    count += 1;
    if (count === mostTexts) break;
  }
  return found;
}

function* listTexts(headers: Reply['headers'], body: Reply['body']): Generator<string> {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', text = ''] = headers.slice(at, at + 2);
    if (name.toLowerCase() !== 'set-cookie') yield text;
    else {
      const value = splitCookies(text)[0]?.value ?? '';
      yield value;
      yield decodeLeniently(value);
    }
  }
  const isWhole = typeof body === 'string' || isUint8Array(body);
  if (!isWhole || Buffer.byteLength(body) > mostBytes) return;
  const text = Buffer.from(body).toString('utf8');
  const value = tryParseJson(text) ?? text;
  // A log-in may answer with nothing but the token, of digits even.
  yield* listLeaves(typeof value === 'number' ? text : value);
}

/** Outer texts come first: a token does not stand behind the details of its user. */
function* listLeaves(root: JsonValue): Generator<string> {
  const waiting = [root];
  for (const value of waiting) {
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) waiting.push(member);
  }
}
