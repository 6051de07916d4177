import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { urlToHttpOptions } from 'node:url';

export interface Request {
  readonly method: string;
  /** As it stands in the request line: still percent-encoded, and nothing is made regular. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly delivery?: Delivery | undefined;
}

/**
 * How a body is sent: with its length; in chunks, without; not before the server asks for it; only
 * half of it, and then nothing, so that whoever waits for the rest never answers; or to the end
 * before anything is read, so that whoever hangs up early is never heard.
 */
export type Delivery = 'length' | 'chunks' | 'on-continue' | 'half' | 'deaf';

export interface Response {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Whether the server asked for the body by a `100 Continue`. */
  readonly hasAskedForBody: boolean;
}

const patience = 10_000;

/**
 * One request over a connection of its own. Not by `fetch`, which tidies paths, adds headers and
 * hides what a server says before its answer.
 */
export function send(base: string, request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = open(base, request);
    let hasAskedForBody = false;
    let isAnswered = false;
    outgoing.on('continue', () => {
      hasAskedForBody = true;
      if (request.delivery === 'on-continue') outgoing.end(request.body);
    });
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`no answer within ${patience / 1000} s`)),
    );
    outgoing.on('error', (error) => {
      // Who has answered may hang up on the rest of the body.
      if (!isAnswered) reject(error);
    });
    outgoing.on('response', (incoming) => {
      isAnswered = true;
      const response = readResponse(incoming, hasAskedForBody);
      resolve(response.finally(() => outgoing.destroy()));
    });
    deliver(outgoing, request);
  });
}

/** What a target's address has in front of every path. */
export function basePathOf(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}

function open(base: string, { method, path, headers, body, delivery }: Request): ClientRequest {
  const url = new URL(base);
  const size = body === undefined ? undefined : Buffer.byteLength(body);
  const isChunked = delivery === 'chunks';
  return (url.protocol === 'https:' ? requestSecure : requestPlain)({
    ...urlToHttpOptions(url),
    method,
    path: basePathOf(base) + path,
    headers: {
      ...headers,
      ...(size === undefined || isChunked ? {} : { 'content-length': String(size) }),
      ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}),
      ...(delivery === 'on-continue' ? { expect: '100-continue' } : {}),
    },
    agent: false,
    timeout: patience,
  });
}

function deliver(outgoing: ClientRequest, { body, delivery }: Request): void {
  if (delivery === 'on-continue') outgoing.flushHeaders();
  else if (delivery === 'half' && body !== undefined) {
    outgoing.write(body.slice(0, Math.floor(body.length / 2)));
  } else outgoing.end(body);
}

async function readResponse(
  incoming: IncomingMessage,
  hasAskedForBody: boolean,
): Promise<Response> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return {
    status: incoming.statusCode ?? 0,
    headers: new Map(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        [value ?? []].flat().join(', '),
      ]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
    hasAskedForBody,
  };
}
