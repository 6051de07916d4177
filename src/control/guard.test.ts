import { expect, it } from 'vitest';

import { ApiError } from '../base/errors.ts';
import type { Received } from '../pipeline/exchange.ts';
import type { Routed } from '../pipeline/exchange.ts';
import { createBook } from '../store/credentials/book.ts';
import { controlCredentials, createControlGuard, createTrust, isFromThisMachine } from './guard.ts';

type Headers = Readonly<Record<string, string>>;

function receive(headers: Headers, isLocal: boolean): Received {
  return {
    method: 'GET',
    prefix: '',
    world: undefined,
    path: '/',
    query: '',
    headers: { host: 'localhost:4010', ...headers },
    isLocal,
    findPeer: () => '127.0.0.1',
    readBody: () => {
      throw new Error('nobody reads it');
    },
  };
}

function isLet(headers: Headers, isLocal = true): boolean {
  return isFromThisMachine(receive(headers, isLocal));
}

it.each<[Headers, boolean]>([
  [{}, true],
  [{ host: '127.0.0.1:4010' }, true],
  [{ host: '[::1]:4010' }, true],
  [{ host: 'LOCALHOST' }, true],
  [{ host: 'app.localhost' }, true],
  [{ host: 'localhost.:4010' }, true],
  [{ host: '127.0.0.1.' }, true],
  [{ host: '127.0.0.1.evil.test' }, false],
  [{ host: '' }, false],
  [{ host: 'evil.test' }, false],
  [{ host: 'localhost.evil.test' }, false],
  [{ origin: 'http://localhost:4010' }, true],
  [{ origin: 'http://localhost:5173' }, true],
  [{ origin: 'https://127.0.0.1' }, true],
  [{ origin: 'http://[::1]:80' }, true],
  [{ origin: 'null' }, false],
  [{ origin: 'http://evil.test' }, false],
  [{ origin: 'http://localhost.evil.test' }, false],
  [{ origin: 'file://localhost' }, false],
  [{ origin: 'http://evil.test', 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
])('with %j a request is from this machine: %s', (headers, isFromHere) => {
  expect(isLet(headers)).toBe(isFromHere);
  expect(isLet(headers, false)).toBe(false);
});

it.each<[string | undefined, Headers, boolean, boolean]>([
  ['secret', { 'x-stuntdouble-token': 'secret' }, false, true],
  ['secret', { 'x-stuntdouble-token': 'secret', origin: 'http://evil.test' }, true, true],
  ['secret', { 'x-stuntdouble-token': 'other' }, false, false],
  ['secret', { 'x-stuntdouble-token': '' }, false, false],
  ['secret', {}, false, false],
  ['secret', { authorization: 'Bearer secret' }, false, false],
  [undefined, { 'x-stuntdouble-token': 'secret' }, false, false],
  [undefined, { 'x-stuntdouble-token': '' }, false, false],
  ['secret', { 'x-stuntdouble-token': 'other' }, true, true],
  [undefined, {}, true, true],
])('where the token is %s, %j is trusted (local: %s): %s', (token, headers, isLocal, isTrusted) => {
  const isTrustedIn = createTrust({ controlToken: token, visitorWorlds: false });
  expect(isTrustedIn(receive(headers, isLocal))).toBe(isTrusted);
});

it.each<[Headers, boolean]>([
  [{}, false],
  [{ 'x-stuntdouble-token': 'secret' }, true],
])('where visitors call, %j from this machine is trusted: %s', (headers, isTrusted) => {
  const isTrustedIn = createTrust({ controlToken: 'secret', visitorWorlds: true });
  expect(isTrustedIn(receive(headers, true))).toBe(isTrusted);
});

it.each<[Headers, 'open' | 'closed' | 'foreign-origin']>([
  [{}, 'open'],
  [{ host: 'evil.test' }, 'closed'],
  [{ origin: 'http://localhost:4010' }, 'open'],
  [{ origin: 'http://localhost:5173' }, 'foreign-origin'],
  [{ origin: 'null' }, 'foreign-origin'],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, 'foreign-origin'],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }, 'foreign-origin'],
  [{ 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, 'open'],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' }, 'open'],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' }, 'foreign-origin'],
  [{ 'sec-fetch-site': 'same-site' }, 'foreign-origin'],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, 'open'],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 'open'],
])('to %j the control API is %s', (headers, said) => {
  expect(askGuard(headers)).toBe(said);
});

it.each<[Headers, 'closed' | 'foreign-origin']>([
  [{}, 'closed'],
  [{ origin: 'http://localhost:4010' }, 'closed'],
  [{ authorization: 'Bearer secret' }, 'closed'],
  [{ origin: 'null' }, 'foreign-origin'],
])('to %j with a token configured, and without a local client, it is %s', (headers, said) => {
  expect(askGuard(headers, { token: 'secret' })).toBe(said);
  expect(askGuard(headers, { isLocalClient: false })).toBe(said);
});

interface House {
  readonly token?: string;
  readonly isLocalClient?: boolean;
}

function askGuard(headers: Headers, { token, isLocalClient = true }: House = {}): string {
  const guard = createControlGuard(
    createBook(controlCredentials(token)),
    () => isLocalClient,
    () => false,
  );
  try {
    return guard.isOpen(receive(headers, true) as Routed) ? 'open' : 'closed';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}
