import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import { hostOf, isInternalAddress } from '../../base/addresses.ts';
import { codeOf, messageOf } from '../../base/errors.ts';

const within = 10_000;
const mostBytes = 32 * 1024 * 1024;
const mostRedirects = 5;

/** Why there is no document; both undefined: for another reason. */
export interface FetchFailure {
  readonly status?: number | undefined;
  /** As Node names the failures of a connection. */
  readonly code?: string | undefined;
}

export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;

  constructor(reason: string, failure: FetchFailure = {}, cause?: unknown) {
    super(`it can not be fetched: ${reason}`, { cause });
    this.failure = failure;
  }
}

/**
 * Fetches the document that a reference or a user names. It asks a host of this machine or its networks only
 * if `isNamed`, and if that text itself names the host. A redirect leads to no other such
 * host.
 */
export async function readRemote(uri: string, isNamed: boolean): Promise<Buffer> {
  const signal = AbortSignal.timeout(within);
  const { host } = new URL(uri);
  let url = new URL(uri);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const mayBeInternal = isNamed && url.host === host;
    const reply = await ask(url, mayBeInternal, signal);
    const { statusCode: status = 0, headers } = reply;
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) {
      return await take(reply, status).catch(fail);
    }
    reply.destroy();
    url = redirect(headers.location, url);
  }
  throw new FetchError(`there were more than ${mostRedirects} redirects`);
}

function redirect(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) {
    throw new FetchError(`it redirects to "${location}", which is no URL`);
  }
  const url = new URL(location, from);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new FetchError(`it redirects to ${url.protocol}, which is not followed`);
}

/** Some hosts refuse a request that doesn't say which program sent it. */
const headers = {
  Accept: 'application/json, application/yaml, text/yaml, */*;q=0.8',
  'User-Agent': 'stuntdouble',
};

function ask(url: URL, mayBeInternal: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const { get } =
    url.protocol === 'https:'
      ? process.getBuiltinModule('node:https')
      : process.getBuiltinModule('node:http');
  const host = hostOf(url.host);
  return new Promise<IncomingMessage>((resolve, reject) => {
    if (!mayBeInternal && isIP(host) !== 0 && isInternalAddress(host)) throw refuseHost(host);
    const options = {
      signal,
      headers,
      agent: false,
      ...(mayBeInternal ? {} : { lookup: lookUpOutside }),
    };
    get(url, options, resolve).on('error', reject);
  }).catch(fail);
}

type FoundAddress = (
  error: Error | null,
  addresses: string | LookupAddress[],
  family?: number,
) => void;

/** A public name may resolve to an address of this machine or its networks. */
function lookUpOutside(name: string, options: LookupOptions, found: FoundAddress): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return found(error, []);
    const internal = addresses.find(({ address }) => isInternalAddress(address));
    if (internal) return found(refuseHost(`${name} (${internal.address})`), []);
    if (options.all) return found(null, addresses);
    return found(null, first.address, first.family);
  });
}

function refuseHost(host: string): Error {
  return new Error(
    `${host} belongs to this machine or its network, and is asked only where the user or a $ref of a local file names it`,
  );
}

async function take(reply: IncomingMessage, status: number): Promise<Buffer> {
  if (status < 200 || status > 299) {
    reply.destroy();
    throw new FetchError(`the answer was ${status}`, { status });
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  // A trust edge: a reply without an encoding gives bytes.
  for await (const piece of reply as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function fail(error: unknown): never {
  if (error instanceof FetchError) throw error;
  const isLate = error instanceof Error && error.name === 'AbortError';
  if (isLate) throw new FetchError(`there was no answer within ${within / 1000} seconds`);
  // Where a name has several addresses, each has a reason, and the whole has none.
  const [first = error]: unknown[] = error instanceof AggregateError ? error.errors : [];
  throw new FetchError(messageOf(first), { code: codeOf(first) }, error);
}
