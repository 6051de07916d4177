import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

import type { Mock } from '../../src/index.ts';

const worldField = 'x-stuntdouble-world';

/** The server of an app: it renders pages from the API, passes calls on, and redirects. */
export async function startApp(api: string, third: string): Promise<string> {
  return listen(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/') {
      const orders = await fetch(`${api}/orders?limit=50`, { headers: passOn(request) });
      const list: readonly { readonly item: string }[] = JSON.parse(await orders.text());
      sendPage(response, `<ul>${list.map(({ item }) => `<li>${item}</li>`).join('')}</ul>`);
    } else if (path.startsWith('/api/')) {
      // A plain proxy: it passes the cookie on as it is.
      const { method = 'GET', headers } = request;
      const cookie = headers.cookie === undefined ? {} : { cookie: headers.cookie };
      const reply = await fetch(`${api}${path.slice('/api'.length)}`, { method, headers: cookie });
      response.writeHead(reply.status, { 'Content-Type': 'application/json' });
      response.end(await reply.text());
    } else if (path === '/inside') {
      response.writeHead(302, { Location: '/' }).end();
    } else if (path === '/leave') {
      response.writeHead(302, { Location: `${third}/redirected` }).end();
    } else if (path === '/worker.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' });
      response.end(
        `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
         addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
      );
    } else if (path === '/embeds') {
      sendPage(response, `<img src="${third}/image"><iframe src="${third}/frame"></iframe>`);
    } else {
      sendPage(response, 'plain');
    }
  });
}

/** The server of an app that has the mock below `/mock`. */
export async function startHost({ app }: Pick<Mock, 'app'>): Promise<string> {
  return listen((request, response) => {
    const [, rest] = /^\/mock(?=[/?]|$)(.*)$/.exec(request.url ?? '/') ?? [];
    if (rest === undefined) return sendPage(response, 'plain');
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    app(request, response);
  });
}

/** The recipe of the docs: the world of a request goes on to the API. */
function passOn({ headers }: IncomingMessage): Record<string, string> {
  const [, world] = /(?:^|; )X-Stuntdouble-World=([^;]+)/.exec(headers.cookie ?? '') ?? [];
  return world === undefined ? {} : { [worldField]: world };
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly hasHeader: boolean;
  readonly hasCookie: boolean;
}

/** A server of another party, which refuses all preflights. */
export async function startThird(): Promise<{
  readonly port: number;
  readonly received: Received[];
}> {
  const received: Received[] = [];
  const url = await listen((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const asked = headers['access-control-request-headers'] ?? '';
    received.push({
      method,
      path,
      hasHeader: headers[worldField] !== undefined || asked.includes(worldField),
      hasCookie: headers.cookie?.toLowerCase().includes(worldField) ?? false,
    });
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (method === 'OPTIONS') response.writeHead(403).end();
    else sendPage(response, 'third');
  });
  return { port: Number(new URL(url).port), received };
}

function sendPage(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end(`<!doctype html><title>page</title>${body}`);
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

async function listen(handle: Handle): Promise<string> {
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, undefined, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
