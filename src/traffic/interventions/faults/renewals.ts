import { createHash } from 'node:crypto';

import type { JsonValue } from '../../../base/json.ts';
import { tryParseJson } from '../../../base/json.ts';
import type { Operation } from '../../../contract/operations.ts';
import type { Reply } from '../../../pipeline/exchange.ts';
import { isSecretCarrier } from '../../redaction/found/secret-names.ts';

/** The credentials that clients got in one world since an override was put in place. */
export interface Renewals {
  add(value: string): void;
  has(value: string): boolean;
}

/** As many credentials as one world may have. */
const mostRenewed = 10_000;

/** Keeps digests: they are short, and no secrets. */
export function createRenewals(): Renewals {
  const digests = new Set<string>();
  return {
    add(value) {
      digests.add(digestOf(value));
      const [oldest] = digests;
      if (digests.size > mostRenewed && oldest !== undefined) digests.delete(oldest);
    },
    has: (value) => digests.has(digestOf(value)),
  };
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64');
}

/**
 * Whether replies of an operation may have new credentials: a log-in, a refresh. One that only reads,
 * and needs a credential, shows what there was before.
 */
export function mayRenew({ method, security }: Operation): boolean {
  return security.length === 0 || (method !== 'GET' && method !== 'HEAD');
}

/** In bytes. No log-in answers more. */
const longestBody = 1_048_576;
const deepest = 8;

/** The credentials that a reply gives to its client, by the names of its headers, cookies and members. */
export function* findRenewed({ status, headers, body }: Reply): Generator<string> {
  if (status >= 400) return;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', text = ''] = headers.slice(at, at + 2);
    if (name.toLowerCase() === 'set-cookie')
      yield text.slice(text.indexOf('=') + 1).split(';', 1)[0] ?? '';
    else if (isSecretCarrier(name)) yield withoutScheme(text);
  }
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  if (!isWhole || body.length > longestBody) return;
  const text = Buffer.from(body).toString('utf8');
  const value = tryParseJson(text) ?? text;
  // A log-in may answer with nothing but the token.
  if (typeof value === 'string') yield withoutScheme(value);
  else yield* findIn(value, deepest);
}

function* findIn(value: JsonValue, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string') yield* findIn(member, depth - 1);
    else if (isSecretCarrier(name)) yield withoutScheme(member);
  }
}

function withoutScheme(text: string): string {
  return text.trim().replace(/^bearer\s+/i, '');
}
