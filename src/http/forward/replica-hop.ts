import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What one replica tells another of a request that it passes on. */
export interface Hop {
  /** Whether a replica of the same store says so. */
  readonly isTrusted: boolean;
  /** Whether only the machine of that replica could send the request. */
  readonly isLocal: boolean;
  readonly peer: string | undefined;
}

const field = 'X-Stuntdouble-Replica';

export function writeHop(secret: string, isLocal: boolean, peer: string | undefined): string[] {
  return [field, [secret, isLocal ? 'local' : 'remote', peer ?? ''].join(' ')];
}

/** Takes the header off a request, so that no log or handler sees it. Undefined: no replica sent it. */
export function takeHop(request: IncomingMessage, secret: string): Hop | undefined {
  const text = request.headers[field.toLowerCase()];
  if (text === undefined) return undefined;
  const [shown = '', reach, peer] = String(text).split(' ');
  Reflect.deleteProperty(request.headers, field.toLowerCase());
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2)
    if (raw[at]?.toLowerCase() === field.toLowerCase()) raw.splice(at, 2);
  return {
    isTrusted: isSame(shown, secret),
    isLocal: reach === 'local',
    peer: peer === '' ? undefined : peer,
  };
}

function isSame(shown: string, secret: string): boolean {
  const [left, right] = [Buffer.from(shown), Buffer.from(secret)];
  return secret !== '' && left.length === right.length && timingSafeEqual(left, right);
}
