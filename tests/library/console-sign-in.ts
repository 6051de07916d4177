import { expect } from 'vitest';

import type { MockOptions } from '../../src/index.ts';
import { openBookshop } from './open-bookshop.ts';
import type { RawReply } from './raw-request.ts';
import { sendRequest } from './raw-request.ts';

/** The control token of the servers that `open` starts. */
export const token: string = 'a-control-token-of-this-test';
export const json: string = 'Content-Type: application/json';

export const withToken: MockOptions = { controlToken: token };

/** The bookshop with a control token. */
export async function open(options: MockOptions = withToken): Promise<string> {
  return (await openBookshop(options)).mock.url;
}

/** What the console's own page sends: the Host of the address, and that as its Origin. */
export function ownHeaders(url: string): readonly string[] {
  const { host, origin } = new URL(url);
  return [`Host: ${host}`, `Origin: ${origin}`];
}

export function signIn(
  url: string,
  shown: unknown = token,
  headers: readonly string[] = ownHeaders(url),
  prefix = '/_mock',
): Promise<RawReply> {
  const body = JSON.stringify({ token: shown });
  return sendRequest(url, `POST ${prefix}/session`, [...headers, json], body);
}

/** Signs in, and returns the Cookie header of the requests from then on. */
export async function signedIn(url: string, prefix = '/_mock'): Promise<string> {
  const { status, headers } = await signIn(url, token, ownHeaders(url), prefix);
  expect(status).toBe(204);
  return `Cookie: ${cookieOf(headers)}`;
}

export function cookieOf(headers: Headers): string {
  return headers.get('Set-Cookie')?.split(';')[0] ?? '';
}

export async function statusOf(
  url: string,
  line: string,
  headers: readonly string[],
  body = '',
): Promise<number> {
  return (await sendRequest(url, line, headers, body)).status;
}
