import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIP, Socket } from 'node:net';

import { isLoopbackAddress } from '../base/addresses.ts';
import { codeOf, messageOf, StartError } from '../base/errors.ts';
import type { App, Gate } from './app.ts';
import { closeServer } from './connections/close-server.ts';
import type { Connections } from './connections/connections.ts';
import { trackConnections } from './connections/connections.ts';
import { endGently } from './connections/end-gently.ts';
import type { ClientLimits, RequestEnds } from './connections/unreadable.ts';
import { createClientErrorHandler, refusalLeave, writeWhole } from './connections/unreadable.ts';
import { send } from './replies/send.ts';
import type { KnownHead } from './requests/head.ts';
import { findHeadFault, knownOf, refuseTunnel } from './requests/head.ts';

// An import would load all of Node's HTTP module at once, with its client and WebSockets: a third
// of the time of a start.
const { createServer } = process.getBuiltinModule('node:http');

export interface ListenPlace {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Whether only this machine can reach the server. */
  readonly isLocal: boolean;
}

/** Lets an app listen, at one address at a time. */
export interface Listener {
  /** Throws if the server does not listen. */
  url(this: void): string;
  open(this: void, place: ListenPlace): Promise<Listening>;
  /** Lets requests under way finish, for a limited time. */
  close(this: void): Promise<void>;
}

/** The head must come soon. A body may take long while it keeps arriving (see `BodyWatch`). */
export const usualLimits: ClientLimits = { head: 20_000, request: 3_600_000, interval: 1_000 };

/**
 * In milliseconds. Proxies and clients keep an idle connection for up to 60 s. The server keeps it
 * longer, so that it does not close a connection that a client is about to use.
 */
const keepAlive = 65_000;

export function createListener(app: App, limits: ClientLimits = usualLimits): Listener {
  let opening: Promise<Opened> | undefined;
  let opened: Opened | undefined;
  return {
    url() {
      if (!opened) throw new Error('this server does not listen: call listen() first');
      return opened.listening.url;
    },
    async open(place) {
      if (opening) throw new Error('this server listens already: close() it first');
      opening = listen(app, place, limits);
      try {
        opened = await opening;
        return opened.listening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      const closing = opening;
      opening = undefined;
      opened = undefined;
      await (await closing)?.close();
      // Also without a listener: an app that mounts this one may have passed on requests.
      app.release();
    },
  };
}

type Refuse = RequestEnds['refuse'];

interface Opened {
  readonly listening: Listening;
  readonly close: () => Promise<void>;
}

async function listen(
  app: App,
  { port, host }: ListenPlace,
  limits: ClientLimits,
): Promise<Opened> {
  const { server, connections, admit } = serveApp(app, limits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  // A host name may lead anywhere, so `isLocal` depends on the address that was found for it.
  const address = server.address() as AddressInfo;
  const isLocal = isLoopbackAddress(address.address);
  // The server accepts no client before this turn of the event loop is over, so it misses none.
  admit(() => isLocal);
  const name = isIP(address.address) === 6 ? `[${address.address}]` : address.address;
  const url = `http://${isEverywhere(address.address) ? '127.0.0.1' : name}:${address.port}`;
  return {
    listening: { url, port: address.port, isLocal },
    close: () => closeServer(server, connections, app.release),
  };
}

/** Whether a request can come from this machine alone. */
type IsLocal = (request: Pick<KnownHead, 'headers'>) => boolean;

/** The app behind an HTTP server of Node. */
interface ServedApp {
  readonly server: Server;
  readonly connections: Connections;
  /** From now on the app gets the requests of the server's connections. */
  admit(this: void, isLocal: IsLocal): void;
}

/** Puts an app behind an HTTP server, which does not listen yet. */
export function serveApp(app: App, limits: ClientLimits = usualLimits): ServedApp {
  const server = createLimited(app, limits);
  const connections = trackConnections(server);
  const admit = (isLocal: IsLocal): void => {
    const refuse: Refuse = (error, known) => app.refuse(error, known, isLocal(known));
    const gate = createGate(connections, refuse, isLocal);
    server.on('connection', (socket) => app.guard(socket, gate));
    server.on('connect', (request, socket) => {
      if (!(socket instanceof Socket)) return;
      connections.afterReplies(socket, () => {
        const reply = refuse(refuseTunnel(), knownOf(request));
        endGently(socket, refusalLeave, writeWhole(reply, 'CONNECT'));
      });
    });
    const { failBody } = app;
    server.on('clientError', createClientErrorHandler(connections, { refuse, failBody }, limits));
  };
  return { server, connections, admit };
}

function createLimited({ express }: App, limits: ClientLimits): Server {
  const settings = {
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.interval,
    keepAliveTimeout: keepAlive,
    // `findHeadFault` checks the Host header instead, and tells the client what is missing.
    requireHostHeader: false,
  };
  const server = createServer(settings, express);
  // Otherwise Node asks for the body before the road needs it, and refuses other expectations.
  server.on('checkContinue', express).on('checkExpectation', express);
  // Node drops the headers after the first 2,000, and with them those that the last proxy wrote.
  // The limit for the size of the head bounds their number anyway.
  server.maxHeadersCount = 0;
  return server;
}

/** Refuses a faulty head before any handler sees the request, and holds requests during a stop. */
function createGate(connections: Connections, refuse: Refuse, isLocal: IsLocal): Gate {
  return (request, response, goOn) =>
    connections.take(request.socket, response, () => {
      const fault = findHeadFault(request);
      // The server does not change the protocol. Node loses a piece of what follows a request for
      // another one, so the connection ends after its reply.
      response.shouldKeepAlive &&= request.headers.upgrade === undefined;
      if (!fault) return goOn(request, response, isLocal(request));
      connections.stop(request.socket);
      send(refuse(fault, knownOf(request)), request, response, ['Connection', 'close']);
    });
}

function isEverywhere(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

function explain(error: Error, port: number, host: string): StartError {
  const place = `${host}:${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `the port is in use; choose another with --port, or 0 for any that is free`,
    EACCES: `this user may not open that port; choose one above 1023 with --port`,
    EADDRNOTAVAIL: `this machine has no such address; choose another with --host`,
    ENOTFOUND: `there is no such host; choose another with --host`,
  };
  return new StartError([
    { file: place, message: reasons[codeOf(error) ?? ''] ?? messageOf(error) },
  ]);
}
