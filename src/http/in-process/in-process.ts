// These are not the global timers: a test that holds those must be able to close its mock.
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';

import { hostOf, isLoopbackName } from '../../base/addresses.ts';
import { isRedirect, mostRedirects, redirectTo } from '../../base/fetch-rules.ts';
import type { App } from '../app.ts';
import { serveApp } from '../listen.ts';
import { isBodyStream, openBodyStream, readBody } from './request-body.ts';
import type { WireRequest } from './send-by-wire.ts';
import { sendByWire } from './send-by-wire.ts';
import type { Wire } from './wire.ts';

/** Sends requests of this process to the app, as if they came by a socket. */
export interface InProcess {
  /** The URL's origin doesn't matter. `headers` go with each request. */
  fetch(
    this: void,
    given: FetchCall,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Lets requests under way finish, for a limited time. */
  close(this: void): Promise<void>;
}

/** What `fetch` is called with. */
export type FetchCall = readonly [
  input: Parameters<typeof fetch>[0],
  init?: Parameters<typeof fetch>[1],
];

/** In milliseconds, as long as a timer can wait. */
const longestInterval = 0x7f_ff_ff_ff;
/** How long requests under way may take to finish, in milliseconds. */
const closeLimit = 5_000;

/** `assertOpen` throws where no more requests may be sent. */
export function openInProcess(app: App, assertOpen: () => void): InProcess {
  const { server, admit } = serveApp(app);
  // The host is part of what a test asks for, such as that of the API it plays: DNS rebinding
  // needs a network. Only requests for this machine may use the control API without a token:
  // a request of the app under test does not arrange it by accident. Code of this process can do so anyway.
  admit(({ headers: { host } }) => isLoopbackName(hostOf(String(host ?? ''))));
  const open = new Map<Wire, Promise<void>>();
  let alive: NodeJS.Timeout | undefined;
  const use = (wire: Wire): void => {
    // A socket would let the process wait for its reply.
    alive ??= setInterval(() => {}, longestInterval);
    const closed = new Promise<void>((resolve) => {
      wire.once('close', () => {
        open.delete(wire);
        if (open.size === 0) {
          clearInterval(alive);
          alive = undefined;
        }
        resolve();
      });
    });
    open.set(wire, closed);
  };
  return {
    async fetch([input, init], headers = {}) {
      assertPlatform();
      const request = new Request(
        typeof input === 'string' ? new URL(input, 'http://localhost') : input,
        init,
      );
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      const first = await toWireRequest(request, init?.body);
      try {
        return await follow(first, request.redirect, (next) => {
          // Reading the body or a redirect has taken time.
          assertOpen();
          return sendByWire(next, server, use);
        });
      } catch (error) {
        if (isBodyStream(first.body)) first.body.cancel(error);
        throw error;
      }
    },
    async close() {
      const late = new AbortController();
      const limit = wait(closeLimit, undefined, { signal: late.signal, ref: false }).catch(
        () => {},
      );
      await Promise.race([Promise.all(open.values()), limit]);
      late.abort();
      for (const wire of open.keys()) wire.destroy();
    },
  };
}

const needed = ['Request', 'Response', 'Headers', 'ReadableStream'] as const;

/** Jest's jsdom leaves out what Node has of `fetch`. */
function assertPlatform(): void {
  const missing = needed.filter((name) => globalThis[name] === undefined);
  if (missing.length === 0) return;
  throw new Error(
    `fetch without a socket needs ${missing.join(', ')}, which this test environment doesn't have. In Jest, write "@jest-environment node" into a comment at the top of the test file, or use jest-fixed-jsdom instead of jsdom; or call listen(), and send requests to the url.`,
  );
}

async function toWireRequest(
  request: Request,
  given: NonNullable<FetchCall[1]>['body'],
): Promise<WireRequest> {
  const { method, signal } = request;
  const url = new URL(request.url);
  if (!/^https?:$/.test(url.protocol)) {
    throw new TypeError(`fetch failed: a mock answers http and https, not ${url.protocol}`);
  }
  const headers = new Headers(usualHeaders);
  for (const [name, value] of request.headers) {
    if (!ofConnection.has(name)) headers.set(name, value);
  }
  const isStream = typeof given === 'object' && given !== null && Symbol.asyncIterator in given;
  const body = isStream && request.body ? openBodyStream(request.body) : await readBody(request);
  return { method, url, headers, body, signal };
}

/** Those of Node's own `fetch`, but for codings: nothing is compressed on this road. */
const usualHeaders = { accept: '*/*', 'accept-language': '*', 'user-agent': 'node' };

/** They say how a request is sent, which is decided here. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Sends a request, and those that its replies lead to. */
async function follow(
  first: WireRequest,
  mode: Request['redirect'],
  send: (request: WireRequest) => Promise<Response>,
): Promise<Response> {
  let request = first;
  for (let count = 0; ; count += 1) {
    const response = await send(request);
    const location = isRedirect(response.status) ? response.headers.get('location') : null;
    if (location === null || mode === 'manual') return locate(response, request.url, count > 0);
    await response.body?.cancel();
    if (mode === 'error') throw refuseRedirect('unexpected redirect');
    if (count === mostRedirects) throw refuseRedirect('redirect count exceeded');
    request = redirect(request, response.status, location);
  }
}

function refuseRedirect(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) });
}

function redirect(request: WireRequest, status: number, location: string): WireRequest {
  const { href: from } = request.url;
  if (!URL.canParse(location, from)) throw refuseRedirect('invalid redirect URL');
  const url = new URL(location, from);
  if (!/^https?:$/.test(url.protocol)) throw refuseRedirect('URL scheme must be a HTTP(S) scheme');
  const next = redirectTo(request, status, url);
  if (isBodyStream(next.body)) {
    throw refuseRedirect('a body that is a stream can be sent once');
  }
  return { ...next, signal: request.signal };
}

/** A made `Response` has no URL of its own. */
function locate(response: Response, { href }: URL, redirected: boolean): Response {
  const [url] = href.split('#');
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    redirected: { value: redirected, configurable: true },
  });
}
