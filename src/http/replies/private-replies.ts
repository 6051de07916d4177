import type { ServerResponse } from 'node:http';

import type { Reply } from '../../pipeline/exchange.ts';

const field = 'Cache-Control';

/** A reply and the headers to send besides its own. Names and values in turn. */
interface PrivateReply {
  readonly reply: Reply;
  readonly headers: readonly string[];
}

/**
 * Where each visitor has a world, a cache that they share would give the reply of one to another. A
 * cookie is for one browser alone, so no cache keeps the reply that sets it, whatever it says.
 */
export function keepPrivate(
  reply: Reply,
  headers: readonly string[],
  response: Pick<ServerResponse, 'hasHeader'>,
): PrivateReply {
  if (headers.includes('Set-Cookie')) {
    const own = withoutField(reply.headers);
    return { reply: { ...reply, headers: own }, headers: [...headers, field, 'private, no-store'] };
  }
  // Middleware in front of the road may have set it.
  const isSaid = [reply.headers, headers].some(hasField) || response.hasHeader(field);
  return { reply, headers: isSaid ? headers : [...headers, field, 'private'] };
}

function hasField(headers: readonly string[]): boolean {
  return headers.some((text, at) => at % 2 === 0 && isField(text));
}

function withoutField(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => !isField(headers[at - (at % 2)] ?? ''));
}

function isField(name: string): boolean {
  return name.toLowerCase() === field.toLowerCase();
}
