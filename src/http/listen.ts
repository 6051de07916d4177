import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP, Socket } from 'node:net';

import { isLoopbackAddress } from '../base/addresses.ts';
import { ApiError, messageOf, StartError } from '../base/errors.ts';
import type { Handlers } from './app.ts';
import type { ClientLimits } from './connections/client-errors.ts';
import { createClientErrorHandler, refusalLeave } from './connections/client-errors.ts';
import { closeServer } from './connections/close-server.ts';
import { trackConnections } from './connections/connections.ts';
import { endGently } from './connections/end-gently.ts';
import { knownOf, writeWhole } from './connections/unreadable.ts';
import { send } from './replies/send.ts';

// An import would load all of Node's HTTP module at once, with its client and WebSockets: a third
// of the time of a start.
const { createServer } = process.getBuiltinModule('node:http');

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Whether only this machine can reach the server. */
  readonly isLocal: boolean;
  /** Lets requests under way finish, for a limited time. `sendDelayed` sends delayed replies. */
  close(sendDelayed: () => void): Promise<void>;
}

export interface ListenPlace {
  readonly port: number;
  readonly host: string;
}

/** The head must come soon. A body may take long while it keeps arriving (see `body-watch.ts`). */
export const usualLimits: ClientLimits = { head: 20_000, request: 3_600_000, interval: 1_000 };

/**
 * In milliseconds. Proxies and clients keep an idle connection for up to 60 s. The server keeps it
 * longer, so that it does not close a connection that a client is about to use.
 */
const keepAlive = 65_000;

/** `handlersFor` receives whether only this machine can reach the server. */
export async function listen(
  handlersFor: (isLocal: boolean) => Handlers,
  { port, host }: ListenPlace,
  limits: ClientLimits = usualLimits,
): Promise<Listening> {
  const server = createLimited(limits);
  const connections = trackConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  // A host name may lead anywhere, so `isLocal` depends on the address that was found for it.
  const address = server.address() as AddressInfo;
  const isLocal = isLoopbackAddress(address.address);
  const handlers = handlersFor(isLocal);
  // The server reads no request before this turn of the event loop is over, so it misses none.
  const answer: RequestListener = (request, response) =>
    connections.take(request.socket, response, () => {
      const fault = findHeadFault(request) ?? takeHostOfTarget(request);
      response.shouldKeepAlive &&= !isUpgrade(request);
      if (fault === undefined) handlers.answer(request, response);
      else refuse(new ApiError('malformed-request', fault), request, response);
    });
  const refuse = (error: ApiError, request: IncomingMessage, response: ServerResponse): void => {
    connections.stop(request.socket);
    send(handlers.refuse(error, knownOf(request)), request, response, ['Connection', 'close']);
  };
  const disappoint: RequestListener = (request, response) =>
    connections.take(request.socket, response, () =>
      refuse(refuseExpectation(request), request, response),
    );
  server.on('request', answer);
  // Without this listener Node asks for the body before the road needs it. Node looks only for a
  // 100-continue in the header, whatever else is expected.
  server.on('checkContinue', (request, response) => {
    const isAll = request.headers.expect?.toLowerCase() === '100-continue';
    (isAll ? answer : disappoint)(request, response);
  });
  server.on('checkExpectation', disappoint);
  server.on('connect', (request, socket) => {
    if (!(socket instanceof Socket)) return;
    connections.afterReplies(socket, () => {
      const reply = handlers.refuse(refuseTunnel(), knownOf(request));
      endGently(socket, refusalLeave, writeWhole(reply, 'CONNECT'));
    });
  });
  server.on('clientError', createClientErrorHandler(connections, handlers, limits));
  const name = isIP(address.address) === 6 ? `[${address.address}]` : address.address;
  return {
    url: `http://${isEverywhere(address.address) ? '127.0.0.1' : name}:${address.port}`,
    port: address.port,
    isLocal,
    close: (sendDelayed) => closeServer(server, connections, sendDelayed),
  };
}

function createLimited(limits: ClientLimits): Server {
  const server = createServer({
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.interval,
    keepAliveTimeout: keepAlive,
    // `findHeadFault` checks the Host header instead, and tells the client what is missing.
    requireHostHeader: false,
  });
  // Node drops the headers after the first 2,000, and with them those that the last proxy wrote.
  // The limit for the size of the head bounds their number anyway.
  server.maxHeadersCount = 0;
  return server;
}

function isEverywhere(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/**
 * The server does not change the protocol. Node loses a piece of what follows such a request, so
 * the connection ends after its reply.
 */
function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

/**
 * Finds what is wrong with the head of a request that Node accepts, but that a proxy in front of
 * the server may read differently (RFC 9112, sections 2.3, 3.2 and 6.1). It runs for each request,
 * so it creates no objects.
 */
function findHeadFault({ rawHeaders, httpVersion, headers }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return `The request is of version ${httpVersion} of HTTP; this server speaks HTTP/1.1 and HTTP/1.0.`;
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
      const fault = findHostFault(rawHeaders[index + 1], 'Host header');
      if (fault !== undefined) return fault;
    } else if (name?.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      const fault = findCodingFault(rawHeaders[index + 1], headers['transfer-encoding']);
      if (fault !== undefined) return fault;
    }
  }
  // Node takes the first of several Host headers without an error.
  if (hosts > 1) return `The request has ${hosts} Host headers; it must have one.`;
  if (hosts === 1 || httpVersion !== '1.1') return undefined;
  return 'The request has no Host header, which HTTP/1.1 demands.';
}

/** No host has such a character (RFC 3986, section 3.2.2); some readers stop in front of it. */
const foreignToHosts = /[^\w.~!$&'()*+,;=:%[\]-]/;

/** Quotes only the one character: the text may contain a user and a password. */
function findHostFault(authority = '', place: string): string | undefined {
  const [sign] = foreignToHosts.exec(authority) ?? [];
  if (sign === undefined) {
    if (!/[[\]]/.test(authority) || /^\[[^[\]]+\](?::\d*)?$/.test(authority)) return undefined;
    return `The ${place} has a bracket that does not stand at an end of an address; it must be a name or an address, and may have a port, such as [::1]:4010.`;
  }
  return `The ${place} has the character ${JSON.stringify(sign)}, which no host can have; it must be a name or an address, and may have a port, such as localhost:4010.`;
}

/**
 * A host in the target replaces `Host` (RFC 9112, section 3.2.2). Returns what is wrong with it.
 */
function takeHostOfTarget({ url = '/', headers }: IncomingMessage): string | undefined {
  if (url.startsWith('/')) return undefined;
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#@]*)/i.exec(url) ?? [];
  if (authority === undefined) return undefined;
  headers.host = authority;
  return findHostFault(authority, 'host of the target');
}

function findCodingFault(coding = '', whole = ''): string | undefined {
  if (/^\s*chunked\s*$/i.test(coding)) return undefined;
  const isEmpty = /^[\s,]*$/.test(coding);
  // Node looks only at the last of several codings, and refuses the body if it is not chunked.
  if (!isEmpty && !/chunked\s*$/i.test(whole)) return undefined;
  return isEmpty
    ? 'The request has a Transfer-Encoding header that names no coding; it must name one, such as chunked, or be left out.'
    : `The request has the Transfer-Encoding "${coding}"; this server reads chunked and no other, and what is compressed is named in Content-Encoding.`;
}

function refuseExpectation({ headers }: IncomingMessage): ApiError {
  const detail = `The request expects "${headers.expect ?? ''}"; what this server can do is 100-continue.`;
  return new ApiError('expectation-failed', detail);
}

function refuseTunnel(): ApiError {
  const detail =
    'CONNECT asks for a tunnel to another server, and this server is no proxy: it may be set as one (HTTPS_PROXY, say) where it should be asked itself.';
  const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE';
  return new ApiError('method-not-allowed', detail, { headers: { Allow: methods } });
}

function explain(error: Error, port: number, host: string): StartError {
  const code = 'code' in error ? error.code : undefined;
  const place = `${host}:${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `the port is in use; choose another with --port, or 0 for any that is free`,
    EACCES: `this user may not open that port; choose one above 1023 with --port`,
    EADDRNOTAVAIL: `this machine has no such address; choose another with --host`,
    ENOTFOUND: `there is no such host; choose another with --host`,
  };
  return new StartError([{ file: place, message: reasons[String(code)] ?? messageOf(error) }]);
}
