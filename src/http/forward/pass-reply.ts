import type { ClientRequest, IncomingMessage } from 'node:http';

import type { ApiError } from '../../base/errors.ts';
import type { AskedRequest } from '../answer.ts';
import { endWhenRead } from '../replies/send.ts';
import type { BodyWatch } from '../requests/body-limits.ts';
import { keepHeaders } from './forwarded-headers.ts';

/** What can't be read of it is refused here, since the owner does not see it. */
export function sendBody(
  {
    request,
    watchBody,
  }: Pick<AskedRequest, 'request'> & { readonly watchBody: BodyWatch['watch'] },
  outgoing: ClientRequest,
): void {
  try {
    const awaited = watchBody(request, (error) => outgoing.destroy(error));
    request.on('data', () => awaited.noteProgress());
    request.once('end', () => awaited.end());
    // The owner may answer before it has all, and end its connection: that of the client goes on.
    outgoing.once('close', () => {
      awaited.end();
      request.unpipe(outgoing);
    });
    request.pipe(outgoing);
  } catch (error) {
    outgoing.destroy(error as ApiError);
  }
}

/** A connection on which a body was announced and not sent can't be used again. */
export function leave(outgoing: ClientRequest, reply: IncomingMessage): void {
  reply.resume();
  if (!outgoing.writableEnded) outgoing.destroy();
}

/** Passes a reply on to the client. */
export function passReply(
  reply: IncomingMessage,
  outgoing: ClientRequest,
  { request, response }: Pick<AskedRequest, 'request' | 'response'>,
): void {
  response.sendDate = false;
  // Where the owner ends its connection, its end may be what tells the client how long the reply is.
  const isLast = /\bclose\b/i.test(reply.headers.connection ?? '');
  const headers = [...keepHeaders(reply), ...(isLast ? ['Connection', 'close'] : [])];
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage ?? '', headers);
  response.write(new Uint8Array());
  reply.pipe(response, { end: false });
  reply.once('close', () => {
    // As the owner has broken it off, so does this replica.
    if (reply.complete) endWhenRead(request, response);
    else response.destroy();
    if (!outgoing.writableEnded) outgoing.destroy();
  });
}
