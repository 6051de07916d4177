import type { Response } from 'express';

import type { Reply } from '../pipeline/exchange.ts';

/** The one place that answers. */
export function send(
  reply: Reply,
  response: Response,
  method: string,
  more: readonly string[],
): void {
  const { status, body } = reply;
  const headers = [...reply.headers, ...more];
  if (body !== undefined) headers.push('Content-Length', String(Buffer.byteLength(body)));
  else if (status !== 204 && status !== 304) headers.push('Content-Length', '0');
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
