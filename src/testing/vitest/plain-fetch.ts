import type { IncomingMessage } from 'node:http';

/**
 * How tests reach the server. happy-dom puts a page's `fetch` in the place of Node's, and the
 * control API refuses pages of other origins: there, Node's `http` does it. Undefined: the usual.
 */
export function findFetch(): typeof globalThis.fetch | undefined {
  return 'happyDOM' in globalThis ? fetchByHttp : undefined;
}

async function fetchByHttp(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { request } = process.getBuiltinModule('node:http');
  const url = input instanceof Request ? input.url : input;
  const options = {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => resolve(toResponse(reply, Buffer.concat(chunks))));
    });
    sent.on('error', reject);
    sent.end(toBytes(init.body));
  });
}

function toResponse(
  { statusCode: status = 0, headersDistinct }: IncomingMessage,
  body: Uint8Array,
): Response {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** The client sends texts, and bodies of requests as bytes. */
function toBytes(body: RequestInit['body']): Uint8Array | string | undefined {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return typeof body === 'string' || body instanceof Uint8Array ? body : undefined;
}
