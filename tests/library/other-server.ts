import type { IncomingMessage, ServerResponse } from 'node:http';

import { hostApp } from './host-app.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface Heard {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Another server, which hears everything and answers as it is told. */
export async function openOther(
  answer: Handle = (_, response) => void response.end('other'),
): Promise<{ readonly url: string; readonly heard: readonly Heard[] }> {
  const heard: Heard[] = [];
  const url = await hostApp((request, response) => {
    const { method, url: target, headers, rawHeaders } = request;
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      heard.push({
        line: `${method} ${target}`,
        headers,
        rawHeaders,
        body: Buffer.concat(pieces).toString(),
      });
      answer(request, response);
    });
  });
  return { url, heard };
}
