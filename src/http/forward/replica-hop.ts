import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What one replica tells another of a request that it passes on. */
export interface Hop {
  /** Whether a replica of the same store says so. */
  readonly isTrusted: boolean;
  /** Whether only the machine of that replica could send the request. */
  readonly isLocal: boolean;
  readonly peer: string | undefined;
  /** Another one for each request, which the owner's words repeat. */
  readonly mark: string;
  /** What the replica wants to know itself; undefined: it passes a request on. */
  readonly question: Question | undefined;
}

/** Whether the owner is there, and whether it can store changes. */
export type Question = 'place' | 'writes';

const field = 'X-Stuntdouble-Replica';

export function writeHop(
  secret: string,
  told: Pick<Hop, 'mark'> & (Pick<Hop, 'isLocal' | 'peer'> | { readonly question: Question }),
): readonly string[] {
  const rest =
    'question' in told ? [told.question] : [told.isLocal ? 'local' : 'remote', told.peer ?? ''];
  return [field, [secret, told.mark, ...rest].join(' ')];
}

/** Takes the header off a request, so that no log or handler sees it. Undefined: no replica sent it. */
export function takeHop(request: IncomingMessage, secret: string): Hop | undefined {
  const text = request.headers[field.toLowerCase()];
  if (text === undefined) return undefined;
  const [shown = '', mark = '', reach, peer] = String(text).split(' ');
  Reflect.deleteProperty(request.headers, field.toLowerCase());
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2)
    if (raw[at]?.toLowerCase() === field.toLowerCase()) raw.splice(at, 2);
  return {
    isTrusted: isSame(shown, secret),
    isLocal: reach === 'local',
    peer: peer === '' ? undefined : peer,
    mark,
    question: questions.find((question) => question === reach),
  };
}

const questions: readonly Question[] = ['place', 'writes'];

function isSame(shown: string, secret: string): boolean {
  const [left, right] = [Buffer.from(shown), Buffer.from(secret)];
  return secret !== '' && left.length === right.length && timingSafeEqual(left, right);
}

/** What belongs to one connection. `Connection` may name no others: the owner judges by what the client has sent. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a request that is passed on, names and values in turn. */
export function passedHeaders({
  rawHeaders,
}: Pick<IncomingMessage, 'rawHeaders'>): readonly string[] {
  return rawHeaders.filter((_, at) => {
    const name = rawHeaders[at - (at % 2)] ?? '';
    return !ofConnection.has(name.toLowerCase());
  });
}
